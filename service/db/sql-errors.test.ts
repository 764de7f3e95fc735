import { createServer } from "node:net";
import { expect, test } from "vitest";
import { openPool } from "./pool.ts";
import { isDatabaseUnreachable, isUniqueViolation } from "./sql-errors.ts";

const violation = { code: "23505", table: "payout_history_102008", constraint: "batches_reference_102008" };

test("a unique violation is recognized in a shard of its table, and not in a table with a longer name", () => {
  expect(isUniqueViolation(violation, { table: "payout_history" })).toBe(true);
  expect(isUniqueViolation(violation, { table: "payout" })).toBe(false);
  expect(isUniqueViolation(violation, { constraint: "batches_reference" })).toBe(true);
  expect(isUniqueViolation(violation, { constraint: ["batches_pkey", "batches_ref"] })).toBe(false);
  expect(isUniqueViolation({ ...violation, code: "23503" }, { table: "payout_history" })).toBe(false);
});

const refused = { code: "ECONNREFUSED", syscall: "connect" };
const unroutable = { code: "ENETUNREACH", syscall: "connect" };

test.each<[unknown, boolean]>([
  [refused, true],
  [unroutable, true],
  [{ code: "EHOSTUNREACH", syscall: "connect" }, true],
  [{ code: "ETIMEDOUT", syscall: "connect" }, true],
  [{ code: "EAI_AGAIN", syscall: "getaddrinfo" }, true],
  [{ code: "ENOTFOUND", syscall: "getaddrinfo" }, true],
  [new AggregateError([unroutable, refused]), true],
  // A connection that was lost: its statement may have been executed.
  [{ code: "ETIMEDOUT", syscall: "read" }, false],
  [new AggregateError([refused, { code: "ETIMEDOUT", syscall: "read" }]), false],
  [new Error("Connection terminated unexpectedly"), false],
  [new Error("Query read timeout"), false],
])("nothing was executed after %o: %s", (error, expected) => {
  expect(isDatabaseUnreachable(error)).toBe(expected);
});

test("a server that takes a connection and never answers is unreachable", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined).resume());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const url = `postgres://nobody@127.0.0.1:${port}/none`;
  const pool = openPool({ url, max: 1, applicationName: "silent", connectMs: 200 });
  const error: unknown = await pool.query("select 1").catch((reason: unknown) => reason);
  expect(isDatabaseUnreachable(error), String(error)).toBe(true);
  await pool.end();
  server.close();
});
