import type { Queryable, Transaction } from "../pool.ts";

// Journals per run, so that each step is bounded.
const JOURNALS_PER_RUN = 5_000n;

type Progress = { journal: bigint; sealed: bigint; isFinal: boolean; xid: string };

/**
 * Adds newly posted journals to their daily totals. A journal takes its number inside its transaction, so numbers
 * commit out of order and some never appear. Therefore the highest number is stored with this transaction's own ID, and
 * is counted only after every transaction with a lower ID has ended. Returns the number of added transactions;
 * undefined while another process runs.
 */
export async function foldJournals(
  tx: Transaction,
  at: Date,
): Promise<{ added: bigint; isBehind: boolean } | undefined> {
  // Read the number first. The lock then assigns this transaction's ID, so every transaction that took a number up to
  // `last` has a lower ID.
  const last = await findLastNumber(tx);
  const progress = await lockProgress(tx);
  if (!progress) return undefined;
  const { journal, sealed, isFinal } = progress;
  const upTo = isFinal ? min(sealed, journal + JOURNALS_PER_RUN) : journal;
  const added = upTo > journal ? await addJournals(tx, journal, upTo) : 0n;
  await tx.query("update rollup_progress set journal = $1", [upTo]);
  if (upTo < sealed) return { added, isBehind: isFinal };
  await tx.query(
    // Another process may have stored a higher number between the two reads.
    `update rollup_progress set complete_at = sealed_at, sealed = greatest($1::bigint, sealed), sealed_xid = $2::xid8,
       sealed_at = $3`,
    [last, progress.xid, at],
  );
  return { added, isBehind: false };
}

async function findLastNumber(tx: Transaction): Promise<bigint> {
  const { rows } = await tx.query<{ last: bigint }>(
    "select case when is_called then last_value else 0 end as last from journal_ids",
  );
  return rows[0]?.last ?? 0n;
}

