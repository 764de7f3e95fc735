import { expect, test } from "vitest";
import { accountNumber } from "../domain/account-number.ts";
import { useTestDatabase } from "../testing/database.ts";
import { assignRanges, LAST_DATABASE, rangeOf } from "./number-ranges.ts";

const database = useTestDatabase();
const numbers = Array.from({ length: LAST_DATABASE + 1 }, (_, n) => n);

const readSequences = async () =>
  (
    await database.pool.query<{ name: string; type: string; first: bigint; last: bigint }>(
      `select sequencename::text as name, data_type::text as type, min_value as first, max_value as last
       from pg_sequences where schemaname = 'public' order by 1`,
    )
  ).rows;

test("no two databases give out the same number, and each number fits its column", async () => {
  for (const sequence of await readSequences()) {
    const ranges = numbers.map((number) => rangeOf(sequence, number));
    for (const [n, { first, last }] of ranges.entries()) {
      expect(first, `${sequence.name} of ${n}`).toBeLessThan(last);
      if (n > 0) expect(first).toBeGreaterThan(ranges[n - 1]?.last ?? 0n);
    }
    const fits =
      sequence.name === "account_serials" ? 999_999_999n : sequence.type === "integer" ? 2n ** 31n : 2n ** 53n;
    expect(ranges.at(-1)?.last).toBeLessThanOrEqual(fits);
  }
});

test("database 0 goes on with the numbers of before", () => {
  expect(rangeOf({ name: "account_serials", type: "bigint" }, 0).first).toBe(220_000_001n);
  expect(rangeOf({ name: "journal_ids", type: "bigint" }, 0).first).toBe(1n);
  expect(rangeOf({ name: "tenants_id_seq", type: "integer" }, 0).first).toBe(1n);
});

test("a new database takes the numbers of its own, and keeps them", async () => {
  await assignRanges(database.pool, 3);
  await assignRanges(database.pool, 3);
  for (const sequence of await readSequences()) {
    const { rows } = await database.pool.query<{ next: bigint }>("select nextval($1::regclass) as next", [
      sequence.name,
    ]);
    expect(rows[0]?.next, sequence.name).toBe(rangeOf(sequence, 3).first);
  }
  const { rows } = await database.pool.query<{ serial: bigint }>("select nextval('account_serials') as serial");
  expect(accountNumber("999", rows[0]?.serial ?? 0n)).toMatch(/^64000000\d{2}$/);
  const progress = await database.pool.query("select journal from rollup_progress");
  expect(progress.rows).toEqual([{ journal: 3n * 2n ** 48n }]);
  await expect(assignRanges(database.pool, 0)).rejects.toThrow("A database keeps its number.");
});
