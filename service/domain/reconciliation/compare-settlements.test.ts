import { afterAll, beforeAll, expect, it } from "vitest";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import type { Services } from "../context.ts";
import { compareSettlements } from "./compare-settlements.ts";

const database = useTestDatabase();
const clock = testClock();
let services: Services;

beforeAll(() => {
  services = testServices(database, { clock });
});
afterAll(() => services.committer.close());

/** Files without lines that wait, of a new tenant. Returns the tenant. */
async function uploadFiles(count: number): Promise<number> {
  const { sandbox } = await createTestMerchant(services);
  await database.pool.query(
    `insert into settlement_files (tenant, id, rail, day, name, state, uploaded_by_name, created_at)
     select $1, gen_random_uuid(), 'sandbox', '2026-01-01'::date + n, 'file', 'waiting', 'Test', $3::timestamptz + n * interval '1 ms'
     from generate_series(1, $2) n`,
    [sandbox.id, count, clock.now()],
  );
  return sandbox.id;
}

it("files are compared of the tenants in turn: many files of one delay no other tenant", async () => {
  const busy = await uploadFiles(4);
  clock.advance(10);
  const calm = await uploadFiles(2);
  const order: number[] = [];
  for (;;) {
    clock.advance(10);
    if ((await compareSettlements(services)).files === 0) break;
    const { rows } = await database.pool.query("select tenant from settlement_files where matched_at = $1", [
      clock.now(),
    ]);
    order.push(...rows.map(({ tenant }) => tenant));
  }
  expect(order).toEqual([busy, calm, busy, calm, busy, busy]);
});
