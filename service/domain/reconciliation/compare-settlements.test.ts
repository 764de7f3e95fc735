import { afterAll, beforeAll, expect, it } from "vitest";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import { holdTestPayout } from "../../testing/payouts.ts";
import type { Services } from "../context.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { recordReport } from "../payouts/record-outcome.ts";
import { compareSettlements } from "./compare-settlements.ts";
import { listBreaks } from "./list-breaks.ts";

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

it("a payout whose verdict came after midnight is no difference on the day of its verdict", async () => {
  clock.set("2026-04-01T22:59:00Z");
  const compare = await payAcrossMidnight();
  expect(await compare("2026-04-01", "paid")).toEqual([]);
  expect(await compare("2026-04-02", "empty")).toEqual([]);
});

it("such a payout is a difference only until the file of the day before is compared, if that comes later", async () => {
  clock.set("2026-04-03T22:59:00Z");
  const compare = await payAcrossMidnight();
  expect(await compare("2026-04-04", "empty")).toMatchObject([{ kind: "missing_there" }]);
  expect(await compare("2026-04-03", "paid")).toEqual([]);
});

/** A payout of a new tenant with its verdict three minutes later. Returns what compares a file with or without it, for the open breaks. */
async function payAcrossMidnight() {
  const { sandbox } = await createTestMerchant(services);
  const ctx = testContext(services, { tenant: sandbox });
  await fundMerchantWallet(ctx, { amount: 1_000_000 });
  const { sessionId } = await holdTestPayout(ctx, { amount: 40_000n });
  clock.advance(3 * 60_000);
  await recordReport(services, { name: "sandbox" }, { sessionId, result: { outcome: "succeeded", code: "00" } });
  return async (day: string, file: "paid" | "empty") => {
    await database.pool.query(
      `with file as (
         insert into settlement_files (tenant, id, rail, day, name, state, uploaded_by_name, created_at)
         values ($1, gen_random_uuid(), 'sandbox', $2, 'file', 'waiting', 'Test', $3) returning tenant, id
       )
       insert into settlement_lines (tenant, file, session_id, direction, amount, status, at)
       select tenant, id, session, 'out', 40000, 'succeeded', $3 from file, unnest($4::text[]) session`,
      [sandbox.id, day, clock.now(), file === "paid" ? [sessionId] : []],
    );
    expect(await compareSettlements(services)).toEqual({ files: 1 });
    return (await listBreaks(ctx, { state: "open", page: 1, perPage: 20 })).breaks;
  };
}
