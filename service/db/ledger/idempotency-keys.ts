import { plainArray, textArray } from "../array-literal.ts";
import { gather } from "../gather.ts";
import type { Database, Queryable, Transaction } from "../pool.ts";

/** A sent answer with the hash of its request (api 1). */
export type StoredAnswerRow = {
  requestHash: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
  at: Date;
};

/** The same with its tenant and key, as a flush reads and writes it. */
export type KeyedAnswerRow = Omit<StoredAnswerRow, "at"> & { tenant: number; key: string };

/** Returns the answer stored under a tenant's key; does not lock. Concurrent lookups share a round trip. */
export function findStoredAnswer(db: Database, tenantId: number, key: string): Promise<StoredAnswerRow | undefined> {
  return findGathered(db, { tenant: tenantId, key });
}

const findGathered = gather(async (db, wanted: readonly { tenant: number; key: string }[]) => {
  const { rows } = await db.query<StoredAnswerRow & { nth: number }>({
    name: "find-stored-answers",
    text: `select wanted.nth::int, k.request_hash as "requestHash", k.status, k.headers, k.body, k.at
      from unnest($1::int[], $2::text[]) with ordinality as wanted (tenant, key, nth)
      join idempotency_keys k on k.tenant = wanted.tenant and k.key = wanted.key`,
    values: [plainArray(wanted.map(({ tenant }) => tenant)), textArray(wanted.map(({ key }) => key))],
  });
  const found = new Map(rows.map(({ nth, ...row }) => [nth, row]));
  return wanted.map((_, index) => found.get(index + 1));
});

/**
 * Stores an answer in the transaction of its effect. A key that another process used first is a unique violation
 * (SQLSTATE 23505): roll back, read the stored answer and replay it.
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

/** Deletes up to `limit` answers older than `before`. Returns their number. */
export async function deleteStoredAnswersBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from idempotency_keys where ctid = any (array(select ctid from idempotency_keys where at < $1 limit $2))`,
    [before, limit],
  );
  return rowCount ?? 0;
}
