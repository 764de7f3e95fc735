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
 * Failures counted together. By day: of one day, all days before `since` as the day before it, with one cause; `isPayout` says whether they
 * are payouts. By reason, of the days from `since`: `code` is the stable code of a rejected item, the bank's code of a payout or its state where
 * the bank gave none, or the text of an approved payment that the ledger refused.
 */
export type FailureDayRow = { day: string; isPayout: boolean; isSystem: boolean; n: number };
export type FailureReasonRow = {
  source: "batch" | "payout" | "transaction";
  code: string;
  isSystem: boolean;
  n: number;
};

/** Which codes are no fault of the customer, and of payouts, which are one. */
export type FailureCauses = { systemItems: readonly string[]; customerPayouts: readonly string[] };

/** Returns a tenant's failures of the days from `from` to `to`, both included, with those that are not added up yet. Decision 0146. */
export async function findFailures(
  db: Queryable,
  tenant: number,
  span: { from: string; since: string; to: string },
  causes: FailureCauses,
): Promise<{ days: FailureDayRow[]; reasons: FailureReasonRow[] }> {
  const { rows } = await db.query<
    (FailureDayRow & { source: null }) | (FailureReasonRow & { day: null; isNow: boolean })
  >(
    `with counted as (
       select greatest(day, $4::date - 1) as day, day >= $4 as is_now, source, code, n,
         case source when 'payout' then code <> all ($6::text[]) else code = any ($5::text[]) end as is_system
       from (
         select day, source, code, n from failure_days where tenant = $1 and day between $2 and $3
         union all
         select day, source, code, delta from failure_deltas where tenant = $1 and day between $2 and $3
       ) both_of
     )
     select day, source = 'payout' as "isPayout", is_now as "isNow", source, code, coalesce(is_system, false) as "isSystem",
       coalesce(sum(n), 0)::int as n
     from counted group by grouping sets ((day, source = 'payout', is_system), (is_now, source, code, is_system)) having sum(n) <> 0`,
    [tenant, span.from, span.to, span.since, causes.systemItems, causes.customerPayouts],
  );
  return {
    days: rows.filter((row): row is typeof row & FailureDayRow => row.day !== null),
    reasons: rows.filter((row): row is typeof row & FailureReasonRow => row.day === null && row.isNow),
  };
}
