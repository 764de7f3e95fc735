import { expect, it } from "vitest";
import { useTestDatabase } from "../../service/testing/database.ts";
import { ACCEPTED, findRefused, readStatements } from "./former-release.ts";

const database = useTestDatabase();

it("a schema without a column that the former release uses is refused, with the statement and the reason", async () => {
  // The tables of the sandbox bank and issuer are not in this database.
  const isOurs = (text: string) => !/\bsandbox_(bank|issuer)\./.test(text);
  const statements = readStatements("service/db/former-release.json.gz").filter(isOurs);
  const db = await database.pool.connect();
  expect(await findRefused(db, statements)).toEqual([]);
  // Each accepted one is refused, by the planner only, and an entry that nothing needs is named.
  const conflicts = await findRefused(db, statements, { "select nothing": "made up" });
  expect(conflicts).toEqual([
    ...Object.keys(ACCEPTED).map(() =>
      expect.stringMatching(/no unique or exclusion constraint matching the ON CONFLICT/),
    ),
    'no refused statement begins with "select nothing"',
  ]);
  await db.query("alter table wallets rename column account_name to name");
  const refused = await findRefused(db, statements);
  db.release();
  expect(refused.length).toBeGreaterThan(3);
  expect(refused[0]).toMatch(/^the former release cannot run ".+": column .*account_name.* does not exist$/);
});
