import type { Queryable, Transaction } from "../pool.ts";

// Transactions per step, so that each step is bounded and stays in memory, also while the past is added. A journal is never split.
const TRANSACTIONS_PER_STEP = 20_000;
/** The most customers that are listed as those who moved most. */
export const TOP_WALLETS = 20;

/**
 * Adds the next final journals to the activity of wallets. The lock and the stored number make one process add each journal exactly once.
 * Returns whether journals are left; undefined while another process runs.
 */
export async function foldActivityStep(
  tx: Transaction,
  transactions = TRANSACTIONS_PER_STEP,
): Promise<{ isBehind: boolean } | undefined> {
  const { rows } = await tx.query<{ journal: bigint; ranked: bigint }>(
    "select journal, ranked from activity_progress for update skip locked",
  );
  const [progress] = rows;
  if (!progress) return undefined;
  const final = await tx.query<{ journal: bigint; completeAt: Date | null }>(
    `select journal, complete_at as "completeAt" from rollup_progress`,
  );
  const [limit] = final.rows;
  if (!limit) throw new Error("there is no progress of the daily sums");
  const full = await tx.query<{ journal: bigint }>(
    "select journal from transactions where journal > $1 and journal < $2 order by journal offset $3 limit 1",
    [progress.journal, limit.journal, transactions - 1],
  );
  const upTo = full.rows[0]?.journal ?? limit.journal;
  if (upTo > progress.journal) await addJournals(tx, progress.journal, upTo);
  // A former release added some of them without ranking.
  if (progress.ranked < progress.journal) await rankAgain(tx, progress.ranked);
  const isBehind = upTo < limit.journal;
  await tx.query(
    "update activity_progress set journal = $1, ranked = $1, complete_at = case when $2 then complete_at else $3 end",
    [upTo, isBehind, limit.completeAt],
  );
  return { isBehind };
}

/** Ranks the wallets of the months of all transactions after a journal. */
async function rankAgain(tx: Transaction, after: bigint): Promise<void> {
  await tx.query(
    `with months as materialized (
       select distinct tenant, date_trunc('month', at at time zone 'Africa/Lagos')::date as month from transactions where journal > $1
     ), moved as (
       select w.tenant, w.month, w.wallet, w.amount from months join wallet_months w using (tenant, month)
     ) ${RANK}`,
    [after, TOP_WALLETS],
  );
}

/**
 * Lists the wallets of `moved` that moved most in their month, $2 at most, and no less than the last one that is listed. What a wallet moved
 * only grows, so the list has them all.
 */
const RANK = `insert into top_wallets as t (tenant, month, wallet, amount)
       select tenant, month, wallet, amount from (
         select *, row_number() over (partition by tenant, month order by amount desc, wallet) as place from moved
       ) m
       where place <= $2::int and amount >= coalesce((
         select amount from top_wallets l where l.tenant = m.tenant and l.month = m.month order by amount desc offset $2::int - 1 limit 1
       ), 0)
       on conflict (tenant, month, wallet) do update set amount = excluded.amount`;

