import { takePasswordReset } from "../../db/password-resets.ts";
import { inTransaction } from "../../db/pool.ts";
import { revokeSessionsOfUser } from "../../db/sessions.ts";
import { findMemberships } from "../../db/sign-in.ts";
import { updatePassword } from "../../db/users.ts";
import type { PublicContext } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { limitAttempts } from "./attempt-limit.ts";
import { memberContext } from "./open-session.ts";
import { hashOfToken } from "./tokens.ts";

const ATTEMPTS = 10;

/**
 * Sets a new password with the code from the mail and ends every session of the person. On record at each merchant they belong to.
 * A second factor stays: the next sign-in asks for it. Wire facts 5.
 * @throws `code_invalid`, `login_locked` after ten attempts from one address
 */
export async function resetPassword(ctx: PublicContext, input: { resetCode: string; password: string }): Promise<void> {
  await limitAttempts(ctx, "reset", ATTEMPTS);
  const passwordHash = await ctx.providers.passwords.hash(input.password);
  const ended = await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const userId = await takePasswordReset(tx, hashOfToken(input.resetCode), at);
    if (!userId) throw new Failure("code_invalid");
    await updatePassword(tx, userId, passwordHash, at);
    const sessions = await revokeSessionsOfUser(tx, userId, { at, because: "password_reset", except: null });
    for (const membership of await findMemberships(tx, userId)) {
      await recordAudit(tx, memberContext(ctx, membership, { sessionId: "", channel: "dashboard" }), {
        action: "user.reset_password",
        object: { kind: "user", id: userId },
        after: { endedSessions: sessions.length },
      });
    }
    return sessions;
  });
  for (const sessionId of ended) ctx.callers?.forgetSession(sessionId);
}
