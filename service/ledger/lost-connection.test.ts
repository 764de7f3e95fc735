import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { testClock } from "../testing/clock.ts";
import { testSign } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import { fundWallets, move, movement, openTestBooks, posting, type TestBooks } from "../testing/ledger/books.ts";
import { createCommitter } from "./commit-movements.ts";
import type { Committer } from "./committer.ts";

const database = useTestDatabase();
const clock = testClock("2026-03-01T10:00:00Z");
let wire: Awaited<ReturnType<typeof openWire>>;
let committer: Committer;
let troubles: string[] = [];
const hooks = { troubled: ({ kind }: { kind: string }) => void troubles.push(kind) };
let books: TestBooks;

beforeAll(async () => {
  wire = await openWire(database.url);
  committer = createCommitter({ databaseUrl: wire.url, clock, sign: testSign, lanes: 1, giveUpSeconds: 2, hooks });
  books = await openTestBooks(database.pool, { wallets: 2 });
  await fundWallets(committer, books, 1_000n);
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(async () => {
  await committer.close();
  await wire.close();
});

it.each([
  ["after it was done: the first answer holds", "answer"],
  ["before it was done: it is done once more", "request"],
] as const)("a commit is lost %s", async (_title, lose) => {
  const [from = 0n, to = 0n] = books.wallets;
  const moved = [1, 2, 3].map(() => movement(books, from, to, 10n));
  wire.loseNextCommit(lose);
  const decisions = await Promise.all(moved.map((one) => move(committer, [one])));
  expect(wire.lost()).toBe(1);
  for (const decision of decisions) expect(decision).toMatchObject({ outcomes: [{ posted: true }] });
  const { rowCount } = await database.pool.query("select 1 from transactions where id = any($1::uuid[])", [
    moved.map((one) => one.id),
  ]);
  expect(rowCount).toBe(3);
});

it.each(["answer", "request"] as const)(
  "a commit that is lost with a group behind it (%s): each is done once",
  async (lose) => {
    const [from = 0n, to = 0n] = books.wallets;
    const moved = Array.from({ length: 20 }, () => movement(books, from, to, 1n));
    let following: Promise<unknown[]> | undefined;
    const first = movement(books, from, to, 1n);
    wire.loseNextCommit(lose);
    const decision = await committer.submit(
      posting([first], {
        buildSideEffects() {
          following ??= Promise.all(moved.map((one) => move(committer, [one])));
          return { answer: null, audit: [] };
        },
      }),
    );
    expect(wire.hadFollower()).toBe(true);
    for (const one of [decision, ...((await following) ?? [])])
      expect(one).toMatchObject({ outcomes: [{ posted: true }] });
    const { rowCount } = await database.pool.query("select 1 from transactions where id = any($1::uuid[])", [
      [first, ...moved].map(({ id }) => id),
    ]);
    expect(rowCount).toBe(21);
  },
);

it("facts of a group that began behind a commit are not used on another connection", async () => {
  const [from = 0n, to = 0n] = books.wallets;
  const direct = createCommitter({ databaseUrl: database.url, clock, sign: testSign });
  let following: Promise<unknown[]> | undefined;
  troubles = [];
  const ended = wire.endAfterFollower();
  const leading = committer.submit(
    posting([movement(books, from, to, 1n)], {
      buildSideEffects() {
        following ??= Promise.all(Array.from({ length: 20 }, () => move(committer, [movement(books, from, to, 1n)])));
        return { answer: null, audit: [] };
      },
    }),
  );
  await ended;
  // With the connection its locks are gone, so the balances that the followers have read change.
  expect(await move(direct, [movement(books, from, to, 100n)])).toMatchObject({ outcomes: [{ posted: true }] });
  wire.refuseConnections(false);
  for (const one of [await leading, ...((await following) ?? [])])
    expect(one).toMatchObject({ outcomes: [{ posted: true }] });
  expect(troubles).toEqual(["lost"]);
  await direct.close();
});

it("a refusal whose commit was lost is decided again", async () => {
  const [from = 0n, to = 0n] = books.wallets;
  wire.loseNextCommit("answer");
  const decision = await move(committer, [movement(books, from, to, 100_000n)]);
  expect(decision).toMatchObject({ outcomes: [{ refusal: { code: "balance_too_low" } }] });
});

it("the outcome is reported as unknown when the database does not come back", async () => {
  const [from = 0n, to = 0n] = books.wallets;
  wire.loseNextCommit("answer");
  wire.refuseConnections(true);
  const possiblyCommitted = move(committer, [movement(books, from, to, 1n)]);
  await expect(possiblyCommitted).rejects.toMatchObject({ name: "OutcomeUnknown" });
  await expect(move(committer, [movement(books, from, to, 1n)])).rejects.toMatchObject({ name: "LedgerUnavailable" });
  wire.refuseConnections(false);
  expect(await move(committer, [movement(books, from, to, 1n)])).toMatchObject({ outcomes: [{ posted: true }] });
});

/** The message ReadyForQuery up to its state, and a fatal error as an administrator's command causes it. */
const READY = "Z\0\0\0\x05";
const END_OF_CONNECTION = messageOf("E", "SFATAL\0C57P01\0Mterminating connection\0\0");

function messageOf(kind: string, text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + text.length);
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(text)]);
}

/** A proxy in front of PostgreSQL that can cut the connection exactly around a commit. */
async function openWire(target: string) {
  const { hostname, port } = new URL(target);
  const state = {
    lose: null as "answer" | "request" | null,
    lost: 0,
    hadFollower: false,
    isDown: false,
    held: Buffer.alloc(0),
  };
  const ends = { waiting: null as (() => void) | null, now: null as (() => void) | null };
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", cut);
      socket.on("close", cut);
    }
    if (state.isDown) return cut();
    client.on("data", (bytes) => {
      if (ends.waiting && bytes.includes("ledger_commit\0") && bytes.includes("ledger_begin\0")) {
        ends.now = ends.waiting;
        ends.waiting = null;
      }
      if (state.lose === null || !bytes.includes("ledger_commit\0")) return void upstream.write(bytes);
      const { lose } = state;
      state.lose = null;
      state.lost += 1;
      state.hadFollower = bytes.includes("ledger_begin\0");
      if (lose === "request") return cut();
      upstream.removeAllListeners("data");
      upstream.write(bytes);
      // The answer of COMMIT is the last thing that comes back.
      upstream.on("data", (answer) => void (answer.includes("COMMIT\0") && cut()));
    });
    upstream.on("data", (bytes) => {
      if (!ends.now) return void client.write(bytes);
      state.held = Buffer.concat([state.held, bytes]);
      if (state.held.toString("latin1").split(READY).length <= 2) return;
      // The server ends the connection in the same packet.
      client.write(Buffer.concat([state.held, END_OF_CONNECTION]));
      upstream.destroy();
      state.isDown = true;
      ends.now?.();
      ends.now = null;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  const address = server.address();
  url.port = String(typeof address === "object" ? address?.port : "");
  return {
    url: url.href,
    loseNextCommit(lose: "answer" | "request") {
      state.lose = lose;
      state.lost = 0;
    },
    lost: () => state.lost,
    /** Whether a group began behind the commit that was lost. */
    hadFollower: () => state.hadFollower,
    /** Ends the connection with the answers of the next commit and of the group behind it; resolves then. New ones are refused. */
    endAfterFollower: () =>
      new Promise<void>((resolve) => {
        state.held = Buffer.alloc(0);
        ends.waiting = resolve;
      }),
    refuseConnections(isDown: boolean) {
      state.isDown = isDown;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
