import { builtInRoles, type Permission, permissionsOfRole } from "../../../contract/permissions.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import { type ApproverRow, findApprovers } from "../../db/approvals/approvals.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { isOnDashboard } from "../approval-fence.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { nairaText } from "./naira-text.ts";

const NEEDED: Permission = "APPROVE_TRANSFER";
const ROLES = builtInRoles.filter((role) => permissionsOfRole[role].includes(NEEDED));

/** The merchant's members who may approve, each with the limit in kobo (null: none), as the team is now. */
export function loadApprovers(ctx: Pick<Context, "db" | "tenant">): Promise<ApproverRow[]> {
  return findApprovers(ctx.db, ctx.tenant, NEEDED, ROLES);
}

/** Whether a member may approve something, and if not, why. `selfApproval`: their own, as nobody else could. */
export type Verdict = { selfApproval: boolean; failure: Failure | null };

/**
 * Judges who may approve: `APPROVE_TRANSFER`, the second factor where the merchant asks for it, a limit of at least the amount, and not the initiator, unless no other member
 * could approve this amount. Pure. Api 4.
 */
export function judgeApprover(
  item: { creator: string; amount: bigint },
  memberId: string,
  approvers: readonly ApproverRow[],
): Verdict {
  const self = approvers.find((approver) => approver.memberId === memberId);
  if (!self) return refused(new Failure("permission_missing", { message: PERMISSION_MISSING }));
  if (self.lacksFactor) return refused(new Failure("two_factor_missing"));
  if (!reaches(self, item.amount)) return refused(overLimit(self.limit ?? 0n, item.amount));
  const isOwn = item.creator === memberId;
  if (isOwn && othersWho(approvers, memberId, item.amount).length > 0) return refused(new Failure("approval_own"));
  return { selfApproval: isOwn, failure: null };
}

/** The largest amount that a member other than this one could approve: null for any, -1 for none. */
export function othersUpTo(approvers: readonly ApproverRow[], memberId: string): bigint | null {
  const limits = approvers.filter((approver) => approver.memberId !== memberId).map((approver) => approver.limit);
  if (limits.includes(null)) return null;
  return limits.reduce<bigint>((most, limit) => (limit !== null && limit > most ? limit : most), -1n);
}

/** Who could approve what a member submits: the others whose limit reaches, or they alone. */
export function whoMayApprove(
  approvers: readonly ApproverRow[],
  item: { creator: string; amount: bigint },
): readonly ApproverRow[] {
  const others = othersWho(approvers, item.creator, item.amount);
  if (others.length > 0) return others;
  return approvers.filter((approver) => approver.memberId === item.creator && reaches(approver, item.amount));
}

/**
 * Whether money that the caller moves now would wait for approval, and the names of who could approve it: the `approval` of
 * every preview. Dashboard 9.
 */
export async function approvalNeeded(ctx: Context, amountKobo: bigint): Promise<MovementPreview["approval"]> {
  const { actor } = ctx;
  if (!isOnDashboard(actor)) return { required: false, approvers: [] };
  const approvers = whoMayApprove(await loadApprovers(ctx), { creator: actor.id, amount: amountKobo });
  return { required: true, approvers: approvers.map((approver) => approver.name) };
}

const PERMISSION_MISSING = `You do not have the permission ${NEEDED}.`;

function refused(failure: Failure): Verdict {
  return { selfApproval: false, failure };
}

function reaches(approver: ApproverRow, amount: bigint): boolean {
  return approver.limit === null || approver.limit >= amount;
}

function othersWho(approvers: readonly ApproverRow[], memberId: string, amount: bigint): ApproverRow[] {
  return approvers.filter((approver) => approver.memberId !== memberId && reaches(approver, amount));
}

function overLimit(limit: bigint, amount: bigint): Failure {
  const message = `Your approval limit is ${nairaText(limit)}; this is ${nairaText(amount)}.`;
  const facts = { limit: koboToWire(limit), amount: koboToWire(amount) };
  return new Failure("approval_limit_exceeded", { message, errors: [{ message, ...facts }] });
}
