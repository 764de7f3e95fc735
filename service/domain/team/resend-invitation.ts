import { inTransaction } from "../../db/pool.ts";
import { lockOpenInvitation, updateInvitationCode } from "../../db/team/invitations.ts";
import { lockTeam } from "../../db/team/members.ts";
import { assertEmailConfirmed } from "../auth/email/assert-email-confirmed.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { newInvitationCode, sendInvitation } from "./invitation-code.ts";
import { assertMayGive } from "./team-rules.ts";

const RESEND_SECONDS = 60;

/**
 * Sends an open invitation again with a new code, at most one mail a minute; the old code stops working. The sender
 * must be able to grant its role and limit. Wire 5. @throws `email_unconfirmed`, `invitation_not_found`, `invitation_limit`, and the
 * refusals of `team-rules.ts`
 */
export async function resendInvitation(ctx: Context, input: { email: string }): Promise<void> {
  const actor = memberActor(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const email = input.email.toLowerCase();
    const { merchantId } = ctx.tenant;
    await assertEmailConfirmed(tx, actor.userId);
    const team = await lockTeam(tx, merchantId);
    const invitation = await lockOpenInvitation(tx, { merchantId, email });
    if (!invitation) throw new Failure("invitation_not_found");
    const { roleId, role, permissions, approvalLimit } = invitation;
    assertMayGive(team, actor.id, { role: { id: roleId, name: role, permissions }, approvalLimit });
    const at = ctx.clock.now();
    if (at.getTime() - invitation.updatedAt.getTime() < RESEND_SECONDS * 1000) return;
    const code = newInvitationCode(at);
    await updateInvitationCode(tx, invitation.id, {
      hash: code.hash,
      expiresAt: code.expiresAt,
      invitedBy: actor.id,
      at,
    });
    await sendInvitation(tx, ctx, { ...invitation, inviter: actor.name }, code);
    await recordAudit(tx, ctx, { action: "invitation.resend", object: { kind: "invitation", id: invitation.id } });
  });
}
