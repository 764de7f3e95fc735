// A payout holds its fees with its amount until it ends. Rails 4.
const HOLDS_FEES = "kind in ('payout', 'merchant_payout')";

/** All stripes of a tenant's fee accounts count as one. Other accounts have IDs from 1. */
const [PLATFORM_FEE, MERCHANT_FEE] = [-1, -2];

const movedColumns = `t.tenant, t.id, t.journal, t.kind, t.source, t.source_seq, t.destination, t.destination_seq, t.amount, t.fee_base,
    t.fee_merchant`;

// `offset 0` keeps each lookup a lookup by key: the planner does not know how few rows are new, and must not read a whole
// table for them. `tenant + 0` keeps it from reading all transactions of a large tenant because most tenants are small.
// Where both lists may be long, a `full join` keeps the planner from comparing each with each; `coalesce` and `case` keep it one. So
// accounts that are gone are found as well.
// Only a transaction whose entries are not in `found` looks for them by key.
/** What a check of new rows reads, of the tenants $1 whose books were proven. Tenants without a proof are left out. */
const newRows = `
asked as materialized (
  select tenant, proven_at from ledger_checks where tenant = any($1::int[]) and proven_at is not null
), changed as materialized (
  select a.* from asked q cross join lateral (
    select q.tenant, coalesce(a.id, k.account) as id, a.kind, coalesce(a.seq, 0) as seq, coalesce(a.balance, 0) as balance,
      coalesce(k.seq, 0) as from_seq, coalesce(k.balance, 0) as from_balance, k.place
    from (select id, kind, seq, balance from accounts where tenant = q.tenant) a
    full join (select account, seq, balance, ctid as place from account_checks where tenant = q.tenant) k on k.account = a.id
    where coalesce(a.seq, 0) <> coalesce(k.seq, 0) or coalesce(a.balance, 0) <> coalesce(k.balance, 0)
    offset 0
  ) a
), found as materialized (
  select e.* from changed c cross join lateral (
    select e.tenant, e.account, c.kind, c.from_balance, e.seq, e.journal, e.transaction, e.delta, e.balance_after from entries e
    where e.tenant = c.tenant and e.account = c.id and e.seq > c.from_seq offset 0
  ) e
), kinds as (
  select q.tenant, q.proven_at, (select min(t.kind) from transactions t where t.tenant = q.tenant) as kind from asked q
  union all
  select k.tenant, k.proven_at, (select min(t.kind) from transactions t where t.tenant = k.tenant and t.kind > k.kind)
  from kinds k where k.kind is not null
), recent as (
  select t.* from kinds k cross join lateral (
    select ${movedColumns} from transactions t
    where t.tenant = k.tenant and t.kind = k.kind and t.at >= k.proven_at and t.status = 'success' offset 0
  ) t
), journals as materialized (
  select distinct tenant, journal from found
), moved as materialized (
  select t.* from journals f cross join lateral (
    select ${movedColumns} from transactions t
    where t.journal = f.journal and t.tenant + 0 = f.tenant and t.status = 'success' offset 0
  ) t
), ends as (
  select tenant, id, journal, source as account, source_seq as seq from moved
  union all select tenant, id, journal, destination, destination_seq from moved
), unmatched as materialized (
  select distinct e.tenant, e.id from ends e full join found f using (tenant, account, seq, journal)
  where case when e.id is null then false else f.delta is null or f.transaction <> e.id end
), linked as (
  select l.*, s.seq as found_source, s.transaction as source_of, d.seq as found_destination, d.transaction as destination_of
  from (
    select * from moved m where (m.tenant, m.id) in (select q.tenant, q.id from unmatched q) union all
    select * from recent r where (r.tenant, r.journal) not in (select f.tenant, f.journal from journals f)
  ) l
  left join lateral (
    select e.seq, e.transaction from entries e
    where e.tenant = l.tenant and e.account = l.source and e.seq = l.source_seq and e.journal = l.journal offset 0
  ) s on true
  left join lateral (
    select e.seq, e.transaction from entries e
    where e.tenant = l.tenant and e.account = l.destination and e.seq = l.destination_seq and e.journal = l.journal offset 0
  ) d on true
)`;

/** What a check of everything reads, of the tenant $1. */
const allRows = `
asked as materialized (
  select $1::int as tenant, null::timestamptz as proven_at
), changed as materialized (
  select a.tenant, a.id, a.kind, a.seq, a.balance, 0::bigint as from_seq, 0::bigint as from_balance, k.ctid as place
  from accounts a left join account_checks k on k.tenant = $1::int and k.account = a.id where a.tenant = $1::int
), found as materialized (
  select e.tenant, e.account, c.kind, c.from_balance, e.seq, e.journal, e.delta, e.balance_after
  from changed c join entries e on e.tenant = $1::int and e.account = c.id and e.seq > 0
), moved as materialized (
  select ${movedColumns} from transactions t where t.tenant = $1::int and t.status = 'success'
), linked as (
  select l.*, s.seq as found_source, s.transaction as source_of, d.seq as found_destination, d.transaction as destination_of
  from moved l
  left join entries s on s.tenant = $1::int and s.account = l.source and s.seq = l.source_seq and s.journal = l.journal
  left join entries d on d.tenant = $1::int and d.account = l.destination and d.seq = l.destination_seq and d.journal = l.journal
)`;

