import type pg from "pg";
import { connect, createDatabase } from "./database.ts";
import { clientOf, pair } from "./floor.ts";
import type { Setup } from "./measure.ts";

/**
 * The naive design: one SQL transaction per transfer, which locks both wallets and both fee rows and inserts five
 * rows.
 */
export async function openNaive(options: { wallets: number; callers: number }): Promise<Setup> {
  const database = await createDatabase("bench_naive");
  const clients = await connect(database.url, options.callers);
  const [first] = clients;
  if (!first) throw new Error("a run needs callers");
  await first.query(`
    create table accounts (id bigint primary key, balance bigint not null, frozen boolean not null default false,
      spent bigint not null default 0) with (fillfactor = 60);
    insert into accounts select i, 1000000 from generate_series(-1, ${options.wallets}) i;
    create table transfers (id bigint generated always as identity primary key, reference text not null unique,
      source bigint not null, destination bigint not null, amount bigint not null, at timestamptz not null default now());
    create table entries (id bigint generated always as identity primary key, transfer bigint not null references transfers,
      account bigint not null references accounts, delta bigint not null, balance_after bigint not null);
    create index on entries (account, id)`);
  await first.query("vacuum analyze accounts");
  return {
    designs: [
      {
        name: "naive: one SQL transaction per transfer, fee rows locked",
        callers: options.callers,
        work: (caller) => transfer(clientOf(clients, caller), pair(options.wallets)),
      },
    ],
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await database.drop();
    },
  };
}

const [PLATFORM_FEE, MERCHANT_FEE] = [-1, 0];
const lock = { name: "lock", text: "select * from accounts where id = any($1) order by id for update" };
const debit = {
  name: "debit",
  text: "update accounts set balance = balance - $2, spent = spent + $2 where id = $1 returning balance",
};
const credit = { name: "credit", text: "update accounts set balance = balance + $2 where id = $1 returning balance" };
const insert = {
  name: "insert",
  text: "insert into transfers (reference, source, destination, amount) values ($1, $2, $3, $4) returning id",
};
const entry = {
  name: "entry",
  text: "insert into entries (transfer, account, delta, balance_after) values ($1, $2, $3, $4)",
};

async function transfer(client: pg.Client, [source, destination]: [number, number]): Promise<void> {
  await client.query("begin");
  const locked = await client.query({ ...lock, values: [[source, destination]] });
  if (locked.rows.some((row) => row.frozen || Number(row.balance) < 10)) throw new Error("unexpected refusal");
  const transferred = await client.query({
    ...insert,
    values: [`R${Math.random()}${Math.random()}`, source, destination, 10],
  });
  const id = transferred.rows[0].id;
  const legs = [
    [debit, source, 13, -13],
    [credit, destination, 10, 10],
    [credit, PLATFORM_FEE, 2, 2],
    [credit, MERCHANT_FEE, 1, 1],
  ] as const;
  await client.query({ ...lock, values: [[PLATFORM_FEE, MERCHANT_FEE]] });
  for (const [statement, account, amount, delta] of legs) {
    const changed = await client.query({ ...statement, values: [account, amount] });
    await client.query({ ...entry, values: [id, account, delta, changed.rows[0].balance] });
  }
  await client.query("commit");
}
