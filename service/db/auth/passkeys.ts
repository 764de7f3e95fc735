import type { Queryable, Transaction } from "../pool.ts";

export type ChallengePurpose = "sign_in" | "add" | "step_up";

/** Stores a challenge. `userId` is null for a sign-in. */
export async function insertChallenge(
  db: Queryable,
  challenge: { hash: Buffer; purpose: ChallengePurpose; userId: string | null; expiresAt: Date },
): Promise<void> {
  await db.query(
    "insert into passkey_challenges (challenge_hash, purpose, user_id, expires_at) values ($1, $2, $3, $4)",
    [challenge.hash, challenge.purpose, challenge.userId, challenge.expiresAt],
  );
}

/** Deletes a challenge, so that it works once. Returns whether it was valid for this purpose and user. */
export async function takeChallenge(
  db: Queryable,
  challenge: { hash: Buffer; purpose: ChallengePurpose; userId: string | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from passkey_challenges
     where challenge_hash = $1 and purpose = $2 and user_id is not distinct from $3 and expires_at > $4`,
    [challenge.hash, challenge.purpose, challenge.userId, challenge.now],
  );
  return rowCount === 1;
}

export async function deleteChallengesBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from passkey_challenges where expires_at < $1", [before]);
  return rowCount ?? 0;
}

/** A passkey as its owner sees it. */
export type PasskeyRow = { id: string; name: string; isSynced: boolean; createdAt: Date; lastUsedAt: Date | null };

const columns = `id, name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Returns a user's passkeys, the oldest first. */
export async function findPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    `select ${columns} from passkeys where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows;
}

/** The credentials of a user at a domain, for the options that the browser gets. */
export async function findCredentials(
  db: Queryable,
  userId: string,
  rpId: string,
): Promise<{ credentialId: Buffer; transports: string[] }[]> {
  const { rows } = await db.query<{ credentialId: Buffer; transports: string[] }>(
    `select credential_id as "credentialId", transports from passkeys where user_id = $1 and rp_id = $2`,
    [userId, rpId],
  );
  return rows;
}

/** Locks a user until `tx` ends, so that passkeys and recovery codes of one person change one after the other. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query("select from users where id = $1 for update", [userId]);
}

export type NewPasskeyRow = {
  id: string;
  userId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  rpId: string;
  counter: number;
  transports: readonly string[];
  isSynced: boolean;
  name: string;
  at: Date;
};

/** Returns undefined where the credential is stored already. */
export async function insertPasskey(tx: Transaction, passkey: NewPasskeyRow): Promise<PasskeyRow | undefined> {
  const { rows } = await tx.query<PasskeyRow>(
    `insert into passkeys (id, user_id, credential_id, public_key, rp_id, counter, transports, is_synced, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (credential_id) do nothing
     returning ${columns}`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.rpId,
      passkey.counter,
      passkey.transports,
      passkey.isSynced,
      passkey.name,
      passkey.at,
    ],
  );
  return rows[0];
}

export async function renamePasskey(
  tx: Transaction,
  passkey: { id: string; userId: string; name: string },
): Promise<PasskeyRow | undefined> {
  const { rows } = await tx.query<PasskeyRow>(
    `update passkeys set name = $3 where id = $1 and user_id = $2 returning ${columns}`,
    [passkey.id, passkey.userId, passkey.name],
  );
  return rows[0];
}

/** Deletes one passkey of a user. Returns its name. */
export async function deletePasskey(tx: Transaction, id: string, userId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    "delete from passkeys where id = $1 and user_id = $2 returning name",
    [id, userId],
  );
  return rows[0]?.name;
}

export async function deletePasskeysOf(tx: Transaction, userId: string): Promise<number> {
  const { rowCount } = await tx.query("delete from passkeys where user_id = $1", [userId]);
  return rowCount ?? 0;
}

export type CredentialRow = { id: string; userId: string; publicKey: Buffer; counter: bigint };

/** Returns the passkey with a credential ID and locks it, so that parallel uses compare their counters in turn. */
export async function lockCredential(tx: Transaction, credentialId: Buffer): Promise<CredentialRow | undefined> {
  const { rows } = await tx.query<CredentialRow>(
    `select id, user_id as "userId", public_key as "publicKey", counter from passkeys
     where credential_id = $1 for update`,
    [credentialId],
  );
  return rows[0];
}

/** Records a use of a passkey: the authenticator's counter, and whether the passkey is backed up now. */
export async function updatePasskeyUse(
  tx: Transaction,
  id: string,
  use: { counter: number; isSynced: boolean; at: Date },
): Promise<void> {
  await tx.query("update passkeys set counter = $2, is_synced = $3, last_used_at = $4 where id = $1", [
    id,
    use.counter,
    use.isSynced,
    use.at,
  ]);
}
