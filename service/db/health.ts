import type { Queryable } from "./pool.ts";

/** What the worker measures in the database at each scrape. Seconds since the instant; `replicationSeconds` is null where it may not be read. */
export type HealthRow = {
  outboxOldest: Date | null;
  messageOldestDue: Date | null;
  uploadIdleSince: Date | null;
  verifiedAt: Date | null;
  comparedAt: Date | null;
  unbalanced: number;
  standbys: number;
  replicationSeconds: number | null;
  replicationBytes: number | null;
  isArchiveFailing: boolean;
};

/**
 * Reads the ages of the queues that have no other gauge, the oldest check of a tenant's books, the last complete comparison of all accounts, the standbys, and whether the log cannot be archived. Quarantined outbox records
 * and batches of suspended merchants wait for somebody else.
 */
export async function readHealthRow(db: Queryable, now: Date): Promise<HealthRow> {
  // Without the right to read it, the state of every standby is null, and so is its lag: only their number is known.
  const { rows } = await db.query<HealthRow>(
    `select
       (select min(at) from outbox o where fanned_out_at is null
          and not exists (select from outbox_failures f where f.cause = o.id)) as "outboxOldest",
       (select min(due_at) from messages where failed_at is null and due_at <= $1) as "messageOldestDue",
       (select min(b.touched_at) from batches b
          join tenants t on t.id = b.tenant join merchants m on m.id = t.merchant_id
          join tenant_settings s on s.tenant = b.tenant
          where b.status in ('pending', 'processing') and m.suspended_at is null and s.wallets_frozen_at is null
       ) as "uploadIdleSince",
       (select min(greatest(c.checked_at, case when c.balanced then r.checked_at end))
          from ledger_checks c cross join ledger_check_rounds r) as "verifiedAt",
       (select coalesce(compared_at, comparison_began_at) from ledger_check_rounds) as "comparedAt",
       (select count(*)::int from ledger_checks where not balanced) as unbalanced,
       (select count(*) > 0 from pg_stat_archiver
          where last_failed_time > coalesce(last_archived_time, '-infinity')) as "isArchiveFailing",
       standbys.*
     from (
       select count(*)::int as standbys,
         case when count(*) = count(state) then coalesce(max(extract(epoch from replay_lag)), 0)::float8 end as "replicationSeconds",
         case when count(*) = count(state)
           then coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0)::float8 end as "replicationBytes"
       from pg_stat_replication where state is null or state in ('catchup', 'streaming')
     ) standbys`,
    [now],
  );
  const [row] = rows;
  if (!row) throw new Error("an aggregate without a row");
  return row;
}
