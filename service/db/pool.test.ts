import { expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { inTransaction } from "./pool.ts";

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
