import type { Payout } from "../../../contract/payout-records.ts";
import { findLatestAttempt } from "../../db/payouts/payout-states.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import type { AttemptResult } from "./decide-outcome.ts";
import { findPayoutView } from "./get-payout.ts";
import { recordOutcome } from "./record-outcome.ts";

const CODE = "resolved";

/**
 * Ends a payout in review by a member's decision: booked as paid, or returned to the wallet. A verdict of the bank that comes first
 * stands. Returns the wire payload. Rails 3. @throws `payout_not_found`; `payout_not_in_review`
 */
export async function resolvePayout(
  ctx: Context,
  { reference, outcome, reason }: { reference: string; outcome: "succeeded" | "failed"; reason: string },
): Promise<{ payout: Payout }> {
  const payout = await findLatestAttempt(ctx.db, ctx.tenant.id, reference);
  if (!payout) throw new Failure("payout_not_found");
  const result: AttemptResult =
    outcome === "succeeded" ? { outcome, code: CODE } : { outcome, code: CODE, final: true, reason };
  const { isChanged } = await recordOutcome(ctx, payout, { result, source: "person", by: { ctx, reason } });
  if (!isChanged) throw new Failure("payout_not_in_review");
  return { payout: await findPayoutView(ctx, reference) };
}
