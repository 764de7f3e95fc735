import { deletePasswordReset } from "../../../db/auth/password-resets.ts";
import { revokeSessionsOfUser } from "../../../db/auth/sessions.ts";
import { findMemberships } from "../../../db/auth/sign-in.ts";
import { findUser, updatePassword } from "../../../db/auth/users.ts";
import { inTransaction, ofAllTenants } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { assertRecentProof } from "../sessions/session-proof.ts";
import { requirePassword } from "../two-factor/start-two-factor.ts";
import { assertGoodPassword } from "./check-new-password.ts";

/**
 * Changes the caller's own password. Ends all their other sessions and any open reset code. Wrong guesses count as
 * failed sign-ins (API 2).
 * Without the current password the session must hold a recent proof of identity (decision 0130).
 * Wire 5, Dashboard 9. @throws `validation_failed` for a password that is easy to guess, `wrong_password`, `step_up_required`,
 * `login_locked`, `unavailable`
 */
export async function changePassword(
  ctx: Context,
  input: { currentPassword?: string | undefined; password: string },
): Promise<void> {
  const actor = memberActor(ctx);
  const { email } = await proveOwner(ctx, actor.userId, input.currentPassword);
  const businessNames = (await findMemberships(ofAllTenants(ctx.db), actor.userId)).map(
    ({ businessName }) => businessName,
  );
  await assertGoodPassword(input.password, { email, businessNames });
  const passwordHash = await ctx.providers.passwords.hash(input.password);
  const ended = await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    await updatePassword(tx, actor.userId, passwordHash, at);
    await deletePasswordReset(tx, actor.userId);
    const sessions = await revokeSessionsOfUser(tx, actor.userId, {
      at,
      because: "password_changed",
      except: actor.sessionId,
    });
    await recordAudit(tx, ctx, {
      action: "user.change_password",
      object: { kind: "user", id: actor.userId },
      after: { endedSessions: sessions.length },
    });
    await queueSecurityNotice(tx, ctx, { kind: "password_changed", to: { userId: actor.userId } });
    return sessions;
  });
  for (const sessionId of ended) ctx.callers?.forgetSession(sessionId);
}

async function proveOwner(
  ctx: Context,
  userId: string,
  currentPassword: string | undefined,
): Promise<{ email: string }> {
  if (currentPassword !== undefined) return await requirePassword(ctx, userId, currentPassword);
  await assertRecentProof(ctx);
  const user = await findUser(ctx.db, userId);
  if (!user) throw new Failure("unauthenticated");
  return user;
}
