import { binaryArray } from "../array-binary.ts";
import { arrays, eachOrOne, oneIfSame, plainArray, textArray } from "../array-literal.ts";
import { gather } from "../gather.ts";
import type { Database, Queryable, Transaction } from "../pool.ts";
import type { Statement } from "../statement.ts";

/** From what a reply is rebuilt: the ID of its transaction, and the number of the reply's shape. Decision 0164. */
export type AnswerSource = { transaction: string; shape: number };

/** A sent answer with the hash of its request (api 1). */
export type StoredAnswerRow = {
  requestHash: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
  at: Date;
};

/** The same as it is found. With `source`, status and body are only for a former release. */
export type FoundAnswerRow = StoredAnswerRow & { source?: AnswerSource | undefined };

/** The same with its tenant and key, as a flush reads and writes it. With `source`, status and body are not written. */
export type KeyedAnswerRow = Omit<FoundAnswerRow, "at"> & { tenant: number; key: string };

/** What a former release replays instead of a reply that it cannot rebuild: its caller tries again with the same key. */
export const FORMER_REPLY = { status: 503, body: "{}" } as const;

export type SourceColumns = { transaction: string | null; shape: number | null };
export const sourceColumns = "k.transaction, k.shape";

/** Replaces the two columns of a source by the source, if there is one. */
export function withSource<Row extends SourceColumns>({ transaction, shape, ...row }: Row) {
  return transaction === null || shape === null ? row : { ...row, source: { transaction, shape } };
}

/** Returns the answer stored under a tenant's key; does not lock. Concurrent lookups share a round trip. */
export function findStoredAnswer(db: Database, tenantId: number, key: string): Promise<FoundAnswerRow | undefined> {
  return findGathered(db, { tenant: tenantId, key });
}

const findGathered = gather(async (db, wanted: readonly { tenant: number; key: string }[]) => {
  const { rows } = await db.query<StoredAnswerRow & SourceColumns & { nth: number }>({
    name: "find-stored-answers",
    text: `select wanted.nth::int, k.request_hash as "requestHash", k.status, k.headers, k.body, k.at, ${sourceColumns}
      from unnest($1::int[], $2::text[]) with ordinality as wanted (tenant, key, nth)
      join idempotency_keys k on k.tenant = wanted.tenant and k.key = wanted.key`,
    values: [plainArray(wanted.map(({ tenant }) => tenant)), textArray(wanted.map(({ key }) => key))],
  });
  const found = new Map(rows.map(({ nth, ...row }) => [nth, withSource(row)]));
  return wanted.map((_, index): FoundAnswerRow | undefined => found.get(index + 1));
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

/** What the reply to a transfer, credit or debit says of its transaction. Amounts in kobo. The merchant's wallet has no customer. */
export type AnswerFacts = {
  reference: string;
  amount: bigint;
  baseFee: bigint;
  merchantFee: bigint;
  description: string | null;
  narration: string | null;
  source: { walletId: string; customerId: string | null };
  target: { walletId: string; customerId: string | null };
};

type FactsRow = Omit<AnswerFacts, "source" | "target"> &
  Record<"sourceWallet" | "targetWallet", string> &
  Record<"sourceCustomer" | "targetCustomer", string | null>;

/**
 * Returns the facts of a posted transaction between wallets. None of them ever changes: posted transactions are append-only, and a wallet
 * keeps its ID, account and customer.
 */
export async function findAnswerFacts(db: Queryable, tenant: number, id: string): Promise<AnswerFacts | undefined> {
  const { rows } = await db.query<FactsRow>({
    name: "find-answer-facts",
    text: `select t.reference, t.amount, t.fee_base as "baseFee", t.fee_merchant as "merchantFee", t.description, t.narration,
        s.id as "sourceWallet", s.customer_id as "sourceCustomer", d.id as "targetWallet", d.customer_id as "targetCustomer"
      from transactions t
      join wallets s on s.tenant = t.tenant and s.account_id = t.source
      join wallets d on d.tenant = t.tenant and d.account_id = t.destination
      where t.tenant = $1 and t.id = $2 and t.status = 'success'`,
    values: [tenant, id],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { sourceWallet, sourceCustomer, targetWallet, targetCustomer, ...facts } = row;
  return {
    ...facts,
    source: { walletId: sourceWallet, customerId: sourceCustomer },
    target: { walletId: targetWallet, customerId: targetCustomer },
  };
}

export const insertAnswersSql = `
insert into idempotency_keys (tenant, key, request_hash, status, headers, body, transaction, shape, at)
select ${eachOrOne(1, "int", "tenant")}, v.key, v.request_hash, ${eachOrOne(4, "smallint", "status")},
  ${eachOrOne(5, "jsonb", "headers")}, ${eachOrOne(6, "text", "body")}, ${eachOrOne(7, "uuid", "transaction")},
  ${eachOrOne(8, "smallint", "shape")}, $9
from (select ${[
  arrays(1, { tenant: "int", key: "text", request_hash: "bytea", status: "smallint", headers: "jsonb", body: "text" }),
  arrays(7, { transaction: "uuid", shape: "smallint" }),
].join(", ")}) v`;

/** The headers of most answers: one object, so that they are found to be the same. */
const NO_HEADERS = {};

/** The statement that stores the answers of a flush. */
export function insertAnswers(answers: readonly KeyedAnswerRow[], at: Date): Statement {
  const stored = answers.map(storedColumns);
  return {
    name: "ledger_write_answers",
    text: insertAnswersSql,
    values: [
      binaryArray.integer(oneIfSame(answers.map((row) => row.tenant))),
      binaryArray.text(answers.map((row) => row.key)),
      binaryArray.bytea(answers.map((row) => row.requestHash)),
      binaryArray.smallint(oneIfSame(stored.map((row) => row.status))),
      binaryArray.jsonb(oneIfSame(stored.map((row) => row.headers))),
      binaryArray.text(oneIfSame(stored.map((row) => row.body))),
      binaryArray.uuid(oneIfSame(stored.map((row) => row.transaction))),
      binaryArray.smallint(oneIfSame(stored.map((row) => row.shape))),
      at,
    ],
  };
}

/** The columns of an answer that depend on whether it has a source. */
export function storedColumns({ headers, status, body, source }: KeyedAnswerRow) {
  const reply = source ? FORMER_REPLY : { status, body };
  const kept = Object.keys(headers).length > 0 ? headers : NO_HEADERS;
  return { ...reply, headers: kept, transaction: source?.transaction ?? null, shape: source?.shape ?? null };
}
