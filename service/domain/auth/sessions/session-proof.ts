import type { Assurance } from "../../../../contract/auth.ts";
import { signInTexts } from "../../../../contract/texts/sign-in.ts";
import { findSessionProof, updateProof } from "../../../db/auth/sessions.ts";
import type { Transaction } from "../../../db/pool.ts";
import type { Context, SessionProof } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { memberActor } from "../member-actor.ts";

const PROOF_MINUTES = 10;

export function proofEnd(provenAt: Date): Date {
  return new Date(provenAt.getTime() + PROOF_MINUTES * 60_000);
}

/**
 * Whether a session's proof admits it to endpoints with `stepUp`: given in the last ten minutes, and not with the
 * password alone where the person has a second factor. Decision 0078.
 */
export function isProven(proof: SessionProof, now: Date): boolean {
  if (proof.hasSecondFactor && proof.assurance === "password") return false;
  return now < proofEnd(proof.provenAt);
}

/** Refuses a caller without a recent proof, for verbs that need one only sometimes. @throws `step_up_required` */
export async function assertRecentProof(ctx: Context): Promise<void> {
  const row = await findSessionProof(ctx.db, memberActor(ctx).sessionId);
  if (!row) throw new Failure("unauthenticated");
  const { assurance, provenAt, hasAuthenticator, hasPasskey } = row;
  const proof = { assurance, provenAt, hasSecondFactor: hasAuthenticator || hasPasskey, hasPasskey };
  if (!isProven(proof, ctx.clock.now())) throw stepUpRequired(proof);
}

/** `step_up_required`; `errors` names the fields of which `POST /user/step-up` takes one from this person. */
export function stepUpRequired({ hasSecondFactor, hasPasskey }: SessionProof): Failure {
  const field = hasSecondFactor ? "code" : "password";
  const message = signInTexts.stepUpRequired(PROOF_MINUTES, signInTexts.stepUpWays[field]);
  const fields = hasPasskey ? ([field, "passkey"] as const) : ([field] as const);
  const errors = fields.map((name) => ({ field: name, message: signInTexts.stepUpFields[name] }));
  return new Failure("step_up_required", { message, errors });
}

/** Stores a proof that the caller has just given to their own session. Call `forgetSession` after the commit. */
export async function recordProof(tx: Transaction, ctx: Context, assurance: Assurance): Promise<Date> {
  const at = ctx.clock.now();
  await updateProof(tx, memberActor(ctx).sessionId, { assurance, at });
  return at;
}
