import { takePasswordReset } from "../../../db/auth/password-resets.ts";
import { revokeSessionsOfUser } from "../../../db/auth/sessions.ts";
import { findMemberships } from "../../../db/auth/sign-in.ts";
import { confirmEmailOfUser, findUser, updatePassword } from "../../../db/auth/users.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { dropUnconfirmedAccess } from "../email/drop-unconfirmed-access.ts";
import { memberContext } from "../sessions/open-session.ts";
import { hashOfToken } from "../sessions/tokens.ts";
import { limitGuesses } from "../sign-in/attempt-limit.ts";
import { forgetFailures } from "../sign-in/guess-password.ts";
import { dropSecondFactors } from "../two-factor/drop-second-factors.ts";
import { assertGoodPassword } from "./check-new-password.ts";

const ATTEMPTS = 10;

/** The IDs of ended sessions and of merchants whose keys may have changed. */
type Ended = { sessions: string[]; merchants: string[] };

/**
 * Sets a new password with the mailed code and ends every session of the person. Audited at each of their merchants.
 * The second factor stays on, unless the person is in no team. A sign-in lock of this address ends. The code came by mail, so the e-mail is confirmed; if
 * nobody had confirmed it before, the second factor and the keys of that time end too (decision 0076). Wire 5.
 * @throws `validation_failed` for a password that is easy to guess: the code stays valid; `code_invalid`, `login_locked` after ten wrong codes from one address
 */
export async function resetPassword(ctx: PublicContext, input: { resetCode: string; password: string }): Promise<void> {
  const { sessions, merchants } = await limitGuesses(ctx, "reset", ATTEMPTS, () => reset(ctx, input));
  for (const sessionId of sessions) ctx.callers?.forgetSession(sessionId);
  for (const merchantId of merchants) ctx.callers?.forgetMerchant(merchantId);
}

async function reset(ctx: PublicContext, input: { resetCode: string; password: string }): Promise<Ended> {
  const passwordHash = await ctx.providers.passwords.hash(input.password);
  return await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const userId = await takePasswordReset(tx, hashOfToken(input.resetCode), at);
    const user = userId && (await findUser(tx, userId));
    if (!user) throw new Failure("code_invalid");
    const memberships = await findMemberships(tx, user.id);
    const businessNames = memberships.map(({ businessName }) => businessName);
    await assertGoodPassword(input.password, { email: user.email, businessNames });
    await updatePassword(tx, user.id, passwordHash, at);
    await forgetFailures(tx, ctx, user.email);
    const sessions = await revokeSessionsOfUser(tx, user.id, { at, because: "password_reset", except: null });
    if (memberships.length === 0) await dropSecondFactors(tx, user.id);
    for (const membership of memberships) {
      const asMember = memberContext(ctx, membership, { sessionId: "", channel: "dashboard" });
      await recordAudit(tx, asMember, {
        action: "user.reset_password",
        object: { kind: "user", id: user.id },
        after: { endedSessions: sessions.length, confirmedEmail: user.emailConfirmedAt === null },
      });
      if (!user.emailConfirmedAt) await dropUnconfirmedAccess(tx, { ...ctx, ...asMember }, membership);
    }
    await confirmEmailOfUser(tx, user.id, at);
    await queueSecurityNotice(tx, ctx, { kind: "password_changed", to: { userId: user.id } });
    return { sessions, merchants: memberships.map(({ merchantId }) => merchantId) };
  });
}
