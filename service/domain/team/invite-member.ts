import { findMerchantProfile } from "../../db/merchant/merchants.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { insertInvitation, lockOpenInvitation } from "../../db/team/invitations.ts";
import { lockTeam, type MemberRow } from "../../db/team/members.ts";
import type { RoleRow } from "../../db/team/roles.ts";
import { assertEmailConfirmed } from "../auth/email/assert-email-confirmed.ts";
import { memberActor } from "../auth/member-actor.ts";
import { applyOrSubmit, type ChangeRequests, type Plan, type Submitted } from "../consent/apply-or-submit.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { newInvitationCode, sendInvitation } from "./invitation-code.ts";
import { assertHasPermission, assertMayGive, mayApprove, memberOf } from "./team-rules.ts";
import { koboOrNull, requestedBy, roleToGive } from "./update-member.ts";

/** `approvalLimit` in kobo; null or omitted means no limit. */
export type InviteMemberInput = ChangeRequests["invitation"];

/**
 * Invites a person by e-mail to a role; nobody grants more than they hold. An invitation to a role that approves waits for another
 * approver where there is one (decision 0073). Wire 5. Returns the wire payload.
 * @throws `email_unconfirmed`, `member_exists`, `invitation_open`, `invitation_limit`, `validation_failed` for an unknown role, `change_pending`, and
 * the refusals of `team-rules.ts`
 */
export async function inviteMember(ctx: Context, input: InviteMemberInput, submitted: Submitted): Promise<object> {
  return await inTransaction(ctx.db, async (tx) => {
    await assertEmailConfirmed(tx, memberActor(ctx).userId);
    const team = await lockTeam(tx, ctx.tenant.merchantId);
    const plan = await planInvitation(tx, ctx, { team, by: memberOf(team, memberActor(ctx).id) }, input);
    return await applyOrSubmit(tx, ctx, plan, submitted);
  });
}

/** Checks an invitation by the member `by`. */
export async function planInvitation(
  tx: Transaction,
  ctx: Context,
  { team, by }: { team: readonly MemberRow[]; by: MemberRow },
  input: InviteMemberInput,
): Promise<Plan> {
  const { merchantId } = ctx.tenant;
  const email = input.email.toLowerCase();
  const approvalLimit = koboOrNull(input.approvalLimit ?? null);
  assertHasPermission(by, "INVITE_TEAM_MEMBER");
  if (team.some((member) => member.email === email)) throw new Failure("member_exists");
  const role = await roleToGive(tx, ctx, input.roleId);
  if (!role) throw new Error("a merchant without roles");
  assertMayGive(team, by.id, { role, approvalLimit });
  if (await lockOpenInvitation(tx, { merchantId, email })) throw new Failure("invitation_open");
  const after = { email, role: role.name, approvalLimit, ...(role.permissions && { permissions: role.permissions }) };
  return {
    change: mayApprove(role)
      ? {
          kind: "invitation",
          subject: email,
          label: email,
          request: input,
          before: null,
          after,
          gains: [],
          neededLimit: approvalLimit,
        }
      : null,
    apply: () => invite(tx, ctx, by, { email, role, approvalLimit }),
  };
}

async function invite(
  tx: Transaction,
  ctx: Context,
  by: MemberRow,
  { email, role, approvalLimit }: { email: string; role: RoleRow; approvalLimit: bigint | null },
): Promise<object> {
  const { merchantId } = ctx.tenant;
  const merchant = await findMerchantProfile(tx, merchantId);
  if (!merchant) throw new Error("the tenant has no merchant");
  const at = ctx.clock.now();
  const code = newInvitationCode(at);
  const id = ctx.ids.next();
  const { hash: codeHash, expiresAt } = code;
  const invitation = {
    id,
    merchantId,
    email,
    roleId: role.id,
    approvalLimit,
    codeHash,
    expiresAt,
    invitedBy: by.id,
    at,
  };
  if (!(await insertInvitation(tx, invitation))) throw new Failure("invitation_open");
  const inviter = `${by.firstName} ${by.lastName}`;
  await sendInvitation(tx, ctx, { email, businessName: merchant.businessName, role: role.name, inviter }, code);
  await recordAudit(tx, ctx, {
    action: "invitation.create",
    object: { kind: "invitation", id },
    after: { email, role: role.name, approvalLimit },
    reason: requestedBy(ctx, by),
  });
  return {};
}
