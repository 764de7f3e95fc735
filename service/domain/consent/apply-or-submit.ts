import type { Transaction } from "../../db/pool.ts";
import { type AccessChangeKind, insertAccessChange, type NewAccessChange } from "../../db/team/access-changes.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { queueSecurityNotice } from "../messages/security-notice.ts";
import { plain, recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { covers, loadApprovers } from "./approvers.ts";

const SUBJECTS = { invitation: "Invitation of", member: "Member", role: "Role", settings: "Settings of" } as const;

export const EXPIRY_DAYS = 30;
const DAY_MS = 86_400_000;

/** A change that gives members more access. Kobo; a `neededLimit` of null is no limit. */
export type AccessChange = Pick<
  NewAccessChange,
  "kind" | "subject" | "label" | "request" | "before" | "after" | "gains" | "neededLimit"
>;

/**
 * A checked change that nothing has been written of yet. `change` is null when nobody gets more access by it. `apply` writes it with its
 * audit row and returns the wire payload.
 */
export type Plan = { change: AccessChange | null; apply(): Promise<object> };

/** Builds the wire payload of a change that waits for another approver. */
export type Submitted = (change: { id: string }) => object;

/** The input of each kind of change, as stored. */
export type ChangeRequests = {
  invitation: { roleId: string; email: string; approvalLimit?: number | null | undefined };
  member: { memberId: string; approvalLimit?: number | null | undefined; roleId?: string | undefined };
  role: { roleId: string; name?: string | undefined; permissions?: readonly string[] | undefined };
  settings: {
    requireTwoFactor?: boolean | undefined;
    membersMayMoveMoney?: boolean | undefined;
    noApprovalBelow?: number | null | undefined;
    twoApproversFrom?: number | null | undefined;
  };
} & Record<AccessChangeKind, object>;

/**
 * Applies a planned change, or submits it if another approver must agree: a member with `APPROVE_TRANSFER` and a limit that covers
 * the change, who neither requests it nor gains from it. Without such a member it applies at once. Call it with the team locked,
 * and the settings if they change. The members who may agree are mailed. Returns the wire payload. Decision 0073.
 * @throws `change_pending` where another change of the same subject waits
 */
export async function applyOrSubmit(
  tx: Transaction,
  ctx: Context,
  { change, apply }: Plan,
  submitted: Submitted,
): Promise<object> {
  const others = change ? await findOthers(tx, ctx, change) : [];
  const payload = change && others.length > 0 ? await submit(tx, ctx, { change, others }, submitted) : await apply();
  await keepAnswer(tx, ctx, { payload });
  return payload;
}

/** The members who could agree. One who lacks the second factor that the merchant requires can still set it up. */
async function findOthers(tx: Transaction, ctx: Context, change: AccessChange): Promise<string[]> {
  if (ctx.actor.kind !== "member") return [];
  const approvers = await loadApprovers({ db: tx, tenant: ctx.tenant });
  return approvers
    .filter(
      ({ memberId, limit }) =>
        memberId !== ctx.actor.id && !change.gains.includes(memberId) && covers(limit, change.neededLimit),
    )
    .map(({ memberId }) => memberId);
}

async function submit(
  tx: Transaction,
  ctx: Context,
  { change, others }: { change: AccessChange; others: readonly string[] },
  submitted: Submitted,
): Promise<object> {
  const id = ctx.ids.next();
  const at = ctx.clock.now();
  const isInserted = await insertAccessChange(tx, ctx.tenant, {
    ...change,
    before: plain(change.before),
    after: plain(change.after) ?? {},
    id,
    creator: ctx.actor.id,
    creatorName: ctx.actor.name,
    expiresAt: new Date(at.getTime() + EXPIRY_DAYS * DAY_MS),
    at,
  });
  if (!isInserted) throw new Failure("change_pending");
  await recordAudit(tx, ctx, {
    action: "access_change.submit",
    object: { kind: "access_change", id },
    before: change.before,
    after: { kind: change.kind, of: change.label, ...change.after },
  });
  const detail = `${SUBJECTS[change.kind]} ${change.label}`;
  await queueSecurityNotice(tx, ctx, { kind: "access_change_waits", to: { memberIds: others }, detail });
  return submitted({ id });
}