// `not in` reads the journals into one hash, however few rows the planner expects. Tenants and journals are never null here.
// A row of account_checks stays in its place (`ctid`), because only the holder of the tenant's lock changes it.
// Every journal is written in one commit and all accounts are read in one snapshot, so `fresh` contains whole journals.
// `linked` finds transactions without entries; it may include some of journals that are already proven.
const checkSql = (rowsRead: string, fullCheckedAt: string) => `
with recursive ${rowsRead}, fresh as materialized (
  select f.*, f.from_balance + sum(f.delta) over (partition by f.tenant, f.account order by f.seq) as balance_due from found f
), sums as (
  select c.*, coalesce(f.entries, 0) as entries, f.lowest, f.highest, coalesce(f.delta, 0) as delta
  from changed c left join (
    select tenant, account, count(*) as entries, min(seq) as lowest, max(seq) as highest, sum(delta) as delta from fresh group by 1, 2
  ) f on f.tenant = c.tenant and f.account = c.id
), due as (
  select tenant, journal, party, sum(delta) as delta from (
    select tenant, journal, source as party, -(amount + fee_base + fee_merchant) as delta from moved
    union all
    select tenant, journal, destination, case when ${HOLDS_FEES} then amount + fee_base + fee_merchant else amount end from moved
    union all select tenant, journal, ${PLATFORM_FEE}, fee_base from moved where fee_base > 0 and not ${HOLDS_FEES}
    union all select tenant, journal, ${MERCHANT_FEE}, fee_merchant from moved where fee_merchant > 0 and not ${HOLDS_FEES}
  ) legs group by tenant, journal, party having sum(delta) <> 0
), made as (
  select tenant, journal, case kind when 'platform_fee' then ${PLATFORM_FEE} when 'merchant_fee' then ${MERCHANT_FEE} else account end as party,
    sum(delta) as delta
  from fresh group by 1, 2, 3 having sum(delta) <> 0
), total as (
  select q.tenant, q.proven_at, a.* from asked q cross join lateral (
    select count(*) as accounts, coalesce(sum(balance), 0) as total, coalesce(sum(seq), 0)::bigint as entries
    from accounts where tenant = q.tenant
  ) a
), problems as (
  select tenant, 'seq_without_gaps' as rule, jsonb_build_object('account', id, 'seq', seq, 'entries', from_seq + entries) as detail
  from sums where entries <> seq - from_seq or (entries > 0 and (lowest <> from_seq + 1 or highest <> seq))
  union all
  select tenant, 'balance_equals_entries', jsonb_build_object('account', id, 'balance', balance, 'entries', from_balance + delta)
  from sums where from_balance + delta <> balance
  union all
  select tenant, 'balance_after_follows', jsonb_build_object('account', account, 'seq', seq, 'balance', balance_after, 'due', balance_due)
  from fresh where balance_after <> balance_due
  union all
  select tenant, 'journal_sums_to_zero', jsonb_build_object('journal', journal, 'sum', sum(delta))
  from fresh group by tenant, journal having sum(delta) <> 0
  union all
  select tenant, 'transactions_equal_entries', jsonb_build_object('journal', journal, 'account',
    case party when ${PLATFORM_FEE} then 'platform_fee' when ${MERCHANT_FEE} then 'merchant_fee' else party::text end, 'due', due.delta, 'made', made.delta)
  from due full join made using (tenant, journal, party) where due.delta is distinct from made.delta
  union all
  select tenant, 'transactions_have_entries', jsonb_build_object('transaction', id, 'journal', journal) from linked
  where found_source is null or found_destination is null or source_of <> id or destination_of <> id
  union all
  select tenant, 'books_sum_to_zero', jsonb_build_object('sum', total) from total where total <> 0
), verdict as (
  select t.*, coalesce(p.count, 0) = 0 as balanced, coalesce(p.first, '[]') as problems, coalesce(n.count, 0) as new_entries
  from total t
  left join (
    select tenant, count(*), jsonb_agg(jsonb_build_object('rule', rule, 'detail', detail)) filter (where place <= 20) as first
    from (select *, row_number() over (partition by tenant) as place from problems) placed group by tenant
  ) p on p.tenant = t.tenant
  left join (select tenant, count(*) from fresh group by tenant) n on n.tenant = t.tenant
), proven as (
  select c.tenant, c.id, c.seq, c.balance, c.place from changed c join verdict v on v.tenant = c.tenant where v.balanced
), proven_again as (
  update account_checks k set seq = p.seq, balance = p.balance from proven p where k.ctid = p.place
), proven_first as (
  insert into account_checks (tenant, account, seq, balance) select tenant, id, seq, balance from proven where place is null
)
insert into ledger_checks (tenant, checked_at, balanced, accounts, entries, new_entries, total, problems, proven_at, full_checked_at)
select tenant, $2::timestamptz, balanced, accounts, entries, new_entries, total, problems,
  case when balanced then $2::timestamptz else proven_at end, ${fullCheckedAt}
from verdict
on conflict (tenant) do update set checked_at = excluded.checked_at, balanced = excluded.balanced,
  accounts = excluded.accounts, entries = excluded.entries, new_entries = excluded.new_entries, total = excluded.total,
  problems = excluded.problems, proven_at = excluded.proven_at,
  full_checked_at = coalesce(excluded.full_checked_at, ledger_checks.full_checked_at)
returning tenant, checked_at as "checkedAt", balanced, accounts, entries, new_entries as "newEntries", total, problems`;

/** Checks the tenants $1 (int[]) by what is new since they were proven, at $2, and stores the results. Skips those never proven. */
export const newRowsCheckSql = checkSql(newRows, "null::timestamptz");
/** Checks everything of the tenant $1, at $2, and stores the result. */
export const fullCheckSql = checkSql(allRows, "$2::timestamptz");
