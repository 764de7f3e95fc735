import { connect, createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { inTransaction, openPool, UNHURRIED } from "./pool.ts";

const database = useTestDatabase();

it("a connection lost during a transaction fails the transaction, not the process", async () => {
  const lost = inTransaction(database.pool, async (tx) => {
    const { rows } = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    await database.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    // The connection is lost while it is idle.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await tx.query("select 1");
  });
  await expect(lost).rejects.toThrow();
  expect(await inTransaction(database.pool, async (tx) => (await tx.query("select 1 as one")).rows)).toEqual([
    { one: 1 },
  ]);
});

it("a connection lost in the packet that made it ready fails the transaction, not the process", async () => {
  let isFirst = true;
  const wire = await openWire(database.url, (client, upstream) => {
    client.pipe(upstream);
    upstream.on("data", (bytes) => {
      if (!isFirst || !bytes.includes(READY)) return void client.write(bytes);
      isFirst = false;
      client.end(Buffer.concat([bytes, FAREWELL]));
    });
  });
  const pool = openPool({ url: wire.url, max: 1, applicationName: "farewell" });
  try {
    await expect(inTransaction(pool, (tx) => tx.query("select 1"))).rejects.toThrow();
    expect((await inTransaction(pool, (tx) => tx.query("select 1 as one"))).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    wire.close();
  }
});

it("a query to a server that vanishes fails, and the next one has a new connection", async () => {
  const forget: (() => void)[] = [];
  const wire = await openWire(database.url, (client, upstream) => {
    client.pipe(upstream).pipe(client);
    forget.push(() => {
      for (const socket of [client, upstream]) socket.unpipe().resume();
    });
  });
  const vanish = () => {
    for (const one of forget) one();
  };
  const pool = openPool({ url: wire.url, max: 1, applicationName: "vanished", answerMs: 1_000 });
  try {
    expect((await pool.query({ text: "select pg_sleep(1.2)", ...UNHURRIED })).rowCount).toBe(1);
    const began = performance.now();
    const lost = inTransaction(pool, async (tx) => {
      await tx.query("select 1");
      vanish();
      await tx.query("select 1");
    });
    await expect(lost).rejects.toThrow("Query read timeout");
    // It does not wait for a rollback too.
    expect(performance.now() - began).toBeLessThan(1_800);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    vanish();
    await expect(pool.query("select 1")).rejects.toThrow("Query read timeout");
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    wire.close();
  }
});

const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
const FAREWELL = errorResponse({
  S: "FATAL",
  C: "57P01",
  M: "terminating connection due to unexpected postmaster exit",
});

/** A proxy before PostgreSQL, which joins each connection by `relay`. */
async function openWire(target: string, relay: (client: Socket, upstream: Socket) => void) {
  const { hostname, port } = new URL(target);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    relay(client, upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === "object" ? address?.port : "");
  return { url: url.href, close: () => void server.close() };
}

function errorResponse(fields: Record<string, string>): Buffer {
  const body = `${Object.entries(fields)
    .map(([code, text]) => `${code}${text}\0`)
    .join("")}\0`;
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(4 + Buffer.byteLength(body), 1);
  return Buffer.concat([head, Buffer.from(body)]);
}
