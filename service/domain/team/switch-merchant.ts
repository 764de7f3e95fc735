import { moveSession } from "../../db/auth/sessions.ts";
import { findMemberships } from "../../db/auth/sign-in.ts";
import { inTransaction, ofAllTenants } from "../../db/pool.ts";
import { memberActor } from "../auth/member-actor.ts";
import { channelOf, membershipForSignIn, roleOf } from "../auth/membership.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";

/**
 * Lets the caller's own session act for another of their merchants; the tokens stay. A dashboard session stays one
 * (API 2). Audited at the merchant that is entered. Wire 5.
 * @throws `merchant_not_found`, also for a merchant that is not theirs; `merchant_suspended` with the reason
 */
export async function switchMerchant(ctx: Context, input: { merchantId: string }): Promise<void> {
  const actor = memberActor(ctx);
  const target = (await findMemberships(ofAllTenants(ctx.db), actor.userId)).find(
    (one) => one.merchantId === input.merchantId,
  );
  if (!target) throw new Failure("merchant_not_found");
  const { memberId, merchantId, tenantId, mode } = membershipForSignIn([target]);
  const role = roleOf({ roleName: target.role, permissions: target.permissions });
  const channel = channelOf(role.role, actor.channel);
  await inTransaction(ofAllTenants(ctx.db), async (tx) => {
    await moveSession(tx, actor.sessionId, { memberId, merchantId, channel });
    const entered = {
      ...ctx,
      tenant: { id: tenantId, merchantId, mode },
      actor: { ...actor, ...role, id: memberId, channel },
    };
    await recordAudit(tx, entered, {
      action: "session.switch_merchant",
      object: { kind: "session", id: actor.sessionId },
      before: { merchantId: ctx.tenant.merchantId },
      after: { merchantId, channel },
    });
  });
  ctx.callers?.forgetSession(actor.sessionId);
}
