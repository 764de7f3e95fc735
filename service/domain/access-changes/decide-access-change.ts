import { isDeepStrictEqual } from "node:util";
import { failures } from "../../../contract/errors.ts";
import { inSavepoint, inTransaction, type Transaction } from "../../db/pool.ts";
import {
  type AccessChangeKind,
  type AccessChangeRow,
  type AccessDecisionRow,
  decideAccessChange,
  lockAccessChange,
} from "../../db/team/access-changes.ts";
import { lockTeam, type MemberRow } from "../../db/team/members.ts";
import type { ChangeRequests, Plan } from "../consent/apply-or-submit.ts";
import { loadApprovers } from "../consent/approvers.ts";
import { isDecidable, refusalOfConsent } from "../consent/refusal-of-consent.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { planMoneyRules } from "../merchant/settings/update-settings.ts";
import { type AuditContext, plain, recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { planInvitation } from "../team/invite-member.ts";
import { planMemberChange } from "../team/update-member.ts";
import { planRoleChange } from "../team/update-role.ts";

type Requested = { team: readonly MemberRow[]; by: MemberRow };

/** The checks of each kind of change. They run again for the member who requested it. */
const plans: {
  [K in AccessChangeKind]: (
    tx: Transaction,
    ctx: Context,
    requested: Requested,
    request: ChangeRequests[K],
  ) => Promise<Plan>;
} = {
  invitation: planInvitation,
  member: planMemberChange,
  role: planRoleChange,
  settings: planMoneyRules,
};

/**
 * Agrees to a requested change and applies it, in one commit, after all checks have run again for the member who requested it. If a
 * check fails now, the change becomes FAILED with the reason, which is also the answer. Decision 0073.
 * @throws `change_not_found`, `change_decided`, `change_own`, `change_gains`, `permission_missing`, `approval_limit_exceeded`,
 * `change_outdated`, and the failures of the checks
 */
export async function approveAccessChange(
  ctx: Context,
  { id, comment = null }: { id: string; comment?: string | null | undefined },
): Promise<object> {
  const failure = await inTransaction(ctx.db, async (tx) => {
    const { row, team } = await lockDecidable(tx, ctx, id);
    const refusal = refusalOfConsent(row, ctx.actor.id, await loadApprovers({ db: tx, tenant: ctx.tenant }));
    if (refusal) throw refusal;
    const failed = await apply(tx, ctx, row, team);
    const ending = failed
      ? ({ status: "FAILED", reason: failed.message } as const)
      : ({ status: "APPROVED", reason: null } as const);
    await endChange(tx, ctx, row, { ...ending, comment, decidedBy: ctx.actor.id });
    await keepAnswer(tx, ctx, failed ? { failure: failed } : { payload: {} });
    return failed;
  });
  if (failure) throw failure;
  ctx.callers?.forgetMerchant(ctx.tenant.merchantId);
  return {};
}

/**
 * Ends a requested change without applying it: an approver declines it, the member who requested it withdraws it. The members who may
 * decline are those who may agree. Decision 0073.
 * @throws `change_not_found`, `change_decided`, `change_gains`, `permission_missing`, `approval_limit_exceeded`
 */
export async function removeAccessChange(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<object> {
  await inTransaction(ctx.db, async (tx) => {
    const { row } = await lockDecidable(tx, ctx, id);
    const isWithdrawal = row.creator === ctx.actor.id;
    const approvers = await loadApprovers({ db: tx, tenant: ctx.tenant });
    const refusal = isWithdrawal ? null : refusalOfConsent(row, ctx.actor.id, approvers);
    if (refusal) throw refusal;
    const ending = { status: "DECLINED", reason, comment: null, decidedBy: ctx.actor.id } as const;
    await endChange(tx, ctx, row, { ...ending, isWithdrawal });
  });
  return {};
}

/** Writes the end of a locked change with its audit row. */
export async function endChange(
  tx: Transaction,
  ctx: AuditContext,
  row: AccessChangeRow,
  ending: Pick<AccessDecisionRow, "status" | "reason" | "comment" | "decidedBy"> & { isWithdrawal?: boolean },
): Promise<void> {
  const { isWithdrawal = false, ...decision } = ending;
  await decideAccessChange(tx, row.id, { ...decision, decidedByName: ctx.actor.name, at: ctx.clock.now() });
  await recordAudit(tx, ctx, {
    action: isWithdrawal ? "access_change.withdraw" : ACTIONS[decision.status],
    object: { kind: "access_change", id: row.id },
    before: { status: "PENDING" },
    after: { status: decision.status, kind: row.kind, of: row.label },
    reason: decision.comment ?? decision.reason,
  });
}

const ACTIONS = {
  APPROVED: "access_change.approve",
  DECLINED: "access_change.decline",
  EXPIRED: "access_change.expire",
  FAILED: "access_change.fail",
} as const;

/** Locks the team, then the change: two approvers decide one after the other. */
async function lockDecidable(tx: Transaction, ctx: Context, id: string) {
  const team = await lockTeam(tx, ctx.tenant.merchantId);
  const row = await lockAccessChange(tx, ctx.tenant, id);
  if (!row) throw new Failure("change_not_found");
  if (!isDecidable(row, ctx.clock.now())) throw new Failure("change_decided");
  return { row, team };
}

/** Applies a change for the member who requested it. Returns the failure that ends it, after undoing what was written. */
async function apply(
  tx: Transaction,
  ctx: Context,
  row: AccessChangeRow,
  team: readonly MemberRow[],
): Promise<Failure | null> {
  try {
    await inSavepoint(tx, async () => {
      const by = team.find(({ id }) => id === row.creator);
      if (!by) throw new Failure("change_outdated");
      // The only cast of stored requests: submitting wrote each one from the type of its kind.
      const plan = plans[row.kind] as (...inputs: [Transaction, Context, Requested, object]) => Promise<Plan>;
      const { change, apply: write } = await plan(tx, ctx, { team, by }, row.request);
      const isSame =
        isDeepStrictEqual(plain(change?.before), row.before) && isDeepStrictEqual(plain(change?.after), row.after);
      if (!change || !isSame || change.neededLimit !== row.neededLimit) throw new Failure("change_outdated");
      await write();
    });
    return null;
  } catch (error) {
    // What can succeed later, such as too many mails, leaves the change pending.
    if (error instanceof Failure && FINAL.includes(failures[error.code].status)) return error;
    throw error;
  }
}

const FINAL: readonly number[] = [400, 403, 404];