async function lockProgress(tx: Transaction): Promise<Progress | undefined> {
  const { rows } = await tx.query<Omit<Progress, "isFinal" | "xid"> & { sealedXid: string }>(
    `select journal, sealed, sealed_xid::text as "sealedXid" from rollup_progress for update skip locked`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const ended = await tx.query<{ isFinal: boolean; xid: string }>(
    // A higher ID than that of this transaction is from the server that the rows were restored from: all its transactions have ended.
    `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 or $1::xid8 > pg_current_xact_id() as "isFinal",
       pg_current_xact_id()::text as xid`,
    [row.sealedXid],
  );
  const [state] = ended.rows;
  if (!state) throw new Error("there is no snapshot");
  return { ...row, ...state };
}

async function addJournals(tx: Transaction, after: bigint, upTo: bigint): Promise<bigint> {
  const { rows } = await tx.query<{ added: bigint | null }>(
    `with sums as (
       select tenant, (at at time zone 'Africa/Lagos')::date as day, kind, count(*) as n, sum(amount)::bigint as amount,
         sum(fee_base)::bigint as fee_base, sum(fee_merchant)::bigint as fee_merchant
       from transactions where journal > $1 and journal <= $2 group by 1, 2, 3
     ), folded as (
       insert into transaction_days as d (tenant, day, kind, n, amount, fee_base, fee_merchant)
       select * from sums
       on conflict (tenant, day, kind) do update set n = d.n + excluded.n, amount = d.amount + excluded.amount,
         fee_base = d.fee_base + excluded.fee_base, fee_merchant = d.fee_merchant + excluded.fee_merchant
     )
     select sum(n)::bigint as added from sums`,
    [after, upTo],
  );
  return rows[0]?.added ?? 0n;
}

/** Folds the changes of wallet counts by tier and state. Returns the number of folded changes. */
export async function foldWalletCounts(tx: Transaction): Promise<number> {
  const { rowCount } = await tx.query(
    `with taken as (
       delete from wallet_count_deltas where ctid = any (array(select ctid from wallet_count_deltas limit 50000 for update skip locked))
       returning tenant, tier, frozen, delta
     ), sums as (
       select tenant, tier, frozen, sum(delta) as n from taken group by 1, 2, 3 order by 1, 2, 3
     )
     insert into wallet_counts as c (tenant, tier, frozen, n) select * from sums
     on conflict (tenant, tier, frozen) do update set n = c.n + excluded.n`,
  );
  return rowCount ?? 0;
}

/** Folds the number of wallets opened on each day. */
export async function foldWalletDays(tx: Transaction): Promise<void> {
  await tx.query(
    `with taken as (
       delete from wallet_day_deltas where ctid = any (array(select ctid from wallet_day_deltas limit 50000 for update skip locked))
       returning tenant, day
     ), sums as (
       select tenant, day, count(*) as n from taken group by 1, 2 order by 1, 2
     )
     insert into wallet_days as d (tenant, day, n) select * from sums
     on conflict (tenant, day) do update set n = d.n + excluded.n`,
  );
}

/** The daily total of one kind. Kobo. */
export type TransactionDayRow = {
  day: string;
  kind: "credit" | "debit" | "transfer" | "funding" | string;
  n: bigint;
  amount: bigint;
  feeBase: bigint;
  feeMerchant: bigint;
};

/** Returns a tenant's daily totals of a range, both days included, in order. */
export async function findTransactionDays(
  db: Queryable,
  tenant: number,
  span: { from: string; to: string },
): Promise<TransactionDayRow[]> {
  const { rows } = await db.query<TransactionDayRow>(
    `select day, kind, n, amount, fee_base as "feeBase", fee_merchant as "feeMerchant"
     from transaction_days where tenant = $1 and day between $2 and $3 order by day, kind`,
    [tenant, span.from, span.to],
  );
  return rows;
}

// More than a busy service posts between two runs. A worker that has stood still for longer catches up by itself.
export const MOST_UNFOLDED = 50_000n;

/** The daily totals of tenant `$1`, and what has been posted since, at most `$4` journals. One snapshot: nothing counts twice. */
export const WITH_CURRENT_DAYS = `with progress as (select journal from rollup_progress), posted as (
  select day, kind, n, amount, fee_base, fee_merchant from transaction_days where tenant = $1
  union all
  select (at at time zone 'Africa/Lagos')::date, kind, 1, amount, fee_base, fee_merchant from transactions
  where tenant = $1 and journal > (select journal from progress) and journal <= (select journal from progress) + $4
)`;
const SUMS = `sum(n)::bigint as n, sum(amount)::bigint as amount, sum(fee_base)::bigint as "feeBase",
       sum(fee_merchant)::bigint as "feeMerchant"`;

/**
 * The same with what has been posted since the last run, so that members see their own payments immediately. One statement reads totals
 * and progress together, so nothing is counted twice.
 */
export async function findCurrentTransactionDays(
  db: Queryable,
  tenant: number,
  span: { from: string; to: string },
): Promise<TransactionDayRow[]> {
  const { rows } = await db.query<TransactionDayRow>(
    `${WITH_CURRENT_DAYS}
     select day, kind, ${SUMS} from posted where day between $2 and $3 group by day, kind order by day, kind`,
    [tenant, span.from, span.to, MOST_UNFOLDED],
  );
  return rows;
}

/** The total of one kind in a period, or in the one before it. Kobo. */
export type ComparedSumRow = Omit<TransactionDayRow, "day"> & { isNow: boolean };

/** Returns a tenant's totals by kind of two periods: the days from `from`, and the days from `since` to `to`, both included. */
export async function findComparedSums(
  db: Queryable,
  tenant: number,
  span: { from: string; since: string; to: string },
): Promise<ComparedSumRow[]> {
  const { rows } = await db.query<ComparedSumRow>(
    `${WITH_CURRENT_DAYS}
     select day >= $5 as "isNow", kind, ${SUMS} from posted where day between $2 and $3 group by 1, 2 order by 1, 2`,
    [tenant, span.from, span.to, MOST_UNFOLDED, span.since],
  );
  return rows;
}

/** Returns how many transactions of some kinds were posted on each day of a range, both days included. */
export async function countPostedOnDays(
  db: Queryable,
  tenant: number,
  span: { from: string; to: string },
  kinds: readonly string[],
): Promise<{ day: string; n: number }[]> {
  const { rows } = await db.query<{ day: string; n: number }>(
    `${WITH_CURRENT_DAYS}
     select day, sum(n)::int as n from posted where day between $2 and $3 and kind = any ($5) group by day order by day`,
    [tenant, span.from, span.to, MOST_UNFOLDED, kinds],
  );
  return rows;
}

/** Returns the sums of all days before one, by kind: the opening balance. */
export async function findTransactionSumsBefore(
  db: Queryable,
  tenant: number,
  day: string,
): Promise<Omit<TransactionDayRow, "day">[]> {
  const { rows } = await db.query<Omit<TransactionDayRow, "day">>(
    `select kind, sum(n)::bigint as n, sum(amount)::bigint as amount, sum(fee_base)::bigint as "feeBase",
       sum(fee_merchant)::bigint as "feeMerchant"
     from transaction_days where tenant = $1 and day < $2 group by kind`,
    [tenant, day],
  );
  return rows;
}

/**
 * Returns the number of wallets opened on each day of a range, both days included, with changes that are not folded
 * yet.
 */
export async function countWalletsOpened(
  db: Queryable,
  tenant: number,
  span: { from: string; to: string },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ day: string; n: number }>(
    `select day, sum(n)::int as n from (
       select day, n from wallet_days where tenant = $1 and day between $2 and $3
       union all
       select day, 1 from wallet_day_deltas where tenant = $1 and day between $2 and $3
     ) both_of group by day`,
    [tenant, span.from, span.to],
  );
  return new Map(rows.map(({ day, n }) => [day, n]));
}

