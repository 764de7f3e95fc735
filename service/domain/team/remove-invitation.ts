import { inTransaction } from "../../db/pool.ts";
import { lockOpenInvitation, withdrawInvitation } from "../../db/team/invitations.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";

/** Withdraws an open invitation; its code stops working. Dashboard 9. @throws `invitation_not_found` */
export async function removeInvitation(ctx: Context, input: { invitationId: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const invitation = await lockOpenInvitation(tx, { merchantId: ctx.tenant.merchantId, id: input.invitationId });
    if (!invitation) throw new Failure("invitation_not_found");
    await withdrawInvitation(tx, invitation.id, ctx.clock.now());
    await recordAudit(tx, ctx, {
      action: "invitation.withdraw",
      object: { kind: "invitation", id: invitation.id },
      before: { email: invitation.email, role: invitation.role },
    });
  });
}
