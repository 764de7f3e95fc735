import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { PublicContext } from "../../context.ts";
import { limitAttempts } from "../sign-in/attempt-limit.ts";
import { CHALLENGE_MS, newChallenge } from "./challenge.ts";
import { relyingParty } from "./relying-party.ts";

/** Each view of the sign-in page takes one, and an office shares an address. */
const CHALLENGES = 300;

/**
 * The browser's options to sign in with any passkey of this domain: nobody is known yet, so no credential is named.
 * @throws `passkeys_unavailable`, `login_locked` after 300 requests from one address in 15 minutes
 */
export async function startPasskeySignIn(ctx: PublicContext) {
  const party = relyingParty(ctx);
  await limitAttempts(ctx, "passkey options", CHALLENGES);
  return await generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newChallenge(ctx, { purpose: "sign_in", userId: null }),
    timeout: CHALLENGE_MS,
    userVerification: "required",
  });
}
