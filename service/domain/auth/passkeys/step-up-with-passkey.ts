import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { PasskeyAssertion } from "../../../../contract/passkey-credentials.ts";
import { findCredentials } from "../../../db/auth/passkeys.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { memberActor } from "../member-actor.ts";
import { limitGuesses } from "../sign-in/attempt-limit.ts";
import { CHALLENGE_MS, newChallenge, useChallenge } from "./challenge.ts";
import { checkAssertion } from "./check-assertion.ts";
import { relyingParty } from "./relying-party.ts";

const ATTEMPTS = 10;

/** The browser's options to confirm the caller's identity with one of their passkeys. @throws `passkeys_unavailable` */
export async function startPasskeyStepUp(ctx: Context) {
  const { userId } = memberActor(ctx);
  const party = relyingParty(ctx);
  const own = await findCredentials(ctx.db, userId, party.id);
  return await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId.toString("base64url"),
      transports,
    })),
    challenge: await newChallenge(ctx, { purpose: "step_up", userId }),
    timeout: CHALLENGE_MS,
    userVerification: "required",
  });
}

/**
 * Requires the proof of one of this person's passkeys.
 * @throws `passkey_expired`, `passkey_invalid`, `passkeys_unavailable`; `login_locked` after ten refusals
 */
export async function provePasskey(ctx: Context, userId: string, credential: PasskeyAssertion): Promise<void> {
  await limitGuesses({ ...ctx, address: "any" }, `passkey ${userId}`, ATTEMPTS, async () => {
    const { clientDataJSON } = credential.response;
    const challenge = await useChallenge(ctx, clientDataJSON, { purpose: "step_up", userId });
    const { kind } = await checkAssertion(ctx, credential, { challenge, userId });
    if (kind !== "accepted") throw new Failure("passkey_invalid");
  });
}
