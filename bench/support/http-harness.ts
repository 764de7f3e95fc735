import { findFreePort } from "../../scripts/system/ports.ts";
import { openHttpHarness } from "../../service/testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "../../service/testing/processes/service-process.ts";
import { createDatabase } from "./database.ts";
import { pair } from "./floor.ts";
import { type HttpConnection, openConnection } from "./http-client.ts";
import type { Setup } from "./measure.ts";

const MOST_CONNECTIONS = 256;

/** `pids`: the processes that share the machine's cores during the first service's load. `wal`: the position of the write-ahead log. */
export type HttpSetup = Setup & {
  pids(): Promise<{ generator: number[]; service: number[]; database: number[] }>;
  wal(): Promise<number>;
};

/**
 * Measures a complete transfer over HTTP: parsing, key, validation, rules, journal, entries, audit facts, stored
 * response.
 */
export async function openHttp(options: { wallets: number }): Promise<HttpSetup> {
  const database = await createDatabase("bench_http");
  const harness = await openHttpHarness(database.url, { wallets: options.wallets, each: 1_000_000_000n });
  const services: ServiceProcess[] = [];
  for (let i = 0; i < 2; i += 1) services.push(await startServiceProcess(database.url, await findFreePort()));
  const [first, second] = await Promise.all(services.map((service) => connectAll(service.address)));
  if (!first || !second) throw new Error("two services were started");

  const authorization = `authorization: Bearer ${harness.key}\r\n`;
  let made = 0;
  async function transfer(connection: HttpConnection | undefined, customers: readonly string[]): Promise<void> {
    const [left, right] = pair(customers.length);
    const [from, to] = Math.random() < 0.5 ? [left, right] : [right, left];
    await move(connection, customers[from - 1], customers[to - 1]);
  }

  async function move(connection: HttpConnection | undefined, from: string | undefined, to: string | undefined) {
    made += 1;
    const body = `{"fromCustomerId":"${from}","toCustomerId":"${to}","amount":10}`;
    const key = `idempotency-key: bench-${made}\r\n`;
    const status = await connection?.post("/v1/transfer/wallet", authorization + key, body);
    if (status !== 200) throw new Error(`unexpected answer ${status}`);
  }

  const all = harness.customers;
  // Each wallet once, by each process: as in a process that runs for a while, its code is compiled and its addresses are known.
  for (const connections of [first, second]) {
    let at = 0;
    const work = async (connection: HttpConnection) => {
      for (let from = at; from + 1 < all.length; from = at) {
        at += 2;
        await move(connection, all[from], all[from + 1]);
      }
    };
    await Promise.all(connections.map(work));
  }
  const hot = all.slice(0, 10);
  return {
    designs: [
      ...[1, 64, MOST_CONNECTIONS].map((callers) => ({
        name: "transfer over HTTP",
        callers,
        work: (caller: number) => transfer(first[caller], all),
      })),
      { name: "the same on ten hot wallets", callers: 64, work: (caller) => transfer(first[caller], hot) },
      {
        name: "the same on two service processes",
        callers: 64,
        work: (caller) => transfer((caller % 2 === 0 ? first : second)[caller], all),
      },
    ],
    async pids() {
      const { rows } = await harness.pool.query<{ pid: number }>("select pid from pg_stat_activity");
      const database = rows.map((row) => row.pid);
      return { generator: [process.pid], service: services.map((service) => service.pid), database };
    },
    async wal() {
      const { rows } = await harness.pool.query<{ bytes: number }>(
        "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes",
      );
      return rows[0]?.bytes ?? Number.NaN;
    },
    async close() {
      for (const connection of [...first, ...second]) connection.close();
      await Promise.all(services.map((service) => service.stop()));
      await harness.close();
      await database.drop();
    },
  };
}

function connectAll(address: string): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: MOST_CONNECTIONS }, () => openConnection(address)));
}
