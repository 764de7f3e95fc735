import { connect, createDatabase } from "./database.ts";
import type { Setup } from "./measure.ts";

/**
 * The baseline: two UPDATEs and a commit per transaction, without rules or ledger. Once from a client (four round
 * trips) and once as one prepared call, so that the client's overhead does not favour the engine.
 */
export async function openFloor(options: { wallets: number; callers: number }): Promise<Setup> {
  const database = await createDatabase("bench_floor");
  const clients = await connect(database.url, options.callers);
  const [first] = clients;
  if (!first) throw new Error("a floor needs callers");
  await first.query(`
    create table accounts (id bigint primary key, balance bigint not null) with (fillfactor = 60);
    insert into accounts select i, 1000000 from generate_series(1, ${options.wallets}) i;
    create function move(low bigint, high bigint, amount bigint) returns void language plpgsql as $$
    begin
      update accounts set balance = balance - amount where id = low;
      update accounts set balance = balance + amount where id = high;
    end $$`);
  await first.query("vacuum analyze accounts");
  const update = { name: "update", text: "update accounts set balance = balance + $2 where id = $1" };
  const call = { name: "move", text: "select move($1, $2, $3)" };

  return {
    designs: [
      {
        name: "bare floor: begin, two UPDATEs, commit",
        callers: options.callers,
        async work(caller) {
          const client = clientOf(clients, caller);
          const [low, high] = pair(options.wallets);
          await client.query("begin");
          await client.query({ ...update, values: [low, -1] });
          await client.query({ ...update, values: [high, 1] });
          await client.query("commit");
        },
      },
      {
        name: "bare floor: the same in one round trip",
        callers: options.callers,
        async work(caller) {
          const [low, high] = pair(options.wallets);
          await clientOf(clients, caller).query({ ...call, values: [low, high, 1] });
        },
      },
    ],
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await database.drop();
    },
  };
}

export function clientOf<T>(clients: readonly T[], caller: number): T {
  const client = clients[caller];
  if (!client) throw new Error(`no connection for caller ${caller}`);
  return client;
}

/** Two different numbers from 1, the lower one first, so that no design deadlocks. */
export function pair(count: number): [number, number] {
  const left = 1 + Math.floor(Math.random() * count);
  let right = 1 + Math.floor(Math.random() * (count - 1));
  if (right >= left) right += 1;
  return left < right ? [left, right] : [right, left];
}
