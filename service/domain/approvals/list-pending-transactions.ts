import type { PendingItem, PendingSort } from "../../../contract/approvals.ts";
import type { Metadata } from "../../../contract/envelope.ts";
import { type ApprovalFilter, type ApproverRow, findApprovals } from "../../db/approvals/approvals.ts";
import { loadApprovers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { metadataOf } from "../list-metadata.ts";
import { highestLimitOfOthers } from "../submissions/approvers.ts";
import { pendingView } from "./pending-view.ts";
import { loadRowFacts } from "./row-facts.ts";

export type ListPendingInput = {
  page: number;
  perPage: number;
  status: PendingItem["status"] | "ALL";
  scope?: "mine" | "approvable" | undefined;
  type: "ALL" | "CREDIT" | "DEBIT";
  category?: string | undefined;
  kind?: PendingItem["kind"] | undefined;
  creator?: string | undefined;
  sort?: PendingSort | undefined;
  after?: string | undefined;
};

/**
 * Lists requests of one status in the given order, newest first by default, each with both parties and its current state. Scope `mine` lists the caller's own
 * submissions; `approvable` lists pending requests that the caller may approve. Returns the wire payload. API 4, Dashboard 9.
 */
export async function listPendingTransactions(
  ctx: Context,
  input: ListPendingInput,
): Promise<{ data: PendingItem[]; metadata: Metadata }> {
  const { page, perPage, sort = "newest", after = null } = input;
  const offset = after === null ? (page - 1) * perPage : 0;
  const approvers = await loadApprovers(ctx);
  const filter = filterOf(ctx, input, approvers);
  const found = filter
    ? await findApprovals(ctx.db, ctx.tenant.id, filter, { limit: perPage, offset, sort, after })
    : { rows: [], total: 0 };
  const facts = await loadRowFacts(ctx, found.rows);
  return {
    data: found.rows.map((row, index) => pendingView(ctx, row, { approvers, facts: facts[index] })),
    metadata: metadataOf(input, found.total),
  };
}

/** Null when nothing can match: a key has no submissions and approves nothing, and some members may not approve. */
function filterOf(ctx: Context, input: ListPendingInput, approvers: readonly ApproverRow[]): ApprovalFilter | null {
  const { scope, category, kind, creator } = input;
  const status = input.status === "ALL" ? undefined : input.status;
  const filter = { status, category, kind, creator, type: input.type === "ALL" ? undefined : input.type };
  const { id } = ctx.actor;
  if (scope === undefined) return filter;
  if (ctx.actor.kind !== "member") return null;
  if (scope === "mine") return creator === undefined || creator === id ? { ...filter, creator: id } : null;
  const self = approvers.find((approver) => approver.memberId === id);
  if (!self) return null;
  const at = ctx.clock.now();
  return { ...filter, approvable: { by: id, limit: self.limit, othersUpTo: highestLimitOfOthers(approvers, id), at } };
}
