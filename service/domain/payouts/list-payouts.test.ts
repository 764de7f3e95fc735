import { afterAll, beforeAll, expect, it } from "vitest";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import type { Services } from "../context.ts";
import { listPayouts } from "./list-payouts.ts";

const database = useTestDatabase();
let services: Services;

beforeAll(() => {
  services = testServices(database);
});
afterAll(() => services.committer.close());

it("counts each state by itself, also where another one has more than the bound", async () => {
  const { sandbox } = await createTestMerchant(services);
  await database.pool.query(
    `insert into payouts (tenant, id, reference, state, source, stripe, wallet_id, amount, fee, vat, duty, bank_code, bank_name,
       account_number, account_name, name_match, narration, actor, actor_name, created_at, updated_at)
     select $1, gen_random_uuid(), n, case when n <= 50100 then 'failed' else 'unknown' end, 1, 0, gen_random_uuid(), 100, 0, 0,
       0, '000013', 'GTBank', '0123456789', 'Ada Obi', 'BANK', '', 'job:test', 'Test', now() - n * interval '1 second', now()
     from generate_series(1, 50103) n`,
    [sandbox.id],
  );
  const ctx = testContext(services, { tenant: sandbox });
  const { counts, metadata } = await listPayouts(ctx, { page: 1, perPage: 2, state: "unknown" });
  expect(counts).toMatchObject({ failed: 50_000, unknown: 3, succeeded: 0 });
  expect(metadata).toMatchObject({ totalRecords: 3 });
}, 60_000);
