import { revokeSessionsOfMember } from "../../db/auth/sessions.ts";
import { inTransaction } from "../../db/pool.ts";
import { withdrawInvitationsBy } from "../../db/team/invitations.ts";
import { lockTeam, removeMemberRow } from "../../db/team/members.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { assertMayTouch, assertNotLast } from "./team-rules.ts";

/**
 * Removes a member from the team and ends their sessions with this merchant, immediately in this process, within
 * seconds in others. Their past actions stay under their name; their invitations are withdrawn. Dashboard 9.
 * @throws `member_not_found`, `last_main_merchant`, `main_merchant_only`
 */
export async function removeMember(ctx: Context, input: { memberId: string }): Promise<void> {
  const actor = memberActor(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const team = await lockTeam(tx, ctx.tenant.merchantId);
    const target = team.find((member) => member.id === input.memberId);
    if (!target) throw new Failure("member_not_found");
    assertMayTouch(team, actor.id, target);
    assertNotLast(team, target);
    const at = ctx.clock.now();
    await removeMemberRow(tx, target.id, at);
    await revokeSessionsOfMember(tx, target.id, { at, because: "member_removed" });
    const withdrawn = await withdrawInvitationsBy(tx, target.id, at);
    await recordAudit(tx, ctx, {
      action: "member.remove",
      object: { kind: "member", id: target.id },
      before: { email: target.email, role: target.role, approvalLimit: target.approvalLimit },
      after: { withdrawnInvitations: withdrawn.length },
    });
  });
  ctx.callers?.forgetMember(input.memberId);
}
