import type { Queryable, Transaction } from "../pool.ts";

/** The last result of the verifier for a tenant. Money in kobo; `total` is decimal text of any length. */
export type LedgerCheckRow = {
  checkedAt: Date;
  balanced: boolean;
  accounts: bigint;
  entries: bigint;
  newEntries: bigint;
  total: string;
  problems: { rule: string; detail: Record<string, unknown> }[];
};

const columns = `checked_at as "checkedAt", balanced, accounts, entries, new_entries as "newEntries", total, problems`;

/** A tenant's last result. A later round that found nothing new of the tenant confirms balanced books. Decision 0178. */
export async function findLedgerCheck(db: Queryable, tenantId: number): Promise<LedgerCheckRow | undefined> {
  const { rows } = await db.query<LedgerCheckRow>(
    `select greatest(c.checked_at, r.confirmed_at) as "checkedAt", c.balanced, c.accounts, c.entries,
       case when r.confirmed_at > c.checked_at then 0 else c.new_entries end as "newEntries", c.total, c.problems
     from ledger_checks c cross join lateral (
       select case when c.balanced then checked_at end as confirmed_at from ledger_check_rounds
     ) r
     where c.tenant = $1`,
    [tenantId],
  );
  return rows[0];
}

/** A class of its own: a check must hold back another check, and no movement (`lockOutFlushes` takes 7105). */
const CHECK_LOCK_CLASS = 7107;

/**
 * Checks a tenant's ledger in one snapshot and stores the result. Reads only accounts that changed and transactions
 * created since the last successful check. `full` reads everything, and so does the check after a failed one. A failed
 * check proves nothing, so a problem stays reported.
 */
export async function checkLedger(
  tx: Transaction,
  tenantId: number,
  check: { at: Date; full: boolean },
): Promise<LedgerCheckRow> {
  await tx.query("set local statement_timeout = 0");
  await tx.query("select pg_advisory_xact_lock($1, $2)", [CHECK_LOCK_CLASS, tenantId]);
  // A parameter, not a join: the plan depends on the small number of newer rows.
  const provenAt = check.full ? null : await findProvenAt(tx, tenantId);
  const { rows } = await tx.query<LedgerCheckRow>(checkSql, [tenantId, provenAt === null, check.at, provenAt]);
  const [row] = rows;
  if (!row) throw new Error("the check of the ledger returned nothing");
  return row;
}

async function findProvenAt(tx: Transaction, tenantId: number): Promise<Date | null> {
  const { rows } = await tx.query<{ provenAt: Date | null }>(
    `select proven_at as "provenAt" from ledger_checks where tenant = $1`,
    [tenantId],
  );
  return rows[0]?.provenAt ?? null;
}

// A payout holds its fees with its amount until it ends. Rails 4.
const HOLDS_FEES = "kind in ('payout', 'merchant_payout')";

