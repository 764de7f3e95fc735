import type { Queryable, Transaction } from "../pool.ts";

/** The place of an account in the order in which the verifier compares them. */
type Place = { tenant: number; account: bigint };

/** How far the verifier's rounds have come. */
export type CheckRound = {
  /** The journals that a finished round has considered; null before the first one. */
  journalsThrough: bigint | null;
  /** The journals that are sealed, and therefore final: none with a lower number follows. */
  sealedThrough: bigint | null;
  /** The last number of this database. Journals with a higher one moved here with their merchant. */
  lastOwn: bigint;
  compared: Place;
  comparisonBeganAt: Date | null;
};

const START: Place = { tenant: 0, account: 0n };
const END: Place = { tenant: 2 ** 31 - 1, account: 2n ** 63n - 1n };

/** Returns how far the rounds have come. Read it before what a round looks for. */
export async function findCheckRound(db: Queryable): Promise<CheckRound> {
  const { rows } = await db.query<Omit<CheckRound, "compared"> & Place>(
    `select r.journals_through as "journalsThrough", r.compared_tenant as tenant, r.compared_account as account,
       r.comparison_began_at as "comparisonBeganAt", q.seqmax as "lastOwn",
       (select journals_through from book_seals order by number desc limit 1) as "sealedThrough"
     from ledger_check_rounds r, pg_sequence q where q.seqrelid = 'public.journal_ids'::regclass`,
  );
  const [row] = rows;
  if (!row) throw new Error("ledger_check_rounds has no row");
  const { tenant, account, ...round } = row;
  return { ...round, compared: { tenant, account } };
}

/** Stores that a round has ended which began at `at` with `before`, and compared accounts up to `comparedTo`. */
export async function finishCheckRound(
  db: Queryable,
  before: CheckRound,
  { at, comparedTo }: { at: Date; comparedTo: Place | null },
): Promise<void> {
  const began = before.comparisonBeganAt ?? at;
  const next = comparedTo ?? START;
  await db.query(
    `update ledger_check_rounds set journals_through = greatest(journals_through, $1::bigint), checked_at = greatest(checked_at, $2),
       compared_tenant = $3, compared_account = $4, comparison_began_at = $5, compared_at = greatest(compared_at, $6)`,
    [before.sealedThrough ?? 0n, at, next.tenant, next.account, comparedTo ? began : null, comparedTo ? null : began],
  );
}

/**
 * Returns the tenants whose new rows a round checks: those with a journal or a posted transaction above what a finished round has
 * considered, those without a check, and those whose books did not balance. Not those that have moved away: their journals are still seen
 * here, their books are not. Costs what is new, and one row per tenant.
 */
export async function findTenantsToCheck(db: Queryable, round: CheckRound): Promise<number[]> {
  if (round.journalsThrough === null) return await findTenantIds(db);
  const { rows } = await db.query<{ tenant: number }>({
    name: "find-tenants-to-check",
    text: `select t.id as tenant from journals j join tenants t on t.id = j.tenant where j.id > $1 and j.id <= $2
      union select t.id from transactions x join tenants t on t.id = x.tenant where x.journal > $1 and x.journal <= $2
      union select t.id from tenants t left join ledger_checks c on c.tenant = t.id
        where c.tenant is null or not c.balanced or c.proven_at is null
      order by tenant`,
    values: [round.journalsThrough, round.lastOwn],
  });
  return rows.map((row) => row.tenant);
}

export async function findTenantIds(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>("select id from tenants order by id");
  return rows.map((row) => row.id);
}

/** Returns the tenants without a full check at or after `since`, the longest unchecked first. */
export async function findTenantsToCheckFully(db: Queryable, since: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select t.id from tenants t left join ledger_checks c on c.tenant = t.id
     where c.full_checked_at is null or c.full_checked_at < $1 order by c.full_checked_at nulls first, t.id`,
    [since],
  );
  return rows.map((row) => row.id);
}

/**
 * Compares the next accounts, about `limit`, with what was proven of them. Returns the tenants with an account that differs, appeared or
 * disappeared, or with a transaction that is newer than their last check; and where the next comparison begins: null after the last account.
 */
export async function compareAccounts(
  tx: Transaction,
  { compared }: CheckRound,
  limit: number,
): Promise<{ tenants: number[]; comparedTo: Place | null }> {
  const { rows: places } = await tx.query<Place>(
    `select tenant, id as account from accounts where (tenant, id) > ($1, $2) order by tenant, id offset $3 limit 1`,
    [compared.tenant, compared.account, limit - 1],
  );
  const comparedTo = places[0] ?? null;
  const to = comparedTo ?? END;
  // Only these rows are read, by key, however large the tables are.
  await tx.query("set local enable_seqscan = off; set local jit = off");
  const { rows } = await tx.query<{ tenant: number | null }>(compareSql, [
    compared.tenant,
    compared.account,
    to.tenant,
    to.account,
  ]);
  return { tenants: rows.flatMap(({ tenant }) => tenant ?? []), comparedTo };
}

const compareSql = `
with owned as materialized (
  select tenant, id as account, seq, balance from accounts
  where (tenant, id) > ($1::int, $2::bigint) and (tenant, id) <= ($3::int, $4::bigint)
), proven as materialized (
  select tenant, account, seq, balance from account_checks
  where (tenant, account) > ($1::int, $2::bigint) and (tenant, account) <= ($3::int, $4::bigint)
)
select tenant from owned full join proven using (tenant, account)
where coalesce(owned.seq, 0) <> coalesce(proven.seq, 0) or coalesce(owned.balance, 0) <> coalesce(proven.balance, 0)
union
select c.tenant from (select distinct tenant from owned) o join ledger_checks c on c.tenant = o.tenant
where exists (
  with recursive kinds as (
    select (select min(t.kind) from transactions t where t.tenant = c.tenant) as kind
    union all
    select (select min(t.kind) from transactions t where t.tenant = c.tenant and t.kind > k.kind) from kinds k where k.kind is not null
  )
  select from kinds k cross join lateral (
    select from transactions t where t.tenant = c.tenant and t.kind = k.kind and t.at >= c.proven_at and t.status = 'success' limit 1
  ) t
)
order by tenant`;
