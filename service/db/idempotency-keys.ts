import type { Queryable, Transaction } from "./pool.ts";

/** An answer as it was sent, and the hash of the request it answered (api 1). */
export type StoredAnswerRow = {
  requestHash: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
  at: Date;
};

/** The answer kept under a tenant's key, if any; not locked. */
export async function findStoredAnswer(
  db: Queryable,
  tenantId: number,
  key: string,
): Promise<StoredAnswerRow | undefined> {
  const { rows } = await db.query<StoredAnswerRow>(
    `select request_hash as "requestHash", status, headers, body, at from idempotency_keys
     where tenant = $1 and key = $2`,
    [tenantId, key],
  );
  return rows[0];
}

/**
 * Keeps an answer in the transaction of its effect. A key that another process used first is a unique violation
 * (SQLSTATE 23505): roll back, look the answer up, replay it.
 */
export async function insertStoredAnswer(
  tx: Queryable | Transaction,
  tenantId: number,
  key: string,
  answer: StoredAnswerRow,
): Promise<void> {
  await tx.query(
    `insert into idempotency_keys (tenant, key, request_hash, status, headers, body, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenantId, key, answer.requestHash, answer.status, answer.headers, answer.body, answer.at],
  );
}

/** Forgets answers older than `before` (48 h, api 1). Returns how many. */
export async function deleteStoredAnswersBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from idempotency_keys where at < $1", [before]);
  return rowCount ?? 0;
}
