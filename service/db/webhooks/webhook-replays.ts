import type { Queryable, Transaction } from "../pool.ts";
import { type DeliveryFilter, matchingDeliveries } from "./delivery-lists.ts";

/** The largest number of failures in a bulk replay. Webhooks 7. */
export const MAX_REPLAYED = 100_000;

/** The reasons to skip a failed delivery in a bulk replay. */
export type SkipReason =
  | "subscription_deleted"
  | "subscription_inactive"
  | "payload_expired"
  | "delivered_since"
  | "under_way"
  | "replayed_since";

/** The number of failures of a subscription with the same evaluation. A `reason` of null: they are replayed. */
export type EvaluatedRow = { subscriptionId: string; reason: SkipReason | null; count: number };

export type ReplayRow = {
  id: string;
  status: "running" | "completed" | "cancelled" | "failed";
  total: number;
  replayed: number;
  skipped: Record<string, number>;
  createdAt: Date;
  finishedAt: Date | null;
  /** The largest number of failures that one subscription still has. */
  longestQueue: number;
};

/** The filter of a bulk replay. Tests are never included. */
export type FailureFilter = Pick<DeliveryFilter, "subscriptionId" | "eventType" | "errorCode" | "from" | "to"> & {
  ids?: readonly string[] | undefined;
};

/**
 * Every later delivery of an event to the same subscription is a replay. The newest one says whether another replay is
 * needed.
 */
const evaluation = `case
    when w.deleted_at is not null then 'subscription_deleted'
    when not w.active then 'subscription_inactive'
    when e.id is null then 'payload_expired'
    when f.replayed = 'success' then 'delivered_since'
    when f.replayed in ('pending', 'retrying') then 'under_way'
    when f.replayed = 'failed' then 'replayed_since'
  end`;

// The failures of the last minutes are in no statistics, so PostgreSQL expects one of them. A full join cannot compare each failure with each
// replay, as a left join may, and `limit 1` enforces a look-up of each event by its key (decision 0203).
function evaluatedSql(tenant: number, filter: FailureFilter): { sql: string; values: unknown[] } {
  const { sql, values } = matchingDeliveries(tenant, { ...filter, status: "failed", isTest: false });
  const chosen = filter.ids ? ` and d.id = any($${values.push(filter.ids)}::uuid[])` : "";
  return {
    sql: `failures as materialized (
        select d.tenant, d.id, d.event_id, d.subscription_id ${sql}${chosen} limit ${MAX_REPLAYED + 1}
      ), newest as materialized (
        select distinct on (event_id, subscription_id) event_id, subscription_id, id, status from webhook_deliveries
        where tenant = $1 and replay_of is not null order by event_id, subscription_id, id desc
      ), joined as materialized (
        select f.tenant, f.id, f.event_id, f.subscription_id, case when n.id > f.id then n.status end as replayed
        from failures f full join newest n on n.event_id = f.event_id and n.subscription_id = f.subscription_id
      ), evaluated as materialized (
        select f.id, f.subscription_id, ${evaluation} as reason
        from joined f
        join webhook_subscriptions w on w.tenant = $1 and w.id = f.subscription_id
        left join lateral (
          select id from webhook_events where tenant = f.tenant and id = f.event_id limit 1
        ) e on true
      )`,
    values,
  };
}

const counts = `select subscription_id as "subscriptionId", reason, count(*)::int as count from evaluated group by 1, 2`;

/** Evaluates failures without writing, up to one more than `MAX_REPLAYED`. */
export async function evaluateFailures(db: Queryable, tenant: number, filter: FailureFilter): Promise<EvaluatedRow[]> {
  const { sql, values } = evaluatedSql(tenant, filter);
  const { rows } = await db.query<EvaluatedRow>(`with ${sql} ${counts}`, values);
  return rows;
}

/** The same, and queues the eligible failures for a bulk replay. */
export async function queueFailures(
  tx: Transaction,
  tenant: number,
  filter: FailureFilter,
  replay: string,
): Promise<EvaluatedRow[]> {
  const { sql, values } = evaluatedSql(tenant, filter);
  const { rows } = await tx.query<EvaluatedRow>(
    `with ${sql}, queued as (
       insert into webhook_replay_items (tenant, replay, subscription_id, delivery_id)
       select $1, $${values.length + 1}::uuid, subscription_id, id from evaluated where reason is null
     ) ${counts}`,
    [...values, replay],
  );
  return rows;
}

const columns = `r.id, r.status, r.total, r.replayed, r.skipped, r.created_at as "createdAt", r.finished_at as "finishedAt",
  (select coalesce(max(waiting), 0)::int from (
    select count(*) as waiting from webhook_replay_items i where i.replay = r.id group by i.subscription_id
  ) queues) as "longestQueue"`;

/** Returns a page of the tenant's bulk replays, newest first, and their number. */
export async function findReplays(
  db: Queryable,
  tenant: number,
  page: { limit: number; offset: number },
): Promise<{ rows: ReplayRow[]; total: number }> {
  const { rows: counted } = await db.query<{ total: number }>(
    "select count(*)::int as total from webhook_replays where tenant = $1",
    [tenant],
  );
  const { rows } = await db.query<ReplayRow>(
    `select ${columns} from webhook_replays r where r.tenant = $1 order by r.id desc limit $2 offset $3`,
    [tenant, page.limit, page.offset],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Returns one bulk replay; does not lock. */
export async function findReplay(db: Queryable, tenant: number, id: string): Promise<ReplayRow | undefined> {
  const { rows } = await db.query<ReplayRow>(
    `select ${columns} from webhook_replays r where r.tenant = $1 and r.id = $2`,
    [tenant, id],
  );
  return rows[0];
}

/** Returns one bulk replay and locks it until `tx` ends. Its job waits in the meantime. */
export async function lockReplay(tx: Transaction, tenant: number, id: string): Promise<ReplayRow | undefined> {
  const { rows } = await tx.query<ReplayRow>(
    `select ${columns} from webhook_replays r where r.tenant = $1 and r.id = $2 for update of r`,
    [tenant, id],
  );
  return rows[0];
}

/** Whether a bulk replay is running. The answer is only stable while the tenant's settings are locked. */
export async function isReplayRunning(tx: Transaction, tenant: number): Promise<boolean> {
  const { rows } = await tx.query("select from webhook_replays where tenant = $1 and status = 'running'", [tenant]);
  return rows.length > 0;
}

export async function insertReplay(
  tx: Transaction,
  tenant: number,
  row: Pick<ReplayRow, "id" | "status" | "total" | "skipped" | "createdAt" | "finishedAt">,
): Promise<void> {
  await tx.query(
    `insert into webhook_replays (tenant, id, status, total, skipped, created_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenant, row.id, row.status, row.total, row.skipped, row.createdAt, row.finishedAt],
  );
}

/** Stores the progress of a locked bulk replay. */
export async function updateReplay(
  tx: Transaction,
  tenant: number,
  row: Pick<ReplayRow, "id" | "status" | "replayed" | "skipped" | "finishedAt">,
): Promise<void> {
  await tx.query(
    `update webhook_replays set status = $3, replayed = $4, skipped = $5, finished_at = $6 where tenant = $1 and id = $2`,
    [tenant, row.id, row.status, row.replayed, row.skipped, row.finishedAt],
  );
}

/** Deletes the queue of a bulk replay. */
export async function clearReplay(tx: Transaction, replay: string): Promise<void> {
  await tx.query("delete from webhook_replay_items where replay = $1", [replay]);
}
