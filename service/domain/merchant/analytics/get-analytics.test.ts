import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import { type TestClock, testClock } from "../../../testing/clock.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { creditWallet } from "../../batches/single/credit-wallet.ts";
import { debitWallet } from "../../batches/single/debit-wallet.ts";
import type { Context, Services } from "../../context.ts";
import { transferBetweenCustomers } from "../../transfers/transfer-between-customers.ts";
import { freezeWallet } from "../../wallets/controls/freeze-wallet.ts";
import type { CreatedWallet } from "../../wallets/creation/open-wallet.ts";
import { fundMerchantWallet } from "../fund-merchant-wallet.ts";
import { foldRollups } from "./fold-rollups.ts";
import { getAnalytics } from "./get-analytics.ts";
import { getOverview } from "./get-overview.ts";

const database = useTestDatabase({ connections: 20 });
let clock: TestClock;
let services: Services;

beforeAll(() => {
  clock = testClock("2026-03-10T10:00:00.000Z");
  services = testServices(database, { clock });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => services.committer.close());

const DAY_MS = 86_400_000;

async function merchantWith(wallets: number): Promise<{ ctx: Context; wallets: CreatedWallet[] }> {
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  const ctx = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 500_000_000 });
  const made: CreatedWallet[] = [];
  for (let i = 0; i < wallets; i++) made.push(await createTestWallet(ctx));
  return { ctx, wallets: made };
}

/** The expected sums, read from the accounts themselves. */
async function balances(ctx: Context): Promise<{ merchantBalance: number; customerBalance: number }> {
  const { rows } = await database.pool.query(
    `select coalesce(sum(balance) filter (where kind = 'merchant'), 0)::int8 as merchant,
       coalesce(sum(balance) filter (where kind = 'wallet'), 0)::int8 as customers from accounts where tenant = $1`,
    [ctx.tenant.id],
  );
  return { merchantBalance: Number(rows[0].merchant), customerBalance: Number(rows[0].customers) };
}

/** Waits until every posting so far is rolled up, including those of other test files. */
async function fold(): Promise<void> {
  const { rows } = await database.pool.query("select last_value as last from journal_ids");
  let reached = -1n;
  while (reached < rows[0].last) {
    await foldRollups(services);
    reached = (await database.pool.query("select journal from rollup_progress")).rows[0].journal;
  }
}
const today = () => lagosDay(clock.now());
const onlyToday = () => ({ startDate: today(), endDate: today() });

test("shows the ledger's figures for each day, after any movements and any roll-ups", async () => {
  const { ctx, wallets } = await merchantWith(6);
  const [a, b, c] = wallets as [CreatedWallet, CreatedWallet, CreatedWallet];
  const startDate = today();
  const expected: object[] = [];
  for (let day = 0; day < 3; day++) {
    for (const wallet of wallets) await creditWallet(ctx, { customerId: wallet.customerId, amount: 100_000 + day });
    await foldRollups(services);
    await debitWallet(ctx, { customerId: a.customerId, amount: 30_000 });
    await transferBetweenCustomers(ctx, { fromCustomerId: b.customerId, toCustomerId: c.customerId, amount: 20_000 });
    expected.push({
      date: today(),
      credits: 6 * (100_000 + day),
      creditCount: 6,
      debits: 30_000,
      debitCount: 1,
      transfers: 20_000,
      transferCount: 1,
      platformFees: 1_000,
      ...(await balances(ctx)),
    });
    clock.advance(DAY_MS);
  }
  await fold();
  const { days } = await getAnalytics(ctx, { startDate, endDate: today() });
  expect(days).toHaveLength(4);
  expect(days.slice(0, 3)).toMatchObject(expected);
  expect(days[3]).toMatchObject({ credits: 0, ...(await balances(ctx)) });
  expect(days.map((day) => day.walletsCreated)).toEqual([6, 0, 0, 0]);
  // Rolled up and not rolled up, on both sides of midnight in Lagos.
  clock.advance(Date.parse(`${today()}T22:59:59.999Z`) - clock.now().getTime());
  const lastDay = today();
  await createTestWallet(ctx);
  await foldRollups(services);
  await createTestWallet(ctx);
  clock.advance(1);
  await createTestWallet(ctx);
  const around = await getOverview(ctx, { startDate: lastDay, endDate: today() });
  expect(around.days.map((day) => day.walletsCreated)).toEqual([2, 1]);
  await fold();
  expect(await getOverview(ctx, { startDate: lastDay, endDate: today() })).toMatchObject({ days: around.days });
  expect((await database.pool.query("select from wallet_day_deltas")).rowCount).toBe(0);
  const later = await getAnalytics(ctx, onlyToday());
  expect(later.days).toMatchObject([await balances(ctx)]);
  const overview = await getOverview(ctx, { startDate, endDate: today() });
  expect(overview.days[1]).toEqual({
    date: expect.any(String),
    credits: 600_006,
    creditCount: 6,
    debits: 30_000,
    debitCount: 1,
    transfers: 20_000,
    transferCount: 1,
    walletsCreated: 0,
  });
});

