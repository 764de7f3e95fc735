import { expect, it } from "vitest";
import { useTestDatabase } from "../../service/testing/database.ts";
import { findRefused, readStatements } from "./former-release.ts";

const database = useTestDatabase();

it("a schema without a column that the former release uses is refused, with the statement and the reason", async () => {
  // The tables of the sandbox bank and issuer are not in this database.
  const isOurs = (text: string) => !/\bsandbox_(bank|issuer)\./.test(text);
  const statements = readStatements("service/db/former-release.json.gz").filter(isOurs);
  const db = await database.pool.connect();
  expect(await findRefused(db, statements)).toEqual([]);
  expect(await findRefused(db, statements, { "select nothing": "made up" })).toEqual([
    'no refused statement begins with "select nothing"',
  ]);
  // Only the planner looks up the constraint of an `on conflict`.
  await db.query("alter table outbox_failures drop constraint outbox_failures_pkey");
  const [conflict = "", ...others] = await findRefused(db, statements, {});
  expect(others).toEqual([]);
  expect(conflict).toMatch(/"insert into outbox_failures .*no unique or exclusion constraint matching/);
  expect(await findRefused(db, statements, { "insert into outbox_failures": "it waits" })).toEqual([]);
  await db.query("alter table wallets rename column account_name to name");
  const refused = await findRefused(db, statements, { "insert into outbox_failures": "it waits" });
  db.release();
  expect(refused.length).toBeGreaterThan(3);
  expect(refused[0]).toMatch(/^the former release cannot run ".+": column .*account_name.* does not exist$/);
});
