import type { Queryable, Transaction } from "../pool.ts";

export type EmailConfirmation = { userId: string; codeHash: Buffer; sentAt: Date; expiresAt: Date };

/** Stores the code mailed to a user; it replaces the previous one. */
export async function saveEmailConfirmation(tx: Transaction, confirmation: EmailConfirmation): Promise<void> {
  await tx.query(
    `insert into email_confirmations (user_id, code_hash, sent_at, expires_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at,
       expires_at = excluded.expires_at`,
    [confirmation.userId, confirmation.codeHash, confirmation.sentAt, confirmation.expiresAt],
  );
}

/** Returns the time of the last mail to a user and locks their code until `tx` ends. */
export async function lockEmailConfirmation(tx: Transaction, userId: string): Promise<{ sentAt: Date } | undefined> {
  const { rows } = await tx.query<{ sentAt: Date }>(
    `select sent_at as "sentAt" from email_confirmations where user_id = $1 for update`,
    [userId],
  );
  return rows[0];
}

/** Deletes a user's code, so that it works once. Returns false where no valid code matches. */
export async function takeEmailConfirmation(
  tx: Transaction,
  code: { userId: string; hash: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "delete from email_confirmations where user_id = $1 and code_hash = $2 and expires_at > $3",
    [code.userId, code.hash, code.now],
  );
  return rowCount === 1;
}

/** Deletes a user's code after the email was confirmed in another way. */
export async function deleteEmailConfirmation(tx: Transaction, userId: string): Promise<void> {
  await tx.query("delete from email_confirmations where user_id = $1", [userId]);
}

/** Whether this is the code of an account that is open already. */
export async function hasEmailConfirmation(db: Queryable, codeHash: Buffer): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    "select exists (select from email_confirmations where code_hash = $1) as found",
    [codeHash],
  );
  return rows[0]?.found ?? false;
}
