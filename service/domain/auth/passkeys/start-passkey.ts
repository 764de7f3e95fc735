import { generateRegistrationOptions } from "@simplewebauthn/server";
import { findCredentials } from "../../../db/auth/passkeys.ts";
import { findSecondFactors } from "../../../db/auth/two-factors.ts";
import { findUser } from "../../../db/auth/users.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { memberActor } from "../member-actor.ts";
import { CHALLENGE_MS, newChallenge } from "./challenge.ts";
import { userHandleOf } from "./check-assertion.ts";
import { relyingParty } from "./relying-party.ts";

export const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256. The library's default also tries an algorithm that Node has as an experiment only. */
export const ALGORITHMS = [-8, -7, -257];

/**
 * The browser's options to create a passkey for the caller: discoverable, so that signing in needs no e-mail, and with
 * user verification, so that it counts as two factors. @throws `passkeys_unavailable`, `passkey_limit`
 */
export async function startPasskey(ctx: Context) {
  const { userId, name } = memberActor(ctx);
  const party = relyingParty(ctx);
  const user = await findUser(ctx.db, userId);
  if (!user) throw new Failure("unauthenticated");
  if ((await findSecondFactors(ctx.db, userId)).passkeys >= MAX_PASSKEYS) throw new Failure("passkey_limit");
  const known = await findCredentials(ctx.db, userId, party.id);
  return await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: userHandleOf(userId),
    userName: user.email,
    userDisplayName: name,
    challenge: await newChallenge(ctx, { purpose: "add", userId }),
    timeout: CHALLENGE_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString("base64url"),
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}
