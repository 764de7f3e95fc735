import type { Payout } from "../../../contract/payout-records.ts";
import { closeCase } from "../../db/payouts/payout-states.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { findPayoutView } from "./get-payout.ts";

/**
 * Closes the case of a payout about which the bank contradicted itself, once it is settled with the payer. Books nothing: a later verdict of
 * the bank is still booked, and may open a case again. Returns the wire payload. Rails 3. @throws `payout_not_found`; `payout_case_closed`
 */
export async function closePayoutCase(
  ctx: Context,
  { reference, note }: { reference: string; note: string },
): Promise<{ payout: Payout }> {
  await findPayoutView(ctx, reference);
  await inTransaction(ctx.db, async (tx) => {
    const closed = { reference, note, byName: ctx.actor.name, at: ctx.clock.now() };
    const found = await closeCase(tx, ctx.tenant.id, closed);
    if (!found) throw new Failure("payout_case_closed");
    await recordAudit(tx, ctx, {
      action: "payout.close_case",
      object: { kind: "payout", id: found.id },
      before: { case: found.code },
      after: { case: null },
      reason: note,
    });
  });
  return { payout: await findPayoutView(ctx, reference) };
}
