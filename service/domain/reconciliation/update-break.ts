import type { Break } from "../../../contract/reconciliation.ts";
import { inTransaction } from "../../db/pool.ts";
import { type BreakRow, findBreak, findMemberName, updateBreakCare } from "../../db/reconciliation/breaks.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { breakView } from "./break-view.ts";

/** Returns a break. @throws `break_not_found` */
export async function existingBreak(ctx: Context, id: string): Promise<BreakRow> {
  const row = await findBreak(ctx.db, ctx.tenant.id, { id, today: lagosDay(ctx.clock.now()) });
  if (!row) throw new Failure("break_not_found");
  return row;
}

/** Assigns a break to a member, or notes something about it. Returns the wire payload. Rails 6. @throws `break_not_found`, `member_not_found` */
export async function updateBreak(
  ctx: Context,
  input: { id: string; ownerId?: string | null | undefined; note?: string | null | undefined },
): Promise<{ break: Break }> {
  const row = await existingBreak(ctx, input.id);
  const owner = input.ownerId === undefined ? row.owner : input.ownerId;
  const note = input.note === undefined ? row.note : input.note;
  const ownerName = owner === null ? null : await findMemberName(ctx.db, ctx.tenant.merchantId, owner);
  if (ownerName === undefined) throw new Failure("member_not_found");
  await inTransaction(ctx.db, async (tx) => {
    await updateBreakCare(tx, ctx.tenant.id, { id: row.id, owner, ownerName, note });
    await recordAudit(tx, ctx, {
      action: "reconciliation.update_break",
      object: { kind: "break", id: row.id },
      before: { owner: row.owner, note: row.note },
      after: { owner, note },
    });
  });
  return { break: breakView({ ...row, owner, ownerName, note }) };
}
