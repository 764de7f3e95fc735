import type { Queryable, Transaction } from "../pool.ts";

export type TwoFactorRow = { secretSealed: Buffer; lastStep: bigint; enabledAt: Date | null };

const columns = `secret_sealed as "secretSealed", last_step as "lastStep", enabled_at as "enabledAt"`;

/** Returns a user's authenticator and locks it until `tx` ends, so that a code is accepted once. */
export async function lockTwoFactor(tx: Transaction, userId: string): Promise<TwoFactorRow | undefined> {
  const { rows } = await tx.query<TwoFactorRow>(`select ${columns} from two_factors where user_id = $1 for update`, [
    userId,
  ]);
  return rows[0];
}

/** The second factors of a user: since when the authenticator is enabled, unused recovery codes, passkeys. */
export type SecondFactorsRow = { enabledAt: Date | null; recoveryCodesLeft: number; passkeys: number };

export async function findSecondFactors(db: Queryable, userId: string): Promise<SecondFactorsRow> {
  const { rows } = await db.query<SecondFactorsRow>(
    `select (select enabled_at from two_factors where user_id = $1) as "enabledAt",
       (select count(*)::int from recovery_codes where user_id = $1 and used_at is null) as "recoveryCodesLeft",
       (select count(*)::int from passkeys where user_id = $1) as passkeys`,
    [userId],
  );
  return rows[0] ?? { enabledAt: null, recoveryCodesLeft: 0, passkeys: 0 };
}

/**
 * Stores a new secret that is not enabled yet. Returns false where an authenticator is enabled: remove that one first.
 */
export async function saveTwoFactor(tx: Transaction, userId: string, secretSealed: Buffer, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into two_factors (user_id, secret_sealed, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0, created_at = $3
       where two_factors.enabled_at is null`,
    [userId, secretSealed, at],
  );
  return rowCount === 1;
}

export async function enableTwoFactor(tx: Transaction, userId: string, step: bigint, at: Date): Promise<void> {
  await tx.query("update two_factors set enabled_at = $3, last_step = $2 where user_id = $1", [userId, step, at]);
}

export async function updateLastStep(tx: Transaction, userId: string, step: bigint): Promise<void> {
  await tx.query("update two_factors set last_step = $2 where user_id = $1", [userId, step]);
}

export async function deleteRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.query("delete from recovery_codes where user_id = $1", [userId]);
}

/** Deletes the authenticator. */
export async function deleteTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from two_factors where user_id = $1", [userId]);
  return rowCount === 1;
}

/** Replaces all recovery codes. */
export async function saveRecoveryCodes(tx: Transaction, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx.query("insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])", [userId, hashes]);
}

/** Marks a recovery code as used. Returns false where no unused code matches. */
export async function takeRecoveryCode(tx: Transaction, userId: string, hash: Buffer, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null",
    [userId, hash, at],
  );
  return rowCount === 1;
}
