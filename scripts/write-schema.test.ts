import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { useTestDatabase } from "../service/testing/database.ts";
import { describeSchema } from "./postgres/describe-schema.ts";

const database = useTestDatabase();

test("service/db/schema.sql matches the migrations (if not: npm run schema)", async () => {
  const file = join(dirname(import.meta.dirname), "service", "db", "schema.sql");
  expect(readFileSync(file, "utf8")).toBe(await describeSchema(database.pool));
});

test("shows a new column", async () => {
  await database.pool.query("alter table merchants add column motto text not null default 'none'");
  expect(await describeSchema(database.pool)).toContain("motto text not null default 'none'::text");
});
