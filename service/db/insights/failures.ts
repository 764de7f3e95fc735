import type { Queryable, Transaction } from "../pool.ts";

/** Adds the counts of failures that are not added up yet to their days. */
export async function foldFailures(tx: Transaction): Promise<void> {
  await tx.query(
    `with taken as (
       delete from failure_deltas where ctid = any (array(select ctid from failure_deltas limit 50000 for update skip locked))
       returning tenant, day, source, code, delta
     ), sums as (
       select tenant, day, source, code, sum(delta) as n from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
     )
     insert into failure_days as d (tenant, day, source, code, n) select * from sums
     on conflict (tenant, day, source, code) do update set n = d.n + excluded.n`,
  );
}

/**
 * The failures of one day and reason. `code` is the stable code of a rejected item, the bank's code of a payout or its state where the
 * bank gave none, or the text of an approved payment that the ledger refused.
 */
export type FailureRow = { day: string; source: "batch" | "payout" | "transaction"; code: string; n: number };

/** Returns a tenant's failures of a range, both days included. Approved payments that failed are few, and counted directly. */
export async function findFailures(
  db: Queryable,
  tenant: number,
  span: { from: string; to: string },
): Promise<FailureRow[]> {
  const { rows } = await db.query<FailureRow>(
    `select day, source, code, sum(n)::int as n from (
       select day, source, code, n from failure_days where tenant = $1 and day between $2 and $3
       union all
       select day, source, code, delta from failure_deltas where tenant = $1 and day between $2 and $3
       union all
       select (at at time zone 'Africa/Lagos')::date, 'transaction', coalesce(failure, ''), 1 from transactions
       where tenant = $1 and status <> 'success' and status = 'failed'
         and at >= $2::date::timestamp at time zone 'Africa/Lagos' and at < ($3::date + 1)::timestamp at time zone 'Africa/Lagos'
     ) counted group by day, source, code having sum(n) <> 0 order by day, source, code`,
    [tenant, span.from, span.to],
  );
  return rows;
}
