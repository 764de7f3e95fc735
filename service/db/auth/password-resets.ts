import type { Transaction } from "../pool.ts";

export type ResetTargetRow = { userId: string; firstName: string; sentAt: Date | null };

/** Returns the verified user with this email and the time of the last reset; locks the user until `tx` ends. */
export async function lockResetTarget(tx: Transaction, email: string): Promise<ResetTargetRow | undefined> {
  const { rows } = await tx.query<ResetTargetRow>(
    `select u.id as "userId", u.first_name as "firstName", p.sent_at as "sentAt"
     from users u left join password_resets p on p.user_id = u.id
     where u.email = $1 and u.verified_at is not null for update of u`,
    [email],
  );
  return rows[0];
}

export async function savePasswordReset(
  tx: Transaction,
  reset: { userId: string; codeHash: Buffer; sentAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `insert into password_resets (user_id, code_hash, sent_at, expires_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at,
       expires_at = excluded.expires_at`,
    [reset.userId, reset.codeHash, reset.sentAt, reset.expiresAt],
  );
}

/** Deletes the reset of a code, so that the code works once. Returns undefined where no valid reset exists. */
export async function takePasswordReset(tx: Transaction, codeHash: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ userId: string }>(
    `delete from password_resets where code_hash = $1 and expires_at > $2 returning user_id as "userId"`,
    [codeHash, now],
  );
  return rows[0]?.userId;
}

/** Deletes a user's unused reset after the password has changed. */
export async function deletePasswordReset(tx: Transaction, userId: string): Promise<void> {
  await tx.query("delete from password_resets where user_id = $1", [userId]);
}
