import { findSecondFactors, saveTwoFactor } from "../../../db/auth/two-factors.ts";
import { findUser } from "../../../db/auth/users.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { recordProof } from "../sessions/session-proof.ts";
import { guessPassword } from "../sign-in/guess-password.ts";
import { newAuthenticator } from "./authenticator.ts";

/**
 * Creates a secret for the caller's authenticator app. It takes effect with the first correct code
 * (`confirmTwoFactor`). The secret is shown only this once. @throws `wrong_password`, `two_factor_on`, `login_locked`
 */
export async function startTwoFactor(
  ctx: Context,
  input: { currentPassword: string },
): Promise<{ secret: string; uri: string }> {
  const { userId, sessionId } = memberActor(ctx);
  const { email } = await requirePassword(ctx, userId, input.currentPassword);
  const made = newAuthenticator(email);
  await inTransaction(ctx.db, async (tx) => {
    const sealed = ctx.providers.secrets.seal(made.secret, "two_factors.secret_sealed", userId);
    if (!(await saveTwoFactor(tx, userId, sealed, ctx.clock.now()))) throw new Failure("two_factor_on");
    await recordAudit(tx, ctx, { action: "two_factor.start", object: { kind: "user", id: userId } });
    // With a passkey the password alone is no proof: confirming then asks for one.
    const { passkeys } = await findSecondFactors(tx, userId);
    if (passkeys === 0) await recordProof(tx, ctx, "password");
  });
  ctx.callers?.forgetSession(sessionId);
  return made;
}

/** Returns the person after checking their password. @throws `wrong_password`, `login_locked`, `unavailable` */
export async function requirePassword(ctx: Context, userId: string, password: string): Promise<{ email: string }> {
  const user = await findUser(ctx.db, userId);
  if (!user) throw new Failure("unauthenticated");
  if (!(await guessPassword(ctx, { email: user.email, password }))) throw new Failure("wrong_password");
  return user;
}
