import type { Queryable } from "../pool.ts";

/** The rows of a span of numbers, the first excluded. */
export type Span = { after: bigint; through: bigint };

export type SealedJournal = { tenant: number; id: bigint; lane: number; kind: string; n: number; at: string } & {
  mac: Buffer | null;
  rowSums: Buffer | null;
  callMac: Buffer | null;
  callSums: Buffer | null;
};

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** The journals of a span, in order; never a part of those with the same ID. Instants in microseconds. */
export async function findJournals(db: Queryable, span: Span, limit: number): Promise<SealedJournal[]> {
  const { rows } = await db.query<SealedJournal>(
    `select tenant, id, lane, kind, n, ${micros("at")} as at, mac, row_sums as "rowSums",
       call_mac as "callMac", call_sums as "callSums"
     from journals where id > $1 and id <= $2 order by id fetch first $3 rows with ties`,
    [span.after, span.through, limit],
  );
  return rows;
}

export type SealedTransaction = {
  journal: bigint;
  tenant: number;
  id: string;
  reference: string;
  kind: string;
  status: string;
  failure: string | null;
  batch: string | null;
  source: bigint;
  sourceSeq: bigint | null;
  destination: bigint;
  destinationSeq: bigint | null;
  amount: bigint;
  baseFee: bigint;
  merchantFee: bigint;
  description: string | null;
  narration: string | null;
  note: string | null;
  reversalOf: string | null;
  metadata: object | null;
  actor: string;
  actorName: string | null;
  address: string | null;
  requestId: string | null;
  at: string;
};

/** The transactions of a span of journals. */
export async function findSealedTransactions(db: Queryable, span: Span): Promise<SealedTransaction[]> {
  const { rows } = await db.query<SealedTransaction>(
    `select journal, tenant, id, reference, kind, status, failure, batch, source, source_seq as "sourceSeq", destination,
       destination_seq as "destinationSeq", amount, fee_base as "baseFee", fee_merchant as "merchantFee", description,
       narration, note, reversal_of as "reversalOf", metadata, actor, actor_name as "actorName", address,
       request_id as "requestId", ${micros("at")} as at
     from transactions where journal > $1 and journal <= $2`,
    [span.after, span.through],
  );
  return rows;
}

export type SealedEntry = {
  journal: bigint;
  tenant: number;
  account: bigint;
  seq: bigint;
  transaction: string | null;
  delta: bigint;
  balanceAfter: bigint;
  at: string;
};

/** The entries of a span of journals. */
export async function findSealedEntries(db: Queryable, span: Span): Promise<SealedEntry[]> {
  const { rows } = await db.query<SealedEntry>(
    `select journal, tenant, account, seq, transaction, delta, balance_after as "balanceAfter", ${micros("at")} as at
     from entries where journal > $1 and journal <= $2`,
    [span.after, span.through],
  );
  return rows;
}

export type SealedAuditRow = {
  number: bigint;
  tenant: number;
  id: string;
  at: string;
  actorKind: string;
  actorId: string;
  actorName: string;
  action: string;
  objectKind: string;
  objectId: string;
  before: object | null;
  after: object | null;
  reason: string | null;
  address: string | null;
  requestId: string;
  mac: Buffer | null;
};

/** The codes of the audit rows of a span, in order. */
export async function findAuditMacs(
  db: Queryable,
  span: Span,
  limit: number,
): Promise<Pick<SealedAuditRow, "number" | "id" | "mac">[]> {
  const { rows } = await db.query<Pick<SealedAuditRow, "number" | "id" | "mac">>(
    "select number, id, mac from audit_log where number > $1 and number <= $2 order by number limit $3",
    [span.after, span.through, limit],
  );
  return rows;
}

/** The first `limit` audit rows of a span, in order; null: all. */
export async function findSealedAudit(
  db: Queryable,
  span: Span,
  limit: number | null = null,
): Promise<SealedAuditRow[]> {
  const { rows } = await db.query<SealedAuditRow>(
    `select number, tenant, id, ${micros("at")} as at, actor_kind as "actorKind", actor_id as "actorId",
       actor_name as "actorName", action, object_kind as "objectKind", object_id as "objectId", before, after, reason,
       address, request_id as "requestId", mac
     from audit_log where number > $1 and number <= $2 order by number limit $3`,
    [span.after, span.through, limit],
  );
  return rows;
}
