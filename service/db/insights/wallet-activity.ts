import type { Queryable, Transaction } from "../pool.ts";

// Journals per step, so that each step is bounded, also while the past is added.
const JOURNALS_PER_STEP = 1_000n;

/**
 * Adds the next final journals to the activity of wallets. The lock and the stored number make one process add each journal exactly once.
 * Returns whether journals are left; undefined while another process runs.
 */
export async function foldActivityStep(
  tx: Transaction,
  journals: bigint = JOURNALS_PER_STEP,
): Promise<{ isBehind: boolean } | undefined> {
  const { rows } = await tx.query<{ journal: bigint }>("select journal from activity_progress for update skip locked");
  const [progress] = rows;
  if (!progress) return undefined;
  const final = await tx.query<{ journal: bigint; completeAt: Date | null }>(
    `select journal, complete_at as "completeAt" from rollup_progress`,
  );
  const [limit] = final.rows;
  if (!limit) throw new Error("there is no progress of the daily sums");
  const left = limit.journal - progress.journal;
  const upTo = left > journals ? progress.journal + journals : limit.journal;
  if (upTo > progress.journal) await addJournals(tx, progress.journal, upTo);
  const isBehind = upTo < limit.journal;
  await tx.query("update activity_progress set journal = $1, complete_at = case when $2 then complete_at else $3 end", [
    upTo,
    isBehind,
    limit.completeAt,
  ]);
  return { isBehind };
}

async function addJournals(tx: Transaction, after: bigint, upTo: bigint): Promise<void> {
  await tx.query(
    `with posted as materialized (
       select tenant, source, destination, amount, at at time zone 'Africa/Lagos' as lagos from transactions
       where journal > $1 and journal <= $2
     ), hours as (
       insert into transaction_hours as h (tenant, day, hour, n)
       select tenant, lagos::date, extract(hour from lagos), count(*) from posted group by 1, 2, 3
       on conflict (tenant, day, hour) do update set n = h.n + excluded.n
     ), sides as materialized (
       select p.tenant, side.account as wallet, p.amount, date_trunc('month', p.lagos)::date as month,
         date_trunc('week', p.lagos)::date as week, w.created_at at time zone 'Africa/Lagos' as created
       from posted p cross join lateral (values (p.source), (p.destination)) side (account)
       join wallets w on w.tenant = p.tenant and w.account_id = side.account and w.customer_id is not null
     ), months as materialized (
       select tenant, month, wallet, date_trunc('month', created)::date as created, count(*) as n, sum(amount)::bigint as amount
       from sides group by 1, 2, 3, 4
     ), cohorts as (
       insert into cohort_months as c (tenant, created, month, wallets, amount)
       select m.tenant, m.created, m.month, count(*) filter (where known.wallet is null), sum(m.amount)
       from months m left join wallet_months known using (tenant, month, wallet) group by 1, 2, 3
       on conflict (tenant, created, month) do update
         set wallets = c.wallets + excluded.wallets, amount = c.amount + excluded.amount
     ), moved as (
       insert into wallet_months as w (tenant, month, wallet, n, amount)
       select tenant, month, wallet, n, amount from months
       on conflict (tenant, month, wallet) do update set n = w.n + excluded.n, amount = w.amount + excluded.amount
     ), weeks as (
       insert into wallet_weeks (tenant, week, wallet) select distinct tenant, week, wallet from sides
       on conflict do nothing returning tenant, week, wallet
     )
     insert into active_weeks as a (tenant, week, new_wallets, returning_wallets)
     select tenant, week, count(*) filter (where is_new), count(*) filter (where not is_new) from (
       select distinct s.tenant, s.week, s.wallet, date_trunc('week', s.created)::date = s.week as is_new
       from weeks join sides s using (tenant, week, wallet)
     ) first_in_week group by 1, 2
     on conflict (tenant, week) do update
       set new_wallets = a.new_wallets + excluded.new_wallets,
         returning_wallets = a.returning_wallets + excluded.returning_wallets`,
    [after, upTo],
  );
}