test("misses nothing and counts nothing twice while money moves and several processes roll up", async () => {
  const { ctx, wallets } = await merchantWith(8);
  let isMoving = true;
  const folding = [0, 1].map(async () => {
    while (isMoving) await foldRollups(services);
  });
  const credits = Array.from({ length: 400 }, (_, i) =>
    creditWallet(ctx, { customerId: wallets[i % 8]?.customerId ?? "", amount: 1_000 + i }),
  );
  await Promise.all(credits);
  isMoving = false;
  await Promise.all(folding);
  await fold();
  const { days } = await getAnalytics(ctx, onlyToday());
  expect(days).toMatchObject([
    { creditCount: 400, credits: 400 * 1_000 + (399 * 400) / 2, fundingCount: 1, ...(await balances(ctx)) },
  ]);
});

test("waits for a posting that drew its sequence number earlier and commits later", async () => {
  const { ctx, wallets } = await merchantWith(1);
  await fold();
  const slow = await database.pool.connect();
  await slow.query("begin");
  await slow.query("update merchants set updated_at = updated_at where id = $1", [ctx.tenant.merchantId]);
  const { rows } = await slow.query("select nextval('journal_ids') as id");
  await creditWallet(ctx, { customerId: wallets[0]?.customerId ?? "", amount: 5_000 });
  for (let i = 0; i < 5; i++) await foldRollups(services);
  expect((await getAnalytics(ctx, onlyToday())).days).toMatchObject([{ creditCount: 0 }]);
  // The rows that the ledger would write, with the sequence number that was drawn first.
  await slow.query(
    `insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination,
       destination_seq, amount, actor, at)
     select tenant, gen_random_uuid(), $2, 'LATE', 'credit', 'success', source, source_seq, destination, destination_seq, 7, actor, at
     from transactions where tenant = $1 and kind = 'credit' limit 1`,
    [ctx.tenant.id, rows[0].id],
  );
  await slow.query("commit");
  slow.release();
  await fold();
  expect((await getAnalytics(ctx, onlyToday())).days).toMatchObject([{ creditCount: 2, credits: 5_007 }]);
  await database.pool.query("alter table transactions disable trigger user");
  await database.pool.query("delete from transactions where reference = 'LATE'");
  await database.pool.query("alter table transactions enable trigger user");
});

test("the overview counts a payment immediately, and once after the roll-up", async () => {
  const { ctx, wallets } = await merchantWith(1);
  await fold();
  await creditWallet(ctx, { customerId: wallets[0]?.customerId ?? "", amount: 5_000 });
  const expected = [{ creditCount: 1, credits: 5_000 }];
  expect((await getOverview(ctx, onlyToday())).days).toMatchObject(expected);
  await fold();
  expect((await getOverview(ctx, onlyToday())).days).toMatchObject(expected);
});

test("continues in a server whose transaction numbers are lower than those of the one that was restored", async () => {
  const { ctx, wallets } = await merchantWith(1);
  await fold();
  await database.pool.query("update rollup_progress set sealed_xid = '900000000000'");
  await creditWallet(ctx, { customerId: wallets[0]?.customerId ?? "", amount: 5_000 });
  await fold();
  expect((await getAnalytics(ctx, onlyToday())).days).toMatchObject([{ creditCount: 1, credits: 5_000 }]);
});

test("counts wallets by tier and state as they change, before and after the roll-up", async () => {
  const { ctx, wallets } = await merchantWith(3);
  const [a, b] = wallets as [CreatedWallet, CreatedWallet];
  await createTestWallet(ctx, { bvn: "22200000001" });
  await foldRollups(services);
  await freezeWallet(ctx, { customerId: a.customerId, reason: "Fraud report" });
  await database.pool.query("update accounts set tier = 2 where id = $1", [b.accountId]);
  const expected = [
    { tier: "TIER_1", status: "ACTIVE", count: 1 },
    { tier: "TIER_1", status: "FROZEN", count: 2 },
    { tier: "TIER_2", status: "ACTIVE", count: 1 },
  ];
  expect((await getAnalytics(ctx, onlyToday())).wallets).toEqual(expected);
  await foldRollups(services);
  expect((await getAnalytics(ctx, onlyToday())).wallets).toEqual(expected);
});

test("shows one merchant nothing of another's, and includes days without activity", async () => {
  const { ctx } = await merchantWith(0);
  await fold();
  const stranger = await createTestMerchant(services);
  const theirs = testContext(services, { tenant: stranger.sandbox });
  const { days, wallets, failures, asOf } = await getAnalytics(theirs, {
    startDate: "2026-01-01",
    endDate: "2026-01-03",
  });
  expect(days.map(({ date, credits, merchantBalance }) => ({ date, credits, merchantBalance }))).toEqual(
    ["2026-01-01", "2026-01-02", "2026-01-03"].map((date) => ({ date, credits: 0, merchantBalance: 0 })),
  );
  expect({ wallets, failures }).toEqual({ wallets: [], failures: [] });
  expect(asOf).not.toBeNull();
  expect((await getAnalytics(ctx, onlyToday())).days).toMatchObject([{ fundingCount: 1 }]);
});

test("counts deliveries of the finished day from the hours that the worker has rolled up", async () => {
  const { ctx } = await merchantWith(0);
  await database.pool.query(
    `insert into webhook_hours (tenant, subscription_id, hour, error_code, success, failed)
     values ($1, gen_random_uuid(), $2, '', 7, 0), ($1, gen_random_uuid(), $2, 'timeout', 0, 3),
       ($1, gen_random_uuid(), $2::timestamptz - interval '2 days', '', 99, 0)`,
    [ctx.tenant.id, clock.now()],
  );
  expect((await getAnalytics(ctx, onlyToday())).days).toMatchObject([{ deliveriesSucceeded: 7, deliveriesFailed: 3 }]);
});
