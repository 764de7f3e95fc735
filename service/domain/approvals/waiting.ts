import { type ApprovalRow, findApproval } from "../../db/approvals/approvals.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** Whether it can still be decided: one whose time is over only waits for the job that says so. */
export function isWaiting(item: Pick<ApprovalRow, "status" | "expiresAt">, at: Date): boolean {
  return item.status === "PENDING" && item.expiresAt > at;
}

/** The tenant's approval, which waits; not locked. @throws `approval_not_found`, `approval_decided` */
export async function findWaiting(ctx: Context, id: string): Promise<ApprovalRow> {
  const item = await findApproval(ctx.db, ctx.tenant.id, id);
  if (!item) throw new Failure("approval_not_found");
  if (!isWaiting(item, ctx.clock.now())) throw new Failure("approval_decided");
  return item;
}
