import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { InsightKind } from "../../../contract/insights.ts";
import { claimDueAttempts } from "../../db/payouts/payout-attempts.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { catchUpRollups } from "../../testing/catch-up-rollups.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout, readTestPayout } from "../../testing/payouts.ts";
import { readBatch } from "../batches/json/batch-request.ts";
import { moveBatch } from "../batches/json/move-batch.ts";
import { debitWallet } from "../batches/single/debit-wallet.ts";
import type { Context, Services } from "../context.ts";
import { foldRollups } from "../merchant/analytics/fold-rollups.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { recordOutcome } from "../payouts/record-outcome.ts";
import { transferBetweenCustomers } from "../transfers/transfer-between-customers.ts";
import { getCharges } from "./get-charges.ts";
import { getSuccessRates } from "./get-success-rates.ts";
import { getVolumes } from "./get-volumes.ts";

const RAIL = "insights-rail";
const DAY_MS = 86_400_000;
const database = useTestDatabase({ connections: 20 });
let clock: TestClock;
let services: Services;
let ctx: Context;
let span: { startDate: string; endDate: string };

beforeAll(async () => {
  clock = testClock("2026-05-04T22:30:00.000Z");
  services = testServices(database, { clock });
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  ctx = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 900_000_000 });
  const made = await Promise.all(Array.from({ length: 4 }, () => createTestWallet(ctx)));
  const wallets = made.map(({ customerId }) => customerId);
  for (let day = 0; day < 4; day += 1) {
    await busyDay(wallets, day);
    if (day === 1) await catchUpRollups(services);
    clock.advance(DAY_MS);
  }
  const end = clock.now().getTime() - DAY_MS;
  span = { startDate: lagosDay(new Date(end - DAY_MS)), endDate: lagosDay(new Date(end)) };
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => services.committer.close());

const amount = () => 1_000 + Math.floor(Math.random() * 50_000);

/** Payments of each kind, rejected items for two reasons, and payouts that end in three ways. */
async function busyDay(wallets: readonly string[], day: number) {
  const items = [
    ...wallets.map((customerId) => ({ customerId, amount: 1_000_000 + amount() })),
    ...Array.from({ length: 1 + day }, () => ({
      customerId: "0190a000-0000-7000-8000-000000000009",
      amount: amount(),
    })),
    { customerId: wallets[0] ?? "", amount: 4_000_000_000 },
  ];
  await moveBatch(ctx, readBatch(ctx, { operation: "credit", by: "customer" }, { transactions: items }));
  await debitWallet(ctx, { customerId: wallets[day] ?? "", amount: amount() });
  const [fromCustomerId, toCustomerId] = [wallets[day] ?? "", wallets[(day + 1) % 4] ?? ""];
  await transferBetweenCustomers(ctx, { fromCustomerId, toCustomerId, amount: amount() });
  for (const [index, code] of ["00", "00", "07", "92"].entries()) {
    const { sessionId } = await holdTestPayout(ctx, { rail: RAIL, amount: BigInt(amount() + index) });
    const now = clock.now();
    const leasedUntil = new Date(now.getTime() + 180_000);
    const lease = services.ids.next();
    await claimDueAttempts(services.db, { rail: RAIL, now, leasedUntil, lease, limit: 10, actorName: "Bank" });
    const result =
      code === "00"
        ? ({ outcome: "succeeded", code } as const)
        : ({ outcome: "failed", code, final: true, reason: "Refused" } as const);
    await recordOutcome(services, await readTestPayout(ctx, sessionId, RAIL), { result, source: "send" });
  }
}

const before = () => ({
  startDate: lagosDay(new Date(Date.parse(span.startDate) - 2 * DAY_MS)),
  endDate: lagosDay(new Date(Date.parse(span.startDate) - DAY_MS)),
});

/** One row of plain SQL over the books as numbers. `$1` is the tenant, `$2` and `$3` are the days. */
async function books(sql: string, days: { startDate: string; endDate: string }): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(sql, [ctx.tenant.id, days.startDate, days.endDate]);
  return Object.fromEntries(Object.entries(rows[0]).map(([name, value]) => [name, Number(value)]));
}

const inDays = "(t.at at time zone 'Africa/Lagos')::date between $2 and $3";
const volumeSql = (kinds: string) =>
  `select coalesce(sum(amount), 0) as amount, count(*) as count from transactions t
   where tenant = $1 and status = 'success' and kind in (${kinds}) and ${inDays}`;

/** Each figure is compared while the last days are not folded yet, and afterwards. */
async function whenFoldedOrNot(check: () => Promise<void>) {
  await check();
  await foldRollups(services);
  await check();
  await catchUpRollups(services);
  await check();
}