/** Returns when the activity was last complete; null before, while the past is added. */
export async function findActivityAt(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>("select complete_at as at from activity_progress");
  return rows[0]?.at ?? null;
}

export type ActiveWeekRow = { week: string; newWallets: number; returningWallets: number };

/** Returns the active wallets of the weeks since a Monday, in order; weeks without any are left out. */
export async function findActiveWeeks(db: Queryable, tenant: number, since: string): Promise<ActiveWeekRow[]> {
  const { rows } = await db.query<ActiveWeekRow>(
    `select week, new_wallets as "newWallets", returning_wallets as "returningWallets" from active_weeks
     where tenant = $1 and week >= $2 order by week`,
    [tenant, since],
  );
  return rows;
}

export type CohortRow = { created: string; month: string; wallets: number; amount: bigint };

/** Returns the wallets that were active in the months since a first day of month, by their month of creation. */
export async function findCohortMonths(db: Queryable, tenant: number, since: string): Promise<CohortRow[]> {
  const { rows } = await db.query<CohortRow>(
    "select created, month, wallets, amount from cohort_months where tenant = $1 and month >= $2 order by created, month",
    [tenant, since],
  );
  return rows;
}

/** Returns the number of wallets opened in each month since a first day of month, with those that are not folded yet. */
export async function countWalletsByMonth(
  db: Queryable,
  tenant: number,
  since: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ month: string; n: number }>(
    `select date_trunc('month', day)::date as month, sum(n)::int as n from (
       select day, n from wallet_days where tenant = $1 and day >= $2
       union all
       select day, 1 from wallet_day_deltas where tenant = $1 and day >= $2
     ) both_of group by 1`,
    [tenant, since],
  );
  return new Map(rows.map(({ month, n }) => [month, n]));
}

export type BusyHourRow = { weekday: number; hour: number; n: number };

/** Returns the posted transactions by weekday (1 is Monday) and hour of a range of days, both included. */
export async function findBusyHours(
  db: Queryable,
  tenant: number,
  span: { from: string; to: string },
): Promise<BusyHourRow[]> {
  const { rows } = await db.query<BusyHourRow>(
    `select extract(isodow from day)::int as weekday, hour, sum(n)::int as n from transaction_hours
     where tenant = $1 and day between $2 and $3 group by 1, 2 order by 1, 2`,
    [tenant, span.from, span.to],
  );
  return rows;
}

export type TopCustomerRow = {
  customerId: string;
  name: string;
  accountNumber: string;
  n: number;
  amount: bigint;
};

/** Returns the customers whose wallets moved most in the month that begins with this day. */
export async function findTopCustomers(
  db: Queryable,
  tenant: number,
  month: string,
  most: number,
): Promise<TopCustomerRow[]> {
  const { rows } = await db.query<TopCustomerRow>(
    `with top as (
       select wallet, n, amount from wallet_months where tenant = $1 and month = $2 order by amount desc, wallet limit $3
     )
     select c.id as "customerId", c.first_name || ' ' || c.last_name as name, w.account_number as "accountNumber", top.n::int as n,
       top.amount
     from top join wallets w on w.tenant = $1 and w.account_id = top.wallet
     join customers c on c.tenant = $1 and c.id = w.customer_id order by top.amount desc, top.wallet`,
    [tenant, month, most],
  );
  return rows;
}

/** Returns what all customers' wallets together moved in a month. Kobo. */
export async function findMovedInMonth(db: Queryable, tenant: number, month: string): Promise<bigint> {
  const { rows } = await db.query<{ amount: bigint }>(
    "select coalesce(sum(amount), 0)::bigint as amount from cohort_months where tenant = $1 and month = $2",
    [tenant, month],
  );
  return rows[0]?.amount ?? 0n;
}
