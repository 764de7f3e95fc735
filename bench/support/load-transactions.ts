import type { PoolClient } from "pg";
import type { LedgerHarness } from "../../service/testing/ledger/ledger-harness.ts";

/** Search targets: customers and texts. One wallet has a fifth of all transactions. */
export type LoadedBooks = { hot: string; plain: string; accountNumber: string; reference: string };

/** The days that the transactions spread over, in equal distances, from midnight UTC of the first. */
export type LoadedDays = { from: string; days: number };

type Load = { tenant: number; count: number; spread: LoadedDays; say(text: string): void };

const WALLETS = 20_000;
const CHUNK = 500_000;
// Filled without indexes and vacuum, which cost most of the time; both come back as the product has them.
const BIG_TABLES = ["transactions", "entries"] as const;

/**
 * Writes `count` transactions with their entries directly into a tenant's tables: 60 % transfers, 35 % credits, 4.9 %
 * debits, 0.1 % funding, plus 0.2 % failed ones. Fills only what lists and sums read; balances are not correct.
 * `say` gets a line after each step. Indexes, constraints and triggers end as they were; it throws if they do not.
 */
export async function loadTransactions(
  db: LedgerHarness["pool"],
  load: Omit<Load, "spread"> & { spread?: LoadedDays },
): Promise<LoadedBooks> {
  const { tenant } = load;
  const spread = load.spread ?? { from: "2026-01-01", days: 90 };
  const clients = [await openLoader(db), await openLoader(db)] as const;
  try {
    const [client] = clients;
    const before = await definitions(client);
    await client.query(`${customers(spread)};${wallets};${staging}`.replaceAll(":tenant", String(tenant)));
    await withoutIndexes(clients, load, () => fill(clients, { ...load, spread }));
    await client.query("drop table load_moves, load_legs, load_wallets");
    if ((await definitions(client)) !== before) throw new Error("the tables are not as the product has them");
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
    for (const client of clients) client.release(true);
  }
}

async function openLoader(db: LedgerHarness["pool"]): Promise<PoolClient> {
  const client = await db.connect();
  await client.query(
    `set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
     set wal_compression = off; set max_parallel_maintenance_workers = 0`,
  );
  return client;
}

/** Each table has a connection of its own: the two cores of a small machine work together. */
async function withoutIndexes(
  clients: readonly [PoolClient, PoolClient],
  { say }: Pick<Load, "say">,
  work: () => Promise<void>,
): Promise<void> {
  const [client] = clients;
  const { rows } = await client.query<{ on: string; name: string; drop: string; create: string }>(
    `select i.indrelid::regclass::text as on, c.relname as name,
       case when k.oid is null then format('drop index %I', c.relname)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as drop,
       case when k.oid is null then pg_get_indexdef(i.indexrelid)
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) end as create
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.conrelid = i.indrelid
     where i.indrelid = any ($1::regclass[])`,
    [BIG_TABLES],
  );
  for (const { drop } of rows) await client.query(drop);
  for (const table of BIG_TABLES) {
    await client.query(
      `alter table ${table} disable trigger user; alter table ${table} set (autovacuum_enabled = false)`,
    );
  }
  await work();
  await Promise.all(
    BIG_TABLES.map(async (table, index) => {
      const own = clients[index] ?? client;
      for (const { name, create } of rows.filter(({ on }) => on === table)) {
        const began = performance.now();
        await own.query(create);
        say(`  index ${name}: ${seconds(began)} s`);
      }
      await own.query(`alter table ${table} enable trigger user; alter table ${table} reset (autovacuum_enabled)`);
    }),
  );
}

async function fill(
  [left, right]: readonly [PoolClient, PoolClient],
  { tenant, count, spread, say }: Load,
): Promise<void> {
  const began = performance.now();
  for (let first = 1; first <= count; first += CHUNK) {
    const last = Math.min(count, first + CHUNK - 1);
    const of = (sql: string) =>
      sql
        .replaceAll(":tenant", String(tenant))
        .replaceAll(":first", String(first))
        .replaceAll(":last", String(last))
        .replaceAll(":start", `timestamptz '${spread.from} 00:00Z'`)
        .replaceAll(":step", `(interval '${spread.days} days' / ${count})`);
    await left.query(of(moves));
    await Promise.all([left.query(of(transactions)), right.query(of(entries))]);
    say(`  ${last.toLocaleString("en")} transactions after ${seconds(began)} s`);
  }
}

