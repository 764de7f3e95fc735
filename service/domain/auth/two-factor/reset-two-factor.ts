import { revokeSessionsOfUser } from "../../../db/auth/sessions.ts";
import { findMemberships } from "../../../db/auth/sign-in.ts";
import { findUserByEmail } from "../../../db/auth/users.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Actor, Services } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { dropSecondFactors } from "./drop-second-factors.ts";

/**
 * Removes a person's second factors and recovery codes for the platform's operator and ends all their sessions. Audited at each of their
 * merchants, and mailed to the person. `email` in lower case. Decision 0076. Returns the number of ended sessions.
 * @throws `no_merchant` for an unknown person; `email_unconfirmed`: a password reset removes the second factor there;
 * `two_factor_not_started`
 */
export async function resetTwoFactor(
  ctx: Services & { actor: Actor; requestId: string; address: string | null },
  email: string,
): Promise<{ endedSessions: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const user = await findUserByEmail(tx, email);
    const memberships = user ? await findMemberships(tx, user.id) : [];
    if (!user || memberships.length === 0) throw new Failure("no_merchant");
    if (!user.emailConfirmedAt) throw new Failure("email_unconfirmed");
    if (!(await dropSecondFactors(tx, user.id))) throw new Failure("two_factor_not_started");
    const at = ctx.clock.now();
    const ended = await revokeSessionsOfUser(tx, user.id, { at, because: "two_factor_reset", except: null });
    for (const { tenantId, merchantId, mode } of memberships) {
      const atMerchant = { ...ctx, tenant: { id: tenantId, merchantId, mode } };
      await recordAudit(tx, atMerchant, {
        action: "two_factor.reset",
        object: { kind: "user", id: user.id },
        after: { endedSessions: ended.length },
      });
    }
    await queueSecurityNotice(tx, ctx, { kind: "two_factor_off", to: { userId: user.id } });
    return { endedSessions: ended.length };
  });
}
