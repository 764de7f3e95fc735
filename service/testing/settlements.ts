import { migrate } from "../db/migrate.ts";
import { openPool } from "../db/pool.ts";
import { compareSettlements } from "../domain/reconciliation/compare-settlements.ts";
import { acceptSettlement, receiveSettlement } from "../domain/reconciliation/receive-settlement.ts";
import { createSandboxRail } from "../providers/rails/create-rails.ts";
import { testContext, testServices } from "./context.ts";
import { createTestMerchant } from "./factories.ts";
import { TEST_BANK_SECRETS } from "./sandbox-bank.ts";

/** A merchant on an empty database at `url`, for the bench of settlement files. Nothing is sent to the rail. */
export async function openSettlementHarness(url: string) {
  const pool = openPool({ url, max: 4, applicationName: "settlements" });
  await migrate(pool, { appliedAt: new Date() });
  const services = testServices({ pool, url }, { clock: { now: () => new Date() } });
  const rail = createSandboxRail({ url: "http://127.0.0.1:9", ...TEST_BANK_SECRETS });
  services.providers = { ...services.providers, rails: { SANDBOX: [rail], PRODUCTION: [] } };
  const ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
  return {
    pool,
    tenant: ctx.tenant.id,
    /** Reads and stages a file of `date`, `YYYY-MM-DD`. */
    async receive(date: string, file: AsyncIterable<Buffer>): Promise<void> {
      const staged = await receiveSettlement(ctx, file);
      await acceptSettlement(ctx, { date }, { ...staged, sha256: "" });
    },
    compare: () => compareSettlements(services),
    async close(): Promise<void> {
      await rail.close();
      await services.committer.close();
      await pool.end();
    },
  };
}
