import { afterAll, beforeAll, expect, it } from "vitest";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import type { Services } from "../context.ts";
import { listBankCredits } from "./list-bank-credits.ts";

const database = useTestDatabase();
let services: Services;

beforeAll(() => {
  services = testServices(database);
});
afterAll(() => services.committer.close());

it("counts each state by itself, also where another one has more than the bound", async () => {
  const { sandbox } = await createTestMerchant(services);
  await database.pool.query(
    `insert into bank_credits (tenant, id, rail, session_id, state, reason, stripe, amount, sender_name, sender_bank_code,
       sender_bank_name, sender_account_number, narration, reference, sent_at, received_at)
     select $1, gen_random_uuid(), 'sandbox', n, case when n <= 50100 then 'credited' else 'suspended' end,
       case when n > 50100 then 'wallet_frozen' end, 0, 100, 'Ada Obi', '000058', 'GTBank', '0123456789', '', n, now(),
       now() - n * interval '1 second'
     from generate_series(1, 50103) n`,
    [sandbox.id],
  );
  const ctx = testContext(services, { tenant: sandbox });
  const { credits, counts, metadata } = await listBankCredits(ctx, { page: 1, perPage: 2, state: "suspended" });
  expect(credits).toHaveLength(2);
  expect(counts).toEqual({ credited: 50_001, suspended: 3, returned: 0 });
  expect(metadata).toMatchObject({ totalRecords: 3 });
  const all = await listBankCredits(ctx, { page: 1, perPage: 2 });
  expect(all.metadata).toMatchObject({ totalRecords: 50_000, totalIsCapped: true });
}, 60_000);
