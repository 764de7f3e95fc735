import { plainArray, textArray, timesArray } from "../array-literal.ts";
import type { TenantRow } from "../merchant/tenants.ts";
import type { Transaction } from "../pool.ts";

/** The sum of a group of deltas of one receiver. A time is null where nothing of its kind happened. */
export type FoldedRow = {
  tenant: TenantRow;
  subscriptionId: string;
  succeededAt: Date | null;
  /** The last delivery that exhausted its attempts, and the creation time of the first one. */
  failedAt: Date | null;
  failingFrom: Date | null;
  lastErrorCode: string | null;
};

/** Folds the next deltas into their hours and deletes them. Returns their sums by receiver, and their number. */
export async function foldDeltas(tx: Transaction, limit: number): Promise<{ deltas: number; receivers: FoldedRow[] }> {
  const { rows } = await tx.query<FoldedRow & { deltas: number }>({
    name: "fold-webhook-deltas",
    text: `with taken as materialized (
        delete from webhook_stat_deltas where id in (
          select id from webhook_stat_deltas order by id limit $1 for update skip locked
        ) returning *
      ), added as (
        insert into webhook_hours (tenant, subscription_id, hour, error_code, success, failed, retried, answers, total_ms, max_ms)
        select tenant, subscription_id, date_trunc('hour', at, 'UTC') as hour, error_code, sum(success), sum(failed),
          sum(retried), sum(answers), sum(total_ms), max(max_ms)
        from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (tenant, subscription_id, hour, error_code) do update set
          success = webhook_hours.success + excluded.success, failed = webhook_hours.failed + excluded.failed,
          retried = webhook_hours.retried + excluded.retried, answers = webhook_hours.answers + excluded.answers,
          total_ms = webhook_hours.total_ms + excluded.total_ms,
          max_ms = greatest(webhook_hours.max_ms, excluded.max_ms)
      )
      select json_build_object('id', t.id, 'merchantId', t.merchant_id, 'mode', t.mode) as tenant,
        k.subscription_id as "subscriptionId", count(*)::int as deltas, max(k.at) filter (where k.success > 0) as "succeededAt",
        max(k.at) filter (where k.failing_from is not null) as "failedAt", min(k.failing_from) as "failingFrom",
        (array_agg(k.error_code order by k.id desc) filter (where k.error_code <> '' and k.answers > 0))[1] as "lastErrorCode"
      from taken k join tenants t on t.id = k.tenant
      group by t.id, k.subscription_id order by k.subscription_id`,
    values: [limit],
  });
  const deltas = rows.reduce((sum, row) => sum + row.deltas, 0);
  return { deltas, receivers: rows };
}

export type HealthRow = { id: string; failingSince: Date | null; lastErrorCode: string | null };

/** Locks the health of subscriptions, in order of ID. */
export async function lockHealth(tx: Transaction, ids: readonly string[]): Promise<HealthRow[]> {
  const { rows } = await tx.query<HealthRow>(
    `select id, failing_since as "failingSince", last_error_code as "lastErrorCode" from webhook_subscriptions
     where id = any($1::uuid[]) order by id for no key update`,
    [plainArray(ids)],
  );
  return rows;
}

export async function updateHealth(tx: Transaction, rows: readonly HealthRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update webhook_subscriptions s set failing_since = v.failing_since, last_error_code = v.last_error_code
     from unnest($1::uuid[], $2::timestamptz[], $3::text[]) as v (id, failing_since, last_error_code) where s.id = v.id`,
    [
      plainArray(rows.map((row) => row.id)),
      timesArray(rows.map((row) => row.failingSince)),
      textArray(rows.map((row) => row.lastErrorCode)),
    ],
  );
}

/** Deletes hours before an instant. */
export async function purgeHours(tx: Transaction, before: Date): Promise<number> {
  const { rowCount } = await tx.query("delete from webhook_hours where hour < $1", [before]);
  return rowCount ?? 0;
}
