import { beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import type { Queryable } from "../pool.ts";
import { findOurFloat } from "./breaks.ts";

const database = useTestDatabase();
const BEFORE = 30_000;
let tenant: number;

/** A float with an entry of one kobo in every second of the day before, three entries of the day, and one after it. */
beforeAll(async () => {
  ({ tenant } = await openTestBooks(database.pool, { wallets: 0 }));
  await database.pool.query("alter table entries disable trigger user");
  await database.pool.query(
    `insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination, destination_seq,
       amount, actor, at)
     select $1, gen_random_uuid(), i, 'REF-' || i, case i when ${BEFORE + 3} then 'payout_return' else 'bank_credit' end, 'success',
       777, i, 1, i, 1, 'job:test', timestamptz '2026-03-01T00:00:00+01:00' + case when i <= ${BEFORE} then i * interval '1 second'
         when i <= ${BEFORE + 3} then interval '34 hours' else interval '58 hours' end
     from generate_series(1, ${BEFORE + 4}) i`,
    [tenant],
  );
  await database.pool.query(
    `insert into entries
     select tenant, source, source_seq, journal, id, delta, sum(delta) over (order by source_seq), at
     from transactions cross join lateral (select case source_seq - ${BEFORE} when 1 then -500 when 2 then 300 when 3 then -200
       when 4 then -7 else -1 end as delta) moved where tenant = $1`,
    [tenant],
  );
  await database.pool.query(
    "insert into accounts (tenant, id, kind, stripe, seq, balance) values ($1, 777, 'bank_float', 9, $2, $3)",
    [tenant, BEFORE + 4, -BEFORE - 407],
  );
  await database.pool.query("analyze");
}, 60_000);

type Plan = { "Relation Name"?: string; "Actual Rows": number; "Actual Loops": number; Plans?: Plan[] };

/** The number of entries that a node of a plan and those below it return. */
function entriesOf(plan: Plan): number {
  const own = plan["Relation Name"] === "entries" ? plan["Actual Rows"] * plan["Actual Loops"] : 0;
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + entriesOf(part), 0);
}

it("reads the entries of the day, and none of those before", async () => {
  let read = 0;
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await database.pool.query(`explain (analyze, format json) ${text}`, values);
    read += entriesOf(rows[0]["QUERY PLAN"][0].Plan);
    return await database.pool.query(text, values);
  };
  const span = { from: new Date("2026-03-02T00:00:00+01:00"), until: new Date("2026-03-03T00:00:00+01:00") };
  const float = await findOurFloat({ query } as unknown as Queryable, tenant, { span, books: "bank" });
  expect(float).toEqual({ opening: BigInt(BEFORE), in: 500n, out: 100n });
  expect(read).toBeLessThan(200);
});
