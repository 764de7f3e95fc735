import type { CardState } from "../../../contract/cards.ts";
import { plainArray } from "../array-literal.ts";
import { type Transaction, wakeAfterCommit } from "../pool.ts";
import type { Statement } from "../statement.ts";
import { tenantsInTurn } from "../tenants-in-turn.ts";

/**
 * Inserts an outbox record that is not a journal, in the commit of its change. The fan-out job turns it into events.
 */
export async function insertOutboxRow(
  tx: Transaction,
  row: {
    tenant: number;
    kind:
      | "customer.created"
      | "transaction.pending"
      | "batch.completed"
      | "wallet_import.completed"
      | "card.linked"
      | `card.status.${CardState}`;
    objectId: string;
    at: Date;
  },
): Promise<void> {
  await tx.query("insert into outbox (tenant, kind, object_id, at) values ($1, $2, $3, $4)", [
    row.tenant,
    row.kind,
    row.objectId,
    row.at,
  ]);
  wakeAfterCommit(tx);
}

/** The statement that inserts an outbox record beside a posting: its commit wakes the worker. */
export function outboxInsert(row: {
  tenant: number;
  kind: "wallet.credit.suspended";
  objectId: string;
  at: Date;
}): Statement {
  return {
    name: "insert-outbox-record",
    text: "insert into outbox (tenant, kind, object_id, at) values ($1, $2, $3, $4)",
    values: [row.tenant, row.kind, row.objectId, row.at],
  };
}

/**
 * A pending outbox record of a tenant: a journal with its number of transactions, or an object. The kind is "journal" or what happened
 * to the object, as in the database: some end with the state it reached or the number of its event.
 */
export type OutboxRecord = { id: bigint; kind: string; tenant: number; journal: bigint | null } & {
  objectId: string | null;
  transactions: number;
  at: Date;
  /** Trace contexts of a journal by transaction, or one as `all`; null when its process did not trace. */
  traces: Record<string, string> | null;
};

const outboxColumns = `o.id, o.kind, o.tenant, o.journal, o.object_id as "objectId", o.at, o.traces,
  coalesce((select j.n from journals j where j.id = o.journal and j.tenant = o.tenant), 1) as transactions`;

/**
 * Claims records that are not fanned out: the tenants in turn, of each the oldest first. Skips quarantined records and those that another
 * worker holds. Decision 0196.
 */
export async function claimOutboxRecords(tx: Transaction, limit: number): Promise<OutboxRecord[]> {
  const { rows } = await tx.query<OutboxRecord>({
    name: "claim-outbox-records",
    text: `${tenantsInTurn("outbox", WAITING, "$1")}
      select ${outboxColumns} from waiting w cross join share cross join lateral (
        select c.* from outbox c where c.tenant = w.tenant and ${WAITING}
        order by c.id limit share.rows for update skip locked
      ) o
      order by row_number() over (partition by o.tenant order by o.id), o.id limit $1`,
    values: [limit],
  });
  return rows;
}

const WAITING =
  "c.fanned_out_at is null and not exists (select from outbox_failures f where f.cause = c.id and f.tenant = c.tenant)";

/** A quarantined record with the number of its attempts. */
export type QuarantinedRecord = OutboxRecord & { tries: number };

/** Claims the next quarantined record that is due, if any. */
export async function claimQuarantinedRecord(tx: Transaction, now: Date): Promise<QuarantinedRecord[]> {
  const { rows } = await tx.query<QuarantinedRecord>(
    `select ${outboxColumns}, f.tries from outbox_failures f join outbox o on o.id = f.cause and o.tenant = f.tenant
     where o.fanned_out_at is null and f.retry_at <= $1 order by f.retry_at limit 1 for update of o, f skip locked`,
    [now],
  );
  return rows;
}

/** Quarantines a record until `retryAt`, unless it was fanned out in the meantime. */
export async function quarantineOutboxRecord(
  tx: Transaction,
  failure: { record: OutboxRecord; tries: number; error: string; at: Date; retryAt: Date },
): Promise<void> {
  await tx.query(
    `insert into outbox_failures (tenant, cause, tries, error, failed_at, retry_at)
     select o.tenant, o.id, $2, $3, $4, $5 from outbox o where o.id = $1 and o.tenant = $6 and o.fanned_out_at is null
     for update
     on conflict (cause, tenant) do update set tries = excluded.tries, error = excluded.error, failed_at = excluded.failed_at,
       retry_at = excluded.retry_at`,
    [failure.record.id, failure.tries, failure.error, failure.at, failure.retryAt, failure.record.tenant],
  );
}

/** Ends the quarantine of a record, in the transaction that publishes it. */
export async function releaseOutboxRecord(tx: Transaction, { id, tenant }: OutboxRecord): Promise<void> {
  await tx.query("delete from outbox_failures where cause = $1 and tenant = $2", [id, tenant]);
}

/** Marks records as fanned out, in the transaction that writes their events. */
export async function markFannedOut(tx: Transaction, ids: readonly bigint[], at: Date): Promise<void> {
  await tx.query({
    name: "mark-fanned-out",
    text: "update outbox set fanned_out_at = $2 where id = any($1::bigint[])",
    values: [plainArray(ids), at],
  });
}

/** Deletes up to `limit` of the oldest records that were fanned out before an instant. Returns their number. */
export async function purgeOutboxRecords(tx: Transaction, doneBefore: Date, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from outbox where fanned_out_at < $1
       and id in (select id from outbox order by id limit $2)`,
    [doneBefore, limit],
  );
  return rowCount ?? 0;
}
