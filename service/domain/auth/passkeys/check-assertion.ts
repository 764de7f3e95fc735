import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { PasskeyAssertion } from "../../../../contract/passkey-credentials.ts";
import { type CredentialRow, lockCredential, updatePasskeyUse } from "../../../db/auth/passkeys.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Services } from "../../context.ts";
import { relyingParty } from "./relying-party.ts";

/** `refused`: the passkey exists but its proof is wrong. `copied`: the proof is right, but its counter went back. */
export type AssertionResult =
  | { kind: "accepted" | "refused" | "copied"; passkeyId: string; userId: string }
  | { kind: "unknown" };

/**
 * Verifies the proof of a stored passkey: signature, origin, domain, user verification, and the person in `userHandle`.
 * `userId`: only this person's passkeys count. The challenge must have been taken with `useChallenge`.
 */
export async function checkAssertion(
  ctx: Pick<Services, "db" | "clock" | "dashboardUrl" | "passkeyRpId">,
  credential: PasskeyAssertion,
  expected: { challenge: string; userId?: string },
): Promise<AssertionResult> {
  return await inTransaction(ctx.db, async (tx) => {
    const passkey = await lockCredential(tx, Buffer.from(credential.id, "base64url"));
    if (!passkey || (expected.userId !== undefined && passkey.userId !== expected.userId)) return { kind: "unknown" };
    const { id: passkeyId, userId } = passkey;
    const proof = await verifyProof(ctx, credential, { passkey, challenge: expected.challenge });
    if (!proof) return { kind: "refused", passkeyId, userId };
    // 0 on both sides: the authenticator does not count, as synced passkeys do.
    const isBehind = (proof.newCounter > 0 || passkey.counter > 0n) && BigInt(proof.newCounter) <= passkey.counter;
    if (isBehind) return { kind: "copied", passkeyId, userId };
    await updatePasskeyUse(tx, passkeyId, {
      counter: proof.newCounter,
      isSynced: proof.credentialBackedUp,
      at: ctx.clock.now(),
    });
    return { kind: "accepted", passkeyId, userId };
  });
}

async function verifyProof(
  ctx: Pick<Services, "dashboardUrl" | "passkeyRpId">,
  { response, ...credential }: PasskeyAssertion,
  { passkey, challenge }: { passkey: CredentialRow; challenge: string },
) {
  const party = relyingParty(ctx);
  const { userHandle, ...rest } = response;
  if (userHandle && userHandle !== userHandleOf(passkey.userId).toString("base64url")) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is compared above: then only a correct signature can look like a copy.
      credential: { id: credential.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo : undefined;
  } catch {
    // The library throws for everything that does not match; the text names the caller's values.
    return undefined;
  }
}

/** The ID under which authenticators store the person: the bytes of the user ID. */
export function userHandleOf(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId.replaceAll("-", ""), "hex");
}
