import { revokeSessionsOfUser } from "../../../db/auth/sessions.ts";
import { enableTwoFactor, lockTwoFactor, saveRecoveryCodes } from "../../../db/auth/two-factors.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { recordProof } from "../sessions/session-proof.ts";
import { limitAttempts } from "../sign-in/attempt-limit.ts";
import { newRecoveryCodes, stepOfCode } from "./authenticator.ts";
import { hashOfRecoveryCode } from "./check-second-factor.ts";

const ATTEMPTS = 10;

/**
 * Turns the second factor on with the app's first code. Ends the person's other sessions, which were opened without it.
 * Returns ten recovery codes in clear, only this once.
 * @throws `two_factor_not_started`, `two_factor_on`, `code_wrong`, `login_locked`
 */
export async function confirmTwoFactor(ctx: Context, input: { code: string }): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = memberActor(ctx);
  await limitAttempts(ctx, `two-factor ${userId}`, ATTEMPTS);
  const { recoveryCodes, ended } = await inTransaction(ctx.db, async (tx) => {
    const factor = await lockTwoFactor(tx, userId);
    if (!factor) throw new Failure("two_factor_not_started");
    if (factor.enabledAt) throw new Failure("two_factor_on");
    const secret = ctx.providers.secrets.open(factor.secretSealed, "two_factors.secret_sealed", userId);
    const step = stepOfCode(secret, input.code, ctx.clock.now(), factor.lastStep);
    if (step === undefined) throw new Failure("code_wrong");
    await enableTwoFactor(tx, userId, step, ctx.clock.now());
    const at = await recordProof(tx, ctx, "second_factor");
    const ended = await revokeSessionsOfUser(tx, userId, { at, because: "two_factor_enabled", except: sessionId });
    await recordAudit(tx, ctx, {
      action: "two_factor.enable",
      object: { kind: "user", id: userId },
      after: { endedSessions: ended.length },
    });
    await queueSecurityNotice(tx, ctx, { kind: "two_factor_on", to: { userId } });
    return { recoveryCodes: await makeRecoveryCodes(tx, ctx, userId), ended };
  });
  for (const id of [sessionId, ...ended]) ctx.callers?.forgetSession(id);
  return { recoveryCodes };
}

/** Replaces the person's recovery codes with ten new ones. Stores hashes, returns the codes in clear. */
export async function makeRecoveryCodes(tx: Transaction, ctx: Context, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await saveRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOfRecoveryCode(ctx, code)),
  );
  return codes;
}
