import { approvalTexts } from "../../../contract/texts/approvals.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import type { ApprovalRow, ApproverRow } from "../../db/approvals/approvals.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { approversNeeded, needsApproval } from "../approval-fence.ts";
import { APPROVER, covers, loadApprovers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** Whether a member may approve a request, and otherwise the reason. `selfApproval`: the member submitted it and nobody else can approve it. */
export type ApproverEvaluation = { selfApproval: boolean; failure: Failure | null };

/** The facts of a request that decide who may approve it. Amount in kobo. */
export type Approvable = Pick<ApprovalRow, "creator" | "amount" | "approversNeeded" | "firstApprover">;

/**
 * Evaluates whether a member may approve a request. A member needs `APPROVE_TRANSFER`, the second factor if the merchant requires
 * it, and a limit of at least the amount. The initiator may approve only if no other member can approve this amount and one
 * approver is enough. The first of two approvers cannot be the second. Pure. API 4, decision 0117.
 */
export function evaluateApprover(
  item: Approvable,
  memberId: string,
  approvers: readonly ApproverRow[],
): ApproverEvaluation {
  const self = approvers.find((approver) => approver.memberId === memberId);
  if (!self) return refused(new Failure("permission_missing", { message: PERMISSION_MISSING }));
  if (self.lacksFactor) return refused(new Failure("two_factor_missing"));
  if (!covers(self.limit, item.amount)) return refused(overLimit(self.limit ?? 0n, item.amount));
  if (item.creator !== memberId) {
    return item.firstApprover === memberId ? refused(new Failure("approval_repeated")) : NO_OBJECTION;
  }
  const isAlone = otherApprovers(approvers, memberId, item.amount).length === 0;
  if (item.approversNeeded === 2 || !isAlone) return refused(new Failure("approval_own"));
  return { selfApproval: true, failure: null };
}

const NO_OBJECTION: ApproverEvaluation = { selfApproval: false, failure: null };

/** Why a member may not decline a request of another one: as for approving it, but the first of two approvers may still decline. Pure. */
export function failureOfDecliner(
  item: Approvable,
  memberId: string,
  approvers: readonly ApproverRow[],
): Failure | null {
  return evaluateApprover({ ...item, firstApprover: null }, memberId, approvers).failure;
}

/**
 * Whether the first of two approvals counts: the member may still approve this amount. Otherwise the next approver is the first. Pure.
 * Decision 0117.
 */
export function isFirstApprovalValid(item: Approvable, approvers: readonly ApproverRow[]): boolean {
  return approvers.some(({ memberId, limit }) => memberId === item.firstApprover && covers(limit, item.amount));
}

/** The largest amount that a member other than this one can approve: null for any amount, -1 for none. */
export function highestLimitOfOthers(approvers: readonly ApproverRow[], memberId: string): bigint | null {
  const limits = approvers.filter((approver) => approver.memberId !== memberId).map((approver) => approver.limit);
  if (limits.includes(null)) return null;
  return limits.reduce<bigint>((highest, limit) => (limit !== null && limit > highest ? limit : highest), -1n);
}

/**
 * The members who can approve a request now: the others with a sufficient limit who have not approved it, or, if there are none and
 * one approver is enough, its initiator.
 */
export function approversOf(approvers: readonly ApproverRow[], item: Approvable): readonly ApproverRow[] {
  const others = otherApprovers(approvers, item.creator, item.amount);
  if (item.approversNeeded === 2) return others.filter(({ memberId }) => memberId !== item.firstApprover);
  if (others.length > 0) return others;
  return approvers.filter((approver) => approver.memberId === item.creator && covers(approver.limit, item.amount));
}

/**
 * Whether the caller's movement of an amount would need approval, and the names of the members who can approve it: the `approval`
 * field of every preview. Dashboard 9.
 */
export async function approvalNeeded(ctx: Context, amountKobo: bigint): Promise<MovementPreview["approval"]> {
  const { actor } = ctx;
  if (actor.kind !== "member" || !needsApproval(ctx, amountKobo)) return { required: false, needed: 0, approvers: [] };
  const needed = approversNeeded(actor.rules, amountKobo);
  const item = { creator: actor.id, amount: amountKobo, approversNeeded: needed, firstApprover: null };
  const approvers = approversOf(await loadApprovers(ctx), item);
  return { required: true, needed, approvers: approvers.map((approver) => approver.name) };
}

const PERMISSION_MISSING = requestTexts.permissionsRequired("caller", [APPROVER]);

function refused(failure: Failure): ApproverEvaluation {
  return { selfApproval: false, failure };
}

function otherApprovers(approvers: readonly ApproverRow[], memberId: string, amount: bigint): ApproverRow[] {
  return approvers.filter((approver) => approver.memberId !== memberId && covers(approver.limit, amount));
}

function overLimit(limit: bigint, amount: bigint): Failure {
  const message = approvalTexts.overLimit(limit, amount);
  const facts = { limit: koboToWire(limit), amount: koboToWire(amount) };
  return new Failure("approval_limit_exceeded", { message, errors: [{ message, ...facts }] });
}
