import type { PendingItem } from "../../../contract/approvals.ts";
import type { Metadata } from "../../../contract/envelope.ts";
import { type ApprovalFilter, type ApproverRow, findApprovals } from "../../db/approvals/approvals.ts";
import type { Context } from "../context.ts";
import { metadataOf } from "../list-metadata.ts";
import { loadApprovers, othersUpTo } from "./approvers.ts";
import { pendingView } from "./pending-view.ts";
import { loadRowFacts } from "./row-facts.ts";

export type ListPendingInput = {
  page: number;
  perPage: number;
  status: PendingItem["status"] | "ALL";
  scope?: "mine" | "approvable" | undefined;
  type: "ALL" | "CREDIT" | "DEBIT";
  category?: string | undefined;
};

/**
 * What waits, or in another state what became of it, newest first, each with who gives and gets and how it stands now. `mine` is
 * what the caller submitted; `approvable` is what waits and the caller may approve. Returns the wire payload. Api 4, dashboard 9.
 */
export async function listPendingTransactions(
  ctx: Context,
  input: ListPendingInput,
): Promise<{ data: PendingItem[]; metadata: Metadata }> {
  const { page, perPage } = input;
  const approvers = await loadApprovers(ctx);
  const filter = filterOf(ctx, input, approvers);
  const found = filter
    ? await findApprovals(ctx.db, ctx.tenant.id, filter, { limit: perPage, offset: (page - 1) * perPage })
    : { rows: [], total: 0 };
  const facts = await loadRowFacts(ctx, found.rows);
  return {
    data: found.rows.map((row, index) => pendingView(ctx, row, { approvers, facts: facts[index] })),
    metadata: metadataOf(input, found.total),
  };
}

/** Null where nothing can match: a key submits and approves nothing, and not every member may approve. */
function filterOf(ctx: Context, input: ListPendingInput, approvers: readonly ApproverRow[]): ApprovalFilter | null {
  const { scope, category } = input;
  const status = input.status === "ALL" ? undefined : input.status;
  const filter = { status, category, type: input.type === "ALL" ? undefined : input.type };
  const { id } = ctx.actor;
  if (scope === undefined) return filter;
  if (ctx.actor.kind !== "member") return null;
  if (scope === "mine") return { ...filter, creator: id };
  const self = approvers.find((approver) => approver.memberId === id);
  if (!self) return null;
  const at = ctx.clock.now();
  return { ...filter, approvable: { by: id, limit: self.limit, othersUpTo: othersUpTo(approvers, id), at } };
}
