import type { LedgerHarness } from "../../service/testing/ledger/ledger-harness.ts";

/** Search targets: customers and texts. One wallet has a fifth of all transactions. */
export type LoadedBooks = { hot: string; plain: string; accountNumber: string; reference: string };

const WALLETS = 20_000;

/**
 * Writes `count` transactions with their entries directly into a tenant's tables: 60 % transfers, 35 % credits, 4.9 %
 * debits, 0.1 % funding, plus 0.2 % failed ones, over 90 days. Fills only what lists read; balances are not correct.
 */
export async function loadTransactions(db: LedgerHarness["pool"], tenant: number, count: number): Promise<LoadedBooks> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set synchronous_commit = off");
    for (const statement of [customers, wallets, moves, transactions, failed, entries]) {
      await client.query(statement.replaceAll(":tenant", String(tenant)).replaceAll(":count", String(count)));
    }
    await client.query("vacuum analyze");
    const { rows } = await client.query<{ hot: string; plain: string; number: string; reference: string }>(
      `select h.customer_id as hot, p.customer_id as plain, p.account_number as number,
         (select reference from transactions where tenant = $1 and status = 'success' offset 4711 limit 1) as reference
       from wallets h, wallets p
       where h.tenant = $1 and p.tenant = $1 and h.account_name like 'Hot%' and p.account_name like 'Person777 %'`,
      [tenant],
    );
    const [row] = rows;
    if (!row) throw new Error("nothing was loaded");
    return { hot: row.hot, plain: row.plain, accountNumber: row.number, reference: row.reference };
  } finally {
    client.release(true);
  }
}

const customers = `
create unlogged table load_wallets as
select i, gen_random_uuid() as customer, gen_random_uuid() as wallet, nextval('account_ids') as account,
  case i when 0 then 'Hot' else 'Person' || i end as first_name
from generate_series(0, ${WALLETS - 1}) i;
insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
select :tenant, customer, first_name, 'Okafor', i || '@test.example', '+23480' || lpad(i::text, 8, '0'), '1990-01-01', now(), now()
from load_wallets`;

const wallets = `
insert into accounts (tenant, id, kind, tier) select :tenant, account, 'wallet', 3 from load_wallets;
insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
select :tenant, wallet, account, customer, lpad((7000000000 + i)::text, 10, '0'), first_name || ' Okafor', '', now(), now()
from load_wallets`;

const moves = `
create unlogged table load_moves as
select k.i, k.kind, case k.kind when 'funding' then f.id when 'credit' then m.id else s.account end as source,
  case k.kind when 'funding' then m.id when 'debit' then m.id else d.account end as destination,
  timestamptz '2026-01-01 00:00Z' + k.i * (interval '90 days' / :count) as at
from (
  select i, case when i % 1000 = 0 then 'funding' when i % 100 < 60 then 'transfer' when i % 100 < 95 then 'credit' else 'debit' end as kind
  from generate_series(1, :count) i
) k
join load_wallets s on s.i = case when k.i % 3 = 0 then 0 else k.i % ${WALLETS} end
join load_wallets d on d.i = 1 + k.i * 11 % ${WALLETS - 1}
join accounts m on m.tenant = :tenant and m.kind = 'merchant'
join accounts f on f.tenant = :tenant and f.kind = 'funding'
where k.kind = 'funding' or s.i <> d.i;
create unlogged table load_legs as
select i, account, delta, at, row_number() over (partition by account order by i, delta) as seq from (
  select i, source as account, -100 as delta, at from load_moves union all select i, destination, 100, at from load_moves
) legs;
create unlogged table load_ids as
select i, encode(substring(int8send((extract(epoch from at) * 1000)::bigint) from 3), 'hex') || '7' || lpad(to_hex(i % 4096), 3, '0')
  || '8' || lpad(to_hex(i), 15, '0') as hex from load_moves`;

const transactions = `
insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination, destination_seq, amount,
  description, actor, at)
select :tenant, x.hex::uuid, m.i + 1000, 'REF-' || lpad(m.i::text, 12, '0'), m.kind, 'success', m.source, s.seq, m.destination, d.seq,
  100, 'Load ' || m.i, 'job:load', date_trunc('milliseconds', m.at)
from load_moves m join load_ids x on x.i = m.i
join load_legs s on s.i = m.i and s.delta < 0 join load_legs d on d.i = m.i and d.delta > 0
order by m.i`;

const failed = `
insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, actor, at)
select :tenant, gen_random_uuid(), 'FAIL-' || lpad(i::text, 12, '0'), 'transfer', 'failed', 'Source wallet is not active.', source,
  destination, 100, 'job:load', date_trunc('milliseconds', at)
from load_moves where kind = 'transfer' and i % 500 = 1`;

const entries = `
alter table entries disable trigger user;
insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)
select :tenant, l.account, l.seq, l.i + 1000, x.hex::uuid, l.delta, 1000000, date_trunc('milliseconds', l.at)
from load_legs l join load_ids x on x.i = l.i order by l.i;
alter table entries enable trigger user;
update accounts a set seq = l.seq from (select account, max(seq) as seq from load_legs group by account) l
where a.tenant = :tenant and a.id = l.account;
drop table load_moves, load_legs, load_ids, load_wallets`;
