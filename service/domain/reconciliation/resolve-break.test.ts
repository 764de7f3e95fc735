import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout, sumsByKind } from "../../testing/payouts.ts";
import type { Services } from "../context.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { recordReport } from "../payouts/record-outcome.ts";
import { compareSettlements } from "./compare-settlements.ts";
import { listBreaks } from "./list-breaks.ts";
import { resolveBreak } from "./resolve-break.ts";

const database = useTestDatabase();
const clock = testClock();
let services: Services;

beforeAll(() => {
  services = testServices(database, { clock });
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await services.committer.close();
});

it("books nothing for a difference that a comparison is resolving, or has resolved", async () => {
  const { sandbox } = await createTestMerchant(services);
  const ctx = testContext(services, { tenant: sandbox });
  await fundMerchantWallet(ctx, { amount: 1_000_000 });
  const { sessionId } = await holdTestPayout(ctx, { amount: 40_000n });
  await recordReport(services, { name: "sandbox" }, { sessionId, result: { outcome: "succeeded", code: "00" } });
  await database.pool.query(
    `insert into settlement_files (tenant, id, rail, day, name, state, uploaded_by_name, created_at)
     values ($1, gen_random_uuid(), 'sandbox', $2, 'file', 'waiting', 'Test', $3)`,
    [sandbox.id, lagosDay(clock.now()), clock.now()],
  );
  expect(await compareSettlements(services)).toEqual({ files: 1 });
  const { breaks } = await listBreaks(ctx, { state: "open", page: 1, perPage: 20 });
  expect(breaks).toMatchObject([{ sessionId, kind: "missing_there" }]);
  const resolve = (resolution: "bank_verdict" | "book_difference") =>
    resolveBreak(ctx, { id: breaks[0]?.id ?? "", resolution, note: "Agreed with the bank" });
  const before = await sumsByKind(ctx);

  await inTransaction(database.pool, async (tx) => {
    await tx.query(
      "update reconciliation_breaks set state = 'resolved', resolution = 'agreed', resolved_at = now() where tenant = $1",
      [sandbox.id],
    );
    for (const resolution of ["bank_verdict", "book_difference"] as const) {
      await expect(resolve(resolution)).rejects.toMatchObject({ code: "break_changing" });
    }
  });
  for (const resolution of ["bank_verdict", "book_difference"] as const) {
    await expect(resolve(resolution)).rejects.toMatchObject({ code: "break_resolved" });
  }
  expect(await sumsByKind(ctx)).toEqual(before);
});