/** What a schema says about the big tables, to compare. */
async function definitions(client: PoolClient): Promise<string> {
  const { rows } = await client.query(
    `select array(select indexdef from pg_indexes where tablename = any ($1) order by 1) as indexes,
       array(select format('%s %s %s', conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
         where conrelid = any ($1::regclass[]) order by 1) as constraints,
       array(select format('%s %s', tgname, tgenabled) from pg_trigger where tgrelid = any ($1::regclass[]) order by 1) as triggers,
       array(select format('%s %s %s', relname, reloptions, relpersistence) from pg_class
         where oid = any ($1::regclass[]) order by 1) as options`,
    [BIG_TABLES],
  );
  return JSON.stringify(rows);
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
}

/** Customers and their wallets come one after the other over the same days. */
const customers = ({ from, days }: LoadedDays) => `
create unlogged table load_wallets as
select i, gen_random_uuid() as customer, gen_random_uuid() as wallet, nextval('account_ids') as account,
  case i when 0 then 'Hot' else 'Person' || i end as first_name, timestamptz '${from} 00:00Z' + i * interval '${days} days' / ${WALLETS} as at
from generate_series(0, ${WALLETS - 1}) i;
insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
select :tenant, customer, first_name, 'Okafor', i || '@test.example', '+23480' || lpad(i::text, 8, '0'), '1990-01-01', at, at
from load_wallets`;

const wallets = `
insert into accounts (tenant, id, kind, tier, balance) select :tenant, account, 'wallet', 1 + i % 3, i * 1000 from load_wallets;
insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
select :tenant, wallet, account, customer, lpad((7000000000 + i)::text, 10, '0'), first_name || ' Okafor', '', at, at
from load_wallets;
analyze load_wallets`;

const staging = `
create unlogged table load_moves (i bigint, id uuid, kind text, source bigint, destination bigint, at timestamptz) with (autovacuum_enabled = false);
create unlogged table load_legs (i bigint, id uuid, account bigint, delta bigint, at timestamptz, seq bigint)
  with (autovacuum_enabled = false)`;

const moves = `
truncate load_moves, load_legs;
insert into load_moves
select k.i, (encode(substring(int8send((extract(epoch from k.at) * 1000)::bigint) from 3), 'hex') || '7' || lpad(to_hex(k.i % 4096), 3, '0')
    || '8' || lpad(to_hex(k.i), 15, '0'))::uuid, k.kind,
  case k.kind when 'funding' then f.id when 'credit' then m.id else s.account end,
  case k.kind when 'funding' then m.id when 'debit' then m.id else d.account end, date_trunc('milliseconds', k.at)
from (
  select i, :start + i * :step as at,
    case when i % 1000 = 0 then 'funding' when i % 100 < 60 then 'transfer' when i % 100 < 95 then 'credit' else 'debit' end as kind
  from generate_series(:first::bigint, :last) i
) k
join load_wallets s on s.i = case when k.i % 3 = 0 then 0 else k.i % ${WALLETS} end
join load_wallets d on d.i = 1 + k.i * 11 % ${WALLETS - 1}
join accounts m on m.tenant = :tenant and m.kind = 'merchant'
join accounts f on f.tenant = :tenant and f.kind = 'funding'
where k.kind = 'funding' or s.i <> d.i;
insert into load_legs
select l.i, l.id, l.account, l.delta, l.at, a.seq + row_number() over (partition by l.account order by l.i, l.delta)
from (select i, id, source as account, -100 as delta, at from load_moves union all select i, id, destination, 100, at from load_moves) l
join accounts a on a.tenant = :tenant and a.id = l.account;
analyze load_moves, load_legs;
update accounts a set seq = l.seq from (select account, max(seq) as seq from load_legs group by account) l
where a.tenant = :tenant and a.id = l.account`;

const transactions = `
insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination, destination_seq, amount,
  description, actor, at)
select :tenant, m.id, m.i + 1000, 'REF-' || lpad(m.i::text, 12, '0'), m.kind, 'success', m.source, s.seq, m.destination, d.seq,
  100, 'Load ' || m.i, 'job:load', m.at
from load_moves m join load_legs s on s.i = m.i and s.delta < 0 join load_legs d on d.i = m.i and d.delta > 0
order by m.i;
with refused as (
  insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, actor, at)
  select :tenant, gen_random_uuid(), 'FAIL-' || lpad(i::text, 12, '0'), 'transfer', 'failed', 'Source wallet is not active.', source,
    destination, 100, 'job:load', at
  from load_moves where kind = 'transfer' and i % 500 = 1 returning tenant, at, failure
)
insert into failure_deltas select tenant, (at at time zone 'Africa/Lagos')::date, 'transaction', failure, 1 from refused`;

const entries = `
insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)
select :tenant, account, seq, i + 1000, id, delta, 1000000, at from load_legs order by i`;