test("volumes by kind and in all, now and before, equal the transactions", async () => {
  const kinds: Partial<Record<InsightKind, string>> = {
    credits: "'credit'",
    debits: "'debit'",
    transfers: "'transfer'",
    bankTransfers: "'payout', 'merchant_payout'",
    returnedBankTransfers: "'payout_return', 'merchant_payout_return'",
    funding: "'funding'",
  };
  await whenFoldedOrNot(async () => {
    const volumes = await getVolumes(ctx, span);
    expect(volumes.kinds).toEqual(
      await Promise.all(
        Object.entries(kinds).map(async ([kind, of]) => ({
          kind,
          ...(await books(volumeSql(of), span)),
          before: await books(volumeSql(of), before()),
        })),
      ),
    );
    const payments =
      "'credit', 'debit', 'transfer', 'payout', 'merchant_payout', 'bank_credit', 'merchant_bank_credit'";
    expect(volumes.total).toEqual({
      ...(await books(volumeSql(payments), span)),
      before: await books(volumeSql(payments), before()),
    });
  });
});

test("fees, VAT and duty equal what the accounts of fees and taxes got", async () => {
  const sql = `select coalesce(sum(e.delta) filter (where a.kind = 'merchant_fee'), 0) as "merchantFees",
      coalesce(sum(e.delta) filter (where a.kind = 'platform_fee'), 0) as "platformFees",
      coalesce(sum(e.delta) filter (where a.kind = 'vat_payable'), 0) as vat,
      coalesce(sum(e.delta) filter (where a.kind = 'duty_payable'), 0) as duty
    from entries e join accounts a on a.tenant = e.tenant and a.id = e.account
    where e.tenant = $1 and (e.at at time zone 'Africa/Lagos')::date between $2 and $3`;
  await whenFoldedOrNot(async () => {
    const charges = await getCharges(ctx, span);
    expect(charges).toMatchObject({
      isComplete: true,
      total: await books(sql, span),
      before: await books(sql, before()),
    });
    // Two paid payouts a day.
    expect(charges.total).toMatchObject({ vat: 4 * 188, duty: 4 * 5_000 });
    expect(charges.kinds).toMatchObject([
      { kind: "transfers", vat: 0, duty: 0 },
      { kind: "bankTransfers", merchantFees: 0, platformFees: 4 * 2_500, vat: 4 * 188, duty: 4 * 5_000 },
    ]);
  });
});

test("requests that succeeded and failed, by day and reason, equal batches, payouts and transactions", async () => {
  // An approved transfer that the ledger refused.
  await database.pool.query(
    `insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, actor, at)
     select tenant, gen_random_uuid(), 'REFUSED', 'transfer', 'failed', 'Insufficient balance', source, destination, 5, actor, at
     from transactions where tenant = $1 and kind = 'transfer' and (at at time zone 'Africa/Lagos')::date = $2`,
    [ctx.tenant.id, span.endDate],
  );
  const sql = `select
      (select count(*) from transactions t where tenant = $1 and status = 'success' and kind in ('credit', 'debit', 'transfer') and ${inDays})
        + (select count(*) from payouts where tenant = $1 and state = 'succeeded' and (created_at at time zone 'Africa/Lagos')::date between $2 and $3)
        as succeeded,
      (select count(*) from batch_items i join batches b on b.tenant = i.tenant and b.id = i.batch
         where i.tenant = $1 and i.status = 'rejected' and (b.created_at at time zone 'Africa/Lagos')::date between $2 and $3)
        + (select count(*) from payouts where tenant = $1 and code = '07' and (created_at at time zone 'Africa/Lagos')::date between $2 and $3)
        + (select count(*) from transactions t where tenant = $1 and status = 'failed' and ${inDays}) as "customerErrors",
      (select count(*) from payouts where tenant = $1 and code = '92' and (created_at at time zone 'Africa/Lagos')::date between $2 and $3)
        as "systemErrors"`;
  await whenFoldedOrNot(async () => {
    const rates = await getSuccessRates(ctx, span);
    expect(rates).toMatchObject({ total: await books(sql, span), before: await books(sql, before()) });
    for (const { date, ...day } of rates.days)
      expect(day).toEqual(await books(sql, { startDate: date, endDate: date }));
    expect(rates.reasons).toEqual([
      { source: "batch", code: "customer_not_found", reason: "Customer not found.", cause: "CUSTOMER", count: 7 },
      { source: "payout", code: "07", reason: "The account is invalid", cause: "CUSTOMER", count: 2 },
      { source: "payout", code: "92", reason: "Routing error", cause: "SYSTEM", count: 2 },
      expect.objectContaining({ source: "batch", cause: "CUSTOMER", count: 2 }),
      {
        source: "transaction",
        code: "Insufficient balance",
        reason: "Insufficient balance",
        cause: "CUSTOMER",
        count: 1,
      },
    ]);
  });
});

test("counts nothing twice while several processes fold, and starts with the past after an upgrade", async () => {
  const expected = await getCharges(ctx, span);
  await database.pool.query("delete from charge_days");
  await database.pool.query("update charge_progress set journal = 0");
  await Promise.all(Array.from({ length: 4 }, () => foldRollups(services)));
  await foldRollups(services);
  expect(await getCharges(ctx, span)).toEqual(expected);
});
