import { lockOpenInvitation, updateInvitationCode } from "../../db/invitations.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { newInvitationCode, sendInvitation } from "./invitation-code.ts";
import { memberActor } from "./member-actor.ts";

const RESEND_SECONDS = 60;

/** One mail a minute. Sends an open invitation again with a new code; the old code stops working. Wire facts 5. @throws `invitation_not_found`, `invitation_limit` */
export async function resendInvitation(ctx: Context, input: { email: string }): Promise<void> {
  const { name: inviter } = memberActor(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const email = input.email.toLowerCase();
    const invitation = await lockOpenInvitation(tx, { merchantId: ctx.tenant.merchantId, email });
    if (!invitation) throw new Failure("invitation_not_found");
    const at = ctx.clock.now();
    if (at.getTime() - invitation.updatedAt.getTime() < RESEND_SECONDS * 1000) return;
    const code = newInvitationCode(at);
    await updateInvitationCode(tx, invitation.id, { hash: code.hash, expiresAt: code.expiresAt, at });
    await sendInvitation(tx, ctx, { ...invitation, inviter }, code);
    await recordAudit(tx, ctx, { action: "invitation.resend", object: { kind: "invitation", id: invitation.id } });
  });
}