// Every journal is written in one commit and all accounts are read in one snapshot, so `fresh` contains whole journals.
// `recent` finds transactions without entries; it may include some of journals that are already proven.
const checkSql = `
with recursive changed as (
  select a.id, a.kind, a.seq, a.balance, coalesce(k.seq, 0) as from_seq, coalesce(k.balance, 0) as from_balance
  from accounts a
  left join account_checks k on k.tenant = a.tenant and k.account = a.id and not $2::boolean
  where a.tenant = $1 and ($2::boolean or a.seq <> coalesce(k.seq, 0) or a.balance <> coalesce(k.balance, 0))
), fresh as materialized (
  select e.account, c.kind, e.seq, e.journal, e.delta, e.balance_after,
    c.from_balance + sum(e.delta) over (partition by e.account order by e.seq) as balance_due
  from changed c join entries e on e.tenant = $1 and e.account = c.id and e.seq > c.from_seq
), sums as (
  select c.*, count(f.seq) as entries, min(f.seq) as lowest, max(f.seq) as highest, coalesce(sum(f.delta), 0) as delta
  from changed c left join fresh f on f.account = c.id
  group by c.id, c.kind, c.seq, c.balance, c.from_seq, c.from_balance
), kinds as (
  select min(kind) as kind from transactions where tenant = $1
  union all
  select (select min(t.kind) from transactions t where t.tenant = $1 and t.kind > k.kind) from kinds k where k.kind is not null
), recent as (
  select t.* from kinds k join transactions t on t.tenant = $1 and t.kind = k.kind and t.at >= coalesce($4::timestamptz, '-infinity')
  where t.status = 'success'
), fresh_moved as (
  select t.* from (select distinct journal from fresh) f join transactions t using (journal)
  where t.tenant = $1 and t.status = 'success' and not $2::boolean
), moved as (
  select * from fresh_moved union all select * from recent where $2::boolean
), linked as (
  select id, journal, source, source_seq, destination, destination_seq from fresh_moved
  union
  select id, journal, source, source_seq, destination, destination_seq from recent
), due as (
  select journal, party, sum(delta) as delta from (
    select journal, source::text as party, -(amount + fee_base + fee_merchant) as delta from moved
    union all select journal, destination::text, case when ${HOLDS_FEES} then amount + fee_base + fee_merchant else amount end from moved
    union all select journal, 'platform_fee', fee_base from moved where fee_base > 0 and not ${HOLDS_FEES}
    union all select journal, 'merchant_fee', fee_merchant from moved where fee_merchant > 0 and not ${HOLDS_FEES}
  ) legs group by journal, party having sum(delta) <> 0
), made as (
  select journal, case when kind in ('platform_fee', 'merchant_fee') then kind else account::text end as party,
    sum(delta) as delta
  from fresh group by 1, 2 having sum(delta) <> 0
), total as (
  select count(*) as accounts, coalesce(sum(balance), 0) as total, coalesce(sum(seq), 0)::bigint as entries
  from accounts where tenant = $1
), problems as (
  select 'seq_without_gaps' as rule, jsonb_build_object('account', id, 'seq', seq, 'entries', from_seq + entries) as detail
  from sums where entries <> seq - from_seq or (entries > 0 and (lowest <> from_seq + 1 or highest <> seq))
  union all
  select 'balance_equals_entries', jsonb_build_object('account', id, 'balance', balance, 'entries', from_balance + delta)
  from sums where from_balance + delta <> balance
  union all
  select 'balance_after_follows', jsonb_build_object('account', account, 'seq', seq, 'balance', balance_after, 'due', balance_due)
  from fresh where balance_after <> balance_due
  union all
  select 'journal_sums_to_zero', jsonb_build_object('journal', journal, 'sum', sum(delta))
  from fresh group by journal having sum(delta) <> 0
  union all
  select 'transactions_equal_entries', jsonb_build_object('journal', journal, 'account', party, 'due', due.delta, 'made', made.delta)
  from due full join made using (journal, party) where due.delta is distinct from made.delta
  union all
  select 'transactions_have_entries', jsonb_build_object('transaction', l.id, 'journal', l.journal)
  from linked l
  left join entries s on s.tenant = $1 and s.account = l.source and s.seq = l.source_seq and s.journal = l.journal
  left join entries d on d.tenant = $1 and d.account = l.destination and d.seq = l.destination_seq and d.journal = l.journal
  where s.seq is null or d.seq is null or s.transaction <> l.id or d.transaction <> l.id
  union all
  select 'books_sum_to_zero', jsonb_build_object('sum', total) from total where total <> 0
), verdict as (
  select not exists (select 1 from problems) as balanced,
    (select coalesce(jsonb_agg(first), '[]') from (select * from problems limit 20) first) as problems,
    (select count(*) from fresh) as new_entries
), proven as (
  insert into account_checks (tenant, account, seq, balance)
  select $1, id, seq, balance from changed where (select balanced from verdict)
  on conflict (tenant, account) do update set seq = excluded.seq, balance = excluded.balance
)
insert into ledger_checks (tenant, checked_at, balanced, accounts, entries, new_entries, total, problems, proven_at)
select $1, $3::timestamptz, v.balanced, t.accounts, t.entries, v.new_entries, t.total, v.problems,
  case when v.balanced then $3::timestamptz when not $2::boolean then $4::timestamptz end
from verdict v cross join total t
on conflict (tenant) do update set checked_at = excluded.checked_at, balanced = excluded.balanced,
  accounts = excluded.accounts, entries = excluded.entries, new_entries = excluded.new_entries, total = excluded.total,
  problems = excluded.problems, proven_at = excluded.proven_at
returning ${columns}`;
