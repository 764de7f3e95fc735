import type { Assurance, StepUpBody } from "../../../../contract/auth.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { provePasskey } from "../passkeys/step-up-with-passkey.ts";
import { checkSecondFactor, SIGNED_IN } from "../two-factor/check-second-factor.ts";
import { requirePassword } from "../two-factor/start-two-factor.ts";
import { proofEnd, recordProof } from "./session-proof.ts";

/**
 * Renews the proof of identity of the caller's own session, for endpoints with `stepUp`: with a passkey, with a code
 * where the person has a second factor, otherwise with the password. Wrong ones count as failed sign-ins: five in fifteen minutes.
 * Returns until when the proof counts. API 2, decision 0078.
 * @throws `password_missing`, `wrong_password`, `code_missing`, `code_wrong`, `passkey_expired`, `passkey_invalid`,
 * `login_locked`, `unavailable`
 */
export async function stepUp(ctx: Context, input: StepUpBody): Promise<{ assurance: Assurance; provenUntil: string }> {
  const { userId, sessionId } = memberActor(ctx);
  const assurance = await proveIdentity(ctx, userId, input);
  const provenAt = await inTransaction(ctx.db, async (tx) => {
    const object = { kind: "session", id: sessionId };
    await recordAudit(tx, ctx, { action: "session.step_up", object, after: { assurance } });
    return recordProof(tx, ctx, assurance);
  });
  ctx.callers?.forgetSession(sessionId);
  return { assurance, provenUntil: proofEnd(provenAt).toISOString() };
}

/** The ways to prove one's identity, the strongest one first. */
async function proveIdentity(
  ctx: Context,
  userId: string,
  { passkey, password, code }: StepUpBody,
): Promise<Assurance> {
  if (passkey) {
    await provePasskey(ctx, userId, passkey);
    return "passkey";
  }
  if (await checkSecondFactor(ctx, { id: userId }, code, SIGNED_IN)) return "second_factor";
  if (password === undefined) throw new Failure("password_missing");
  await requirePassword(ctx, userId, password);
  return "password";
}
