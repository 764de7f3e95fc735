import { takePasswordReset } from "../../../db/auth/password-resets.ts";
import { revokeSessionsOfUser } from "../../../db/auth/sessions.ts";
import { findMemberships } from "../../../db/auth/sign-in.ts";
import { findUser, updatePassword } from "../../../db/auth/users.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberContext } from "../sessions/open-session.ts";
import { hashOfToken } from "../sessions/tokens.ts";
import { limitGuesses } from "../sign-in/attempt-limit.ts";
import { forgetFailures } from "../sign-in/guess-password.ts";

const ATTEMPTS = 10;

/**
 * Sets a new password with the mailed code and ends every session of the person. Audited at each of their merchants.
 * The second factor stays on. A sign-in lock of this address ends. Wire 5.
 * @throws `code_invalid`, `login_locked` after ten wrong codes from one address
 */
export async function resetPassword(ctx: PublicContext, input: { resetCode: string; password: string }): Promise<void> {
  const ended = await limitGuesses(ctx, "reset", ATTEMPTS, () => reset(ctx, input));
  for (const sessionId of ended) ctx.callers?.forgetSession(sessionId);
}

async function reset(ctx: PublicContext, input: { resetCode: string; password: string }): Promise<string[]> {
  const passwordHash = await ctx.providers.passwords.hash(input.password);
  return await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const userId = await takePasswordReset(tx, hashOfToken(input.resetCode), at);
    const user = userId && (await findUser(tx, userId));
    if (!user) throw new Failure("code_invalid");
    await updatePassword(tx, user.id, passwordHash, at);
    await forgetFailures(tx, ctx, user.email);
    const sessions = await revokeSessionsOfUser(tx, user.id, { at, because: "password_reset", except: null });
    for (const membership of await findMemberships(tx, user.id)) {
      await recordAudit(tx, memberContext(ctx, membership, { sessionId: "", channel: "dashboard" }), {
        action: "user.reset_password",
        object: { kind: "user", id: user.id },
        after: { endedSessions: sessions.length },
      });
    }
    return sessions;
  });
}
