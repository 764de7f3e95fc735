import { expect } from "vitest";
import type { Queryable } from "../db/pool.ts";

/** What the destination of a transaction `t` receives: a payout holds its fees with its amount. Rails 4. */
const RECEIVED =
  "case when t.kind in ('payout', 'merchant_payout') then t.amount + t.fee_base + t.fee_merchant else t.amount end";

/** Queries for violations. A journal with tenant 0 is of a former release, for all tenants of its flush. They are independent of the verifier's SQL, so that a mistake in one does not hide in the other. */
const impossible = {
  "entries of a journal that do not sum to zero": `
    select journal, tenant, sum(delta) from entries group by journal, tenant having sum(delta) <> 0`,
  "balances that are not the sum of their entries": `
    select a.tenant, a.id, a.balance, coalesce(sum(e.delta), 0) as entries
    from accounts a left join entries e on e.tenant = a.tenant and e.account = a.id
    group by a.tenant, a.id having a.balance <> coalesce(sum(e.delta), 0)`,
  "accounts whose seq is not the number of their entries": `
    select a.tenant, a.id, a.seq, count(e.seq), min(e.seq), max(e.seq)
    from accounts a left join entries e on e.tenant = a.tenant and e.account = a.id
    group by a.tenant, a.id
    having a.seq <> count(e.seq) or (count(e.seq) > 0 and (min(e.seq) <> 1 or max(e.seq) <> a.seq))`,
  "entries whose balance does not follow from the one before": `
    select * from (
      select *, lag(balance_after, 1, 0) over (partition by tenant, account order by seq) as before from entries
    ) e where balance_after <> before + delta`,
  "posted transactions whose entries are missing or differ": `
    select t.tenant, t.id from transactions t
    left join entries s on s.tenant = t.tenant and s.account = t.source and s.seq = t.source_seq and s.journal = t.journal
    left join entries d on d.tenant = t.tenant and d.account = t.destination and d.seq = t.destination_seq
      and d.journal = t.journal
    where t.status = 'success' and (s.seq is null or d.seq is null
      or (s.transaction is not null and (s.transaction <> t.id or s.delta <> -(t.amount + t.fee_base + t.fee_merchant)))
      or (d.transaction is not null and (d.transaction <> t.id or d.delta <> ${RECEIVED})))`,
  "entries that no posted transaction explains": `
    select e.tenant, e.journal, e.account from entries e
    left join transactions t on t.tenant = e.tenant and t.id = e.transaction and t.journal = e.journal
    where e.transaction is not null and t.id is null`,
  "journals whose movements do not add up per account": `
    with legs as (
      select tenant, journal, source as account, -(amount + fee_base + fee_merchant) as delta from transactions
      where status = 'success'
      union all select tenant, journal, destination, ${RECEIVED} from transactions t where status = 'success'
    ), due as (select tenant, journal, account, sum(delta) as delta from legs group by 1, 2, 3),
    made as (
      select e.tenant, e.journal, e.account, sum(e.delta) as delta from entries e
      join accounts a on a.tenant = e.tenant and a.id = e.account and a.kind not in ('platform_fee', 'merchant_fee')
      group by 1, 2, 3
    )
    select * from due full join made using (tenant, journal, account) where due.delta is distinct from made.delta`,
  "journals without exactly one outbox row": `
    select j.id from journals j left join outbox o on o.journal = j.id and o.tenant = j.tenant
    group by j.tenant, j.id having count(o.id) <> 1`,
  "journals that miscount their transactions": `
    select j.id from journals j left join transactions t on t.journal = j.id and j.tenant in (t.tenant, 0)
    group by j.tenant, j.id, j.n having count(t.id) <> j.n`,
  "wallets below zero": "select * from accounts where kind in ('wallet', 'merchant') and balance < 0",
};

/** Fails if the books of any tenant do not balance. Run it after every test that uses the database. */
export async function expectBooksToBalance(db: Queryable): Promise<void> {
  for (const [what, sql] of Object.entries(impossible)) {
    const { rows } = await db.query(`select * from (${sql}) broken limit 5`);
    expect(rows, what).toEqual([]);
  }
}
