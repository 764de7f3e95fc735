import { verifyRegistrationResponse } from "@simplewebauthn/server";
import type { NewPasskey } from "../../../../contract/passkey-credentials.ts";
import type { Passkey } from "../../../../contract/passkeys.ts";
import { insertPasskey, lockUser, type PasskeyRow } from "../../../db/auth/passkeys.ts";
import { revokeSessionsOfUser } from "../../../db/auth/sessions.ts";
import { findSecondFactors } from "../../../db/auth/two-factors.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { recordProof } from "../sessions/session-proof.ts";
import { makeRecoveryCodes } from "../two-factor/confirm-two-factor.ts";
import { useChallenge } from "./challenge.ts";
import { relyingParty } from "./relying-party.ts";
import { ALGORITHMS, MAX_PASSKEYS } from "./start-passkey.ts";

/**
 * Stores the passkey that the browser created. A person without recovery codes gets ten, in clear only this once. With
 * the first second factor of a person all their other sessions end: those were opened by the password alone.
 * @throws `passkey_expired`, `passkey_invalid`, `passkey_exists`, `passkey_limit`, `passkeys_unavailable`
 */
export async function addPasskey(
  ctx: Context,
  input: { name: string; credential: NewPasskey },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { userId, sessionId } = memberActor(ctx);
  const { credential } = input;
  const challenge = await useChallenge(ctx, credential.response.clientDataJSON, { purpose: "add", userId });
  const registration = await verifyNewPasskey(ctx, credential, challenge);
  const at = ctx.clock.now();
  const { ended, ...added } = await inTransaction(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    const before = await findSecondFactors(tx, userId);
    if (before.passkeys >= MAX_PASSKEYS) throw new Failure("passkey_limit");
    const row = await insertPasskey(tx, {
      ...registration,
      id: ctx.ids.next(),
      userId,
      transports: credential.response.transports,
      name: input.name,
      at,
    });
    if (!row) throw new Failure("passkey_exists");
    const isFirst = before.passkeys === 0 && before.enabledAt === null;
    const sessions = isFirst
      ? await revokeSessionsOfUser(tx, userId, { at, because: "two_factor_enabled", except: sessionId })
      : [];
    await recordProof(tx, ctx, "passkey");
    await recordAudit(tx, ctx, {
      action: "passkey.add",
      object: { kind: "passkey", id: row.id },
      after: { name: row.name, synced: row.isSynced, endedSessions: sessions.length },
    });
    await queueSecurityNotice(tx, ctx, { kind: "passkey_added", to: { userId }, detail: row.name });
    const recoveryCodes = before.recoveryCodesLeft > 0 ? [] : await makeRecoveryCodes(tx, ctx, userId);
    return { passkey: passkeyReply(row), recoveryCodes, ended: sessions };
  });
  for (const id of [sessionId, ...ended]) ctx.callers?.forgetSession(id);
  return added;
}

async function verifyNewPasskey(ctx: Context, { response, ...credential }: NewPasskey, challenge: string) {
  const party = relyingParty(ctx);
  const { clientDataJSON, attestationObject } = response;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library throws for everything that does not match; the text names the caller's values.
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified) throw new Failure("passkey_invalid");
  return {
    credentialId: Buffer.from(registrationInfo.credential.id, "base64url"),
    publicKey: Buffer.from(registrationInfo.credential.publicKey),
    rpId: party.id,
    counter: registrationInfo.credential.counter,
    isSynced: registrationInfo.credentialBackedUp,
  };
}

/** A passkey as the API returns it, without its key. */
export function passkeyReply({ isSynced, createdAt, lastUsedAt, ...row }: PasskeyRow): Passkey {
  return {
    ...row,
    synced: isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
