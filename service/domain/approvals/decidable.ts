import { type ApprovalRow, findApproval } from "../../db/approvals/approvals.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** Whether an approval can still be decided. An expired one stays PENDING until the expiry job runs, but cannot be decided. */
export function isDecidable(item: Pick<ApprovalRow, "status" | "expiresAt">, at: Date): boolean {
  return item.status === "PENDING" && item.expiresAt > at;
}

/** Finds a decidable approval of the tenant, without locking it. @throws `approval_not_found`, `approval_decided` */
export async function findDecidable(ctx: Context, id: string): Promise<ApprovalRow> {
  const item = await findApproval(ctx.db, ctx.tenant.id, id);
  if (!item) throw new Failure("approval_not_found");
  if (!isDecidable(item, ctx.clock.now())) throw new Failure("approval_decided");
  return item;
}