export type WalletCountRow = { tier: 1 | 2 | 3; frozen: boolean; n: number };

/** Returns the number of wallets by tier and state, with changes that are not folded yet. */
export async function findWalletCounts(db: Queryable, tenant: number): Promise<WalletCountRow[]> {
  const { rows } = await db.query<WalletCountRow>(
    `select tier, frozen, sum(n)::int as n from (
       select tier, frozen, n from wallet_counts where tenant = $1
       union all
       select tier, frozen, delta from wallet_count_deltas where tenant = $1
     ) both_of group by tier, frozen order by tier, frozen`,
    [tenant],
  );
  return rows;
}

/** Returns the number of failed transactions in a range by reason, most frequent first. */
export async function countFailures(
  db: Queryable,
  tenant: number,
  span: { from: Date; until: Date },
): Promise<{ reason: string; n: number }[]> {
  const { rows } = await db.query<{ reason: string; n: number }>(
    `select coalesce(failure, 'Unknown') as reason, count(*)::int as n from transactions
     where tenant = $1 and status <> 'success' and status = 'failed' and at >= $2 and at < $3
     group by 1 order by 2 desc, 1 limit 20`,
    [tenant, span.from, span.until],
  );
  return rows;
}

/** Returns the deliveries to subscriptions that ended on each Lagos day between two instants, the second excluded. */
export async function countDeliveries(
  db: Queryable,
  tenant: number,
  span: { from: Date; until: Date },
): Promise<ReadonlyMap<string, { succeeded: number; failed: number }>> {
  const { rows } = await db.query<{ day: string; succeeded: number; failed: number }>(
    `select (hour at time zone 'Africa/Lagos')::date as day, sum(success)::int as succeeded, sum(failed)::int as failed
     from webhook_hours where tenant = $1 and hour >= $2 and hour < $3 group by 1`,
    [tenant, span.from, span.until],
  );
  return new Map(rows.map(({ day, ...counts }) => [day, counts]));
}

/** Returns when the daily totals were last complete. */
export async function findRolledUpAt(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>("select complete_at as at from rollup_progress");
  return rows[0]?.at ?? null;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