// One look-up for each wallet and month: its row says whether the wallet is new in the month, when it was created, and which week is known.
// `offset 0` keeps it a look-up by key, since the planner does not know how many wallets a step has: a join of two lists of them could
// compare each with each. The row stays in its place (`ctid`), because nobody else writes while this step holds the progress. The look-up of a
// wallet asks for its customer in the result only: as a condition it lets the planner take `wallets_by_creation`, which finds no account by key.
async function addJournals(tx: Transaction, after: bigint, upTo: bigint): Promise<void> {
  await tx.query(
    `with posted as materialized (
       select tenant, source, destination, amount, at at time zone 'Africa/Lagos' as lagos from transactions
       where journal > $1 and journal <= $3
     ), hours as (
       insert into transaction_hours as h (tenant, day, hour, n)
       select tenant, lagos::date, extract(hour from lagos), count(*) from posted group by 1, 2, 3
       on conflict (tenant, day, hour) do update set n = h.n + excluded.n
     ), sides as materialized (
       select s.*, known.place, known.week as known_week, coalesce(known.created, opened.day) as created
       from (
         select p.tenant, side.account as wallet, date_trunc('month', p.lagos)::date as month,
           date_trunc('week', p.lagos)::date as week, count(*) as n, sum(p.amount)::bigint as amount
         from posted p cross join lateral (values (p.source), (p.destination)) side (account) group by 1, 2, 3, 4
       ) s
       left join lateral (
         select m.ctid as place, m.created, m.week from wallet_months m
         where m.tenant = s.tenant and m.month = s.month and m.wallet = s.wallet offset 0
       ) known on true
       left join lateral (
         select case when w.customer_id is not null then (w.created_at at time zone 'Africa/Lagos')::date end as day from wallets w
         where known.created is null and w.tenant = s.tenant and w.account_id = s.wallet offset 0
       ) opened on true
       where coalesce(known.created, opened.day) is not null
     ), months as materialized (
       select tenant, wallet, month, place, created, sum(n)::bigint as n, sum(amount)::bigint as amount, max(week) as week
       from sides group by 1, 2, 3, 4, 5
     ), moved_again as (
       update wallet_months w set n = w.n + m.n, amount = w.amount + m.amount, created = m.created, week = greatest(w.week, m.week)
       from months m where w.ctid = m.place returning w.tenant, w.month, w.wallet, w.amount
     ), first_moved as (
       insert into wallet_months (tenant, month, wallet, n, amount, created, week)
       select tenant, month, wallet, n, amount, created, week from months where place is null
       returning tenant, month, wallet, amount
     ), moved as (
       select * from moved_again union all select * from first_moved
     ), top as (
       ${RANK}
     ), cohorts as (
       insert into cohort_months as c (tenant, created, month, wallets, amount)
       select tenant, date_trunc('month', created)::date, month, count(*) filter (where place is null), sum(amount)
       from months group by 1, 2, 3
       on conflict (tenant, created, month) do update
         set wallets = c.wallets + excluded.wallets, amount = c.amount + excluded.amount
     ), weeks as (
       insert into wallet_weeks (tenant, week, wallet)
       select tenant, week, wallet from sides where week is distinct from known_week
       on conflict do nothing returning tenant, week, wallet
     )
     insert into active_weeks as a (tenant, week, new_wallets, returning_wallets)
     select w.tenant, w.week, count(*) filter (where opened.week = w.week), count(*) filter (where opened.week <> w.week)
     from weeks w cross join lateral (
       select date_trunc('week', o.created_at at time zone 'Africa/Lagos')::date as week from wallets o
       where o.tenant = w.tenant and o.account_id = w.wallet offset 0
     ) opened group by 1, 2
     on conflict (tenant, week) do update
       set new_wallets = a.new_wallets + excluded.new_wallets,
         returning_wallets = a.returning_wallets + excluded.returning_wallets`,
    [after, TOP_WALLETS, upTo],
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

/** Returns the customers whose wallets moved most in the month that begins with this day, at most `TOP_WALLETS`. */
export async function findTopCustomers(db: Queryable, tenant: number, month: string): Promise<TopCustomerRow[]> {
  const { rows } = await db.query<TopCustomerRow>(
    `with top as (
       select wallet from top_wallets where tenant = $1 and month = $2 order by amount desc, wallet limit $3
     )
     select c.id as "customerId", c.first_name || ' ' || c.last_name as name, w.account_number as "accountNumber", m.n::int as n,
       m.amount
     from top join wallet_months m on m.tenant = $1 and m.month = $2 and m.wallet = top.wallet
     join wallets w on w.tenant = $1 and w.account_id = top.wallet
     join customers c on c.tenant = $1 and c.id = w.customer_id order by m.amount desc, top.wallet`,
    [tenant, month, TOP_WALLETS],
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
