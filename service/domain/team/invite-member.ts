import { findMerchantProfile } from "../../db/merchant/merchants.ts";
import { inTransaction } from "../../db/pool.ts";
import { insertInvitation } from "../../db/team/invitations.ts";
import { lockTeam } from "../../db/team/members.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { newInvitationCode, sendInvitation } from "./invitation-code.ts";
import { assertMayGive } from "./team-rules.ts";
import { roleToGive } from "./update-member.ts";

/** `approvalLimit` in kobo; null or omitted means no limit. */
export type InviteMemberInput = { roleId: string; email: string; approvalLimit?: number | null | undefined };

/**
 * Invites a person by e-mail to a role; nobody grants more than they hold. Wire 5. Returns the wire payload.
 * @throws `member_exists`, `invitation_open`, `invitation_limit`, `validation_failed` for an unknown role, and the
 * refusals of `team-rules.ts`
 */
export async function inviteMember(ctx: Context, input: InviteMemberInput): Promise<object> {
  const actor = memberActor(ctx);
  const email = input.email.toLowerCase();
  const approvalLimit = typeof input.approvalLimit === "number" ? BigInt(input.approvalLimit) : null;
  await inTransaction(ctx.db, async (tx) => {
    const { merchantId } = ctx.tenant;
    const team = await lockTeam(tx, merchantId);
    if (team.some((member) => member.email === email)) throw new Failure("member_exists");
    const role = await roleToGive(tx, ctx, input.roleId);
    const merchant = await findMerchantProfile(tx, merchantId);
    if (!role || !merchant) throw new Error("a merchant without roles");
    assertMayGive(team, actor.id, { role, approvalLimit });
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
      invitedBy: actor.id,
      at,
    };
    if (!(await insertInvitation(tx, invitation))) throw new Failure("invitation_open");
    await sendInvitation(
      tx,
      ctx,
      { email, businessName: merchant.businessName, role: role.name, inviter: actor.name },
      code,
    );
    await recordAudit(tx, ctx, {
      action: "invitation.create",
      object: { kind: "invitation", id },
      after: { email, role: role.name, approvalLimit },
    });
    await keepAnswer(tx, ctx, { payload: {} });
  });
  return {};
}
