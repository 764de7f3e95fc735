import { afterAll, beforeAll, expect, test } from "vitest";
import { CustomerFilters } from "../../../contract/customers.ts";
import {
  activeWalletsPath,
  createdWalletsPath,
  insightRowsPath,
  walletRowsPath,
} from "../../../contract/insight-links.ts";
import { insightRowEndpoints } from "../../../contract/insight-rows.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { catchUpActivity } from "../../testing/catch-up-rollups.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { debitWallet } from "../batches/single/debit-wallet.ts";
import type { Context, Services } from "../context.ts";
import { findAllCustomerAccounts } from "../customers/find-customer-accounts.ts";
import { foldRollups } from "../merchant/analytics/fold-rollups.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { listCustomerTransactions } from "../transactions/list-customer-transactions.ts";
import { transferBetweenCustomers } from "../transfers/transfer-between-customers.ts";
import { listWallets } from "../wallets/list-wallets.ts";
import { foldActivity } from "./fold-activity.ts";
import { getActiveWallets } from "./get-active-wallets.ts";
import { getBusyHours } from "./get-busy-hours.ts";
import { getTopCustomers } from "./get-top-customers.ts";
import { getWalletLevels } from "./get-wallet-levels.ts";
import { listInsightRows } from "./list-insight-rows.ts";

const HOUR_MS = 3_600_000;
const database = useTestDatabase({ connections: 20 });
let clock: TestClock;
let services: Services;
let ctx: Context;
let other: Context;

// Around the turn of months and weeks in Lagos, which come an hour before those of UTC.
beforeAll(async () => {
  clock = testClock("2026-01-30T22:30:00.000Z");
  services = testServices(database, { clock });
  [ctx, other] = [await merchantWithMoney(), await merchantWithMoney()];
  const customers = { own: [] as string[], others: [] as string[] };
  for (let round = 0; round < 40; round += 1) {
    if (round % 4 === 0) customers.own.push((await createTestWallet(ctx)).customerId);
    if (round % 20 === 0) customers.others.push((await createTestWallet(other)).customerId);
    await creditWallet(ctx, { customerId: pick(customers.own), amount: 100_000 + whole(900_000) });
    await creditWallet(other, { customerId: pick(customers.others), amount: 1 + whole(50_000) });
    await moveSome(customers.own);
    if (round % 3 === 0) await Promise.all([fold(), fold(2)]);
    if (round === 36) await addLikeFormerRelease();
    clock.advance(HOUR_MS * (1 + whole(70)));
  }
  await catchUpActivity(services);
});
afterAll(() => services.committer.close());

async function merchantWithMoney(): Promise<Context> {
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  const made = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(made, { amount: 5_000_000_000 });
  return made;
}

async function moveSome(own: readonly string[]): Promise<void> {
  const [from, to] = [pick(own), pick(own)];
  const amount = 1_000 + whole(20_000);
  // A wallet may have too little for it.
  if (from === to) await debitWallet(ctx, { customerId: from, amount }).catch(() => undefined);
  else {
    await transferBetweenCustomers(ctx, { fromCustomerId: from, toCustomerId: to, amount }).catch(() => undefined);
  }
}

let seed = 20_260_131;
function whole(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}
function pick<Item>(items: readonly Item[]): Item {
  return items[whole(items.length)] as Item;
}

async function fold(transactionsPerStep?: number): Promise<void> {
  await foldRollups(services);
  await foldActivity(services, transactionsPerStep);
}

/** Leaves what a former release leaves: rows without what it does not know, and wallets without a rank. */
async function addLikeFormerRelease(): Promise<void> {
  await fold();
  await database.pool.query(`update wallet_months set created = null, week = null;
    delete from top_wallets; update activity_progress set ranked = 0`);
}

/** Every side of a posted transaction that is a customer's wallet, in Lagos time. */
const SIDES = `
  select t.tenant, a.id as wallet, t.amount, t.at at time zone 'Africa/Lagos' as at,
    w.created_at at time zone 'Africa/Lagos' as created, w.customer_id
  from transactions t join accounts a on a.tenant = t.tenant and a.id in (t.source, t.destination) and a.kind = 'wallet'
  join wallets w on w.tenant = a.tenant and w.account_id = a.id
  where t.status = 'success' and t.tenant = $1`;

async function rowsOf(sql: string, values: unknown[] = [ctx.tenant.id]): Promise<Record<string, never>[]> {
  return (await database.pool.query(sql, values)).rows;
}

test("active wallets of weeks and months, and cohorts, equal the books", async () => {
  const { weeks, months, cohorts, asOf } = await getActiveWallets(ctx);
  expect(asOf).not.toBeNull();
  for (const [unit, shown] of [
    ["week", weeks],
    ["month", months],
  ] as const) {
    const expected = await rowsOf(
      `select date_trunc('${unit}', at)::date as start,
         count(distinct wallet) filter (where date_trunc('${unit}', created) = date_trunc('${unit}', at))::int as new,
         count(distinct wallet) filter (where date_trunc('${unit}', created) < date_trunc('${unit}', at))::int as returning
       from (${SIDES}) sides group by 1 order by 1`,
    );
    expect(expected.length).toBeGreaterThan(2);
    expect(shown).toHaveLength(12);
    expect(shown.filter((period) => period.new + period.returning > 0)).toEqual(expected.slice(-12));
  }
  const created = await rowsOf(
    `select date_trunc('month', created_at at time zone 'Africa/Lagos')::date as month, count(*)::int as wallets from wallets
     where tenant = $1 and customer_id is not null group by 1 order by 1`,
  );
  expect(cohorts.map(({ month, wallets }) => ({ month, wallets }))).toEqual(created);
  const active = await rowsOf(
    `select date_trunc('month', created)::date as month, (extract(year from age(date_trunc('month', at), date_trunc('month', created))) * 12
       + extract(month from age(date_trunc('month', at), date_trunc('month', created))))::int as later, count(distinct wallet)::int as n
     from (${SIDES}) sides group by 1, 2`,
  );
  expect(active.length).toBeGreaterThan(3);
  const shown = cohorts.flatMap(({ month, active: after }) => after.map((n, later) => ({ month, later, n })));
  expect(shown.filter(({ n }) => n > 0)).toEqual(expect.arrayContaining(active));
  expect(shown.filter(({ n }) => n > 0)).toHaveLength(active.length);
});

/** What each customer moved in a month, the most first. */
const movedIn = (month: string, tenant = ctx.tenant.id) =>
  rowsOf(
    `select customer_id as "customerId", count(*)::int as transactions, sum(amount)::int8 as volume
     from (${SIDES}) sides where date_trunc('month', at) = $2 group by customer_id, wallet order by sum(amount) desc, wallet`,
    [tenant, month],
  );

test("top customers of a month and the total equal the books", async () => {
  const { customers, total, startDate, endDate } = await getTopCustomers(ctx, { month: "2026-02" });
  expect({ startDate, endDate }).toEqual({ startDate: "2026-02-01", endDate: "2026-02-28" });
  const expected = await movedIn("2026-02-01");
  expect(customers.map(({ customerId, transactions, volume }) => ({ customerId, transactions, volume }))).toEqual(
    expected.slice(0, 20).map((row) => ({ ...row, volume: koboToWire(row.volume as unknown as bigint) })),
  );
  const sum = expected.reduce((all, { volume }) => all + Number(volume), 0);
  expect(total).toBe(sum);
  expect(customers[0]).toMatchObject({ name: "Chidi Okafor", accountNumber: expect.stringMatching(/^\d{10}$/) });
});

test("top customers equal the books where more are active than listed, whenever they were added", async () => {
  const many = await merchantWithMoney();
  const wallets = await Promise.all(Array.from({ length: 30 }, () => createTestWallet(many)));
  for (let round = 0; round < 8; round += 1) {
    // Nine wallets of ten get little, so that the others enter the list from below.
    for (let i = 0; i < 12; i += 1) {
      const amount = 100 + whole(300) + (whole(10) === 0 ? 1_000 : 0);
      await creditWallet(many, { customerId: pick(wallets).customerId, amount });
    }
    await fold(round % 2 === 0 ? 3 : undefined);
  }
  await catchUpActivity(services);
  const { customers } = await getTopCustomers(many, { month: lagosDay(clock.now()).slice(0, 7) });
  const expected = await movedIn(`${lagosDay(clock.now()).slice(0, 7)}-01`, many.tenant.id);
  expect(expected.length).toBeGreaterThan(25);
  expect(customers.map(({ customerId, transactions, volume }) => ({ customerId, transactions, volume }))).toEqual(
    expected.slice(0, 20).map((row) => ({ ...row, volume: koboToWire(row.volume as unknown as bigint) })),
  );
  // Of a wallet that moves little, nothing is kept.
  const { customerId } = await createTestWallet(many);
  await creditWallet(many, { customerId, amount: 2 });
  await catchUpActivity(services);
  const { rowCount } = await database.pool.query(
    "select from top_wallets t join wallets w on w.tenant = t.tenant and w.account_id = t.wallet where w.customer_id = $1",
    [customerId],
  );
  expect(rowCount).toBe(0);
});

test("busy hours equal the books, and their peak has the most", async () => {
  const span = { startDate: "2026-01-31", endDate: "2026-03-01" };
  const { hours, peak } = await getBusyHours(ctx, span);
  const expected = await rowsOf(
    `select extract(isodow from at at time zone 'Africa/Lagos')::int as weekday,
       extract(hour from at at time zone 'Africa/Lagos')::int as hour, count(*)::int as count
     from transactions where tenant = $1 and status = 'success' and (at at time zone 'Africa/Lagos')::date between $2 and $3
     group by 1, 2 order by 1, 2`,
    [ctx.tenant.id, span.startDate, span.endDate],
  );
  expect(hours).toEqual(expected);
  const most = Math.max(...hours.map(({ count }) => count));
  expect(hours.find(({ weekday, hour }) => weekday === peak?.weekday && hour === peak.hour)?.count).toBe(most);
  expect(await getBusyHours(ctx, { startDate: "2020-01-01", endDate: "2020-01-02" })).toMatchObject({
    hours: [],
    peak: null,
  });
});

test("wallets by tier, near limits and by balance equal the accounts, counted at most every five minutes", async () => {
  const { rows: wallets } = await database.pool.query(
    "select id from accounts where tenant = $1 and kind = 'wallet' order by id",
    [ctx.tenant.id],
  );
  const today = lagosDay(clock.now());
  const set = (index: number, values: string) =>
    database.pool.query(`update accounts set ${values} where tenant = $1 and id = $2`, [
      ctx.tenant.id,
      wallets[index].id,
    ]);
  const { rows: rules } = await database.pool.query(
    `select tier, daily_limit as daily, max_balance as most from tier_rules where tenant = $1 order by tier`,
    [ctx.tenant.id],
  );
  // Reports only: the books of this test are not checked after it.
  await set(0, `tier = 2, balance = ${(rules[1].most * 9n) / 10n + 1n}`);
  await set(1, `tier = 2, balance = ${(rules[1].most * 9n) / 10n}`);
  await set(2, `spent = ${(rules[0].daily * 9n) / 10n + 1n}, day = '${today}'`);
  await set(3, `spent = ${rules[0].daily}, day = '2026-01-01'`);
  await set(4, "balance = 0");
  const before = await getWalletLevels(ctx);
  await foldActivity(services);
  expect(await getWalletLevels(ctx)).toEqual(before);
  clock.advance(300_000);
  await Promise.all([foldActivity(services), foldActivity(services)]);
  const { tiers, over90, balances, asOf } = await getWalletLevels(ctx);
  expect(asOf).toBe(clock.now().toISOString());
  const { rows } = await database.pool.query(
    `select a.tier, a.balance, a.spent, a.day, r.daily_limit as daily, r.max_balance as most
     from accounts a join tier_rules r using (tenant, tier) where tenant = $1 and kind = 'wallet'`,
    [ctx.tenant.id],
  );
  expect(tiers.map(({ wallets: n }) => n)).toEqual(
    [1, 2, 3].map((tier) => rows.filter((row) => row.tier === tier).length),
  );
  expect(tiers[1]?.wallets).toBe(2);
  expect(over90).toEqual({
    maxBalance: rows.filter(({ balance, most }) => most !== null && balance * 10n > most * 9n).length,
    dailyLimit: rows.filter(({ spent, day, daily }) => day === today && daily !== null && spent * 10n > daily * 9n)
      .length,
  });
  expect(over90.maxBalance).toBeGreaterThan(0);
  expect(over90.dailyLimit).toBeGreaterThan(0);
  expect(balances.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [1, 100_000],
    [100_000, 1_000_000],
    [1_000_000, 10_000_000],
    [10_000_000, 100_000_000],
    [100_000_000, null],
  ]);
  for (const { from, to, wallets: n, balance: sum } of balances) {
    const inRange = rows.filter(({ balance }) => balance >= from && (to === null || balance < to));
    expect(n).toBe(inRange.length);
    expect(sum).toBe(inRange.reduce((all, { balance }) => all + Number(balance), 0));
  }
});

/** Follows the link of a number of wallets: page by page, as a file and with a search. */
async function walletsBehind(path: string): Promise<{ count: number; balance: number }> {
  const query = Object.fromEntries(new URLSearchParams(path.split("?")[1]));
  const asked = CustomerFilters.parse({ ...query, perPage: "3" });
  const found: { customerId: string; balance: number }[] = [];
  for (let page = 1; ; page += 1) {
    const { wallets, metadata } = await listWallets(ctx, { ...asked, page });
    found.push(...wallets.map(({ customerId, availableBalance }) => ({ customerId, balance: availableBalance })));
    expect(wallets.length).toBe(Math.min(3, Math.max(0, metadata.totalRecords - (page - 1) * 3)));
    if (page >= metadata.totalPages) break;
  }
  let inFile = 0;
  for await (const { accounts } of findAllCustomerAccounts(ctx, asked, 3)) inFile += accounts.length;
  const searched = await listWallets(ctx, { ...asked, search: "Chidi", page: 1, perPage: 100 });
  const ids = found.map(({ customerId }) => customerId);
  expect(new Set(ids).size).toBe(ids.length);
  expect([inFile, searched.wallets.map(({ customerId }) => customerId).sort()]).toEqual([ids.length, ids.sort()]);
  return { count: ids.length, balance: found.reduce((sum, { balance }) => sum + balance, 0) };
}

test("the wallets behind each number of activity, cohorts, tiers, limits and balances are as many", async () => {
  const { weeks, months, cohorts } = await getActiveWallets(ctx);
  for (const [unit, periods] of [["week", weeks] as const, ["month", months] as const]) {
    for (const { start, new: fresh, returning } of periods) {
      expect(await walletsBehind(activeWalletsPath(start, unit))).toMatchObject({ count: fresh + returning });
      expect(await walletsBehind(activeWalletsPath(start, unit, "in it"))).toMatchObject({ count: fresh });
      expect(await walletsBehind(activeWalletsPath(start, unit, "before it"))).toMatchObject({ count: returning });
    }
  }
  for (const { month, wallets, active } of cohorts) {
    expect(await walletsBehind(createdWalletsPath(month))).toMatchObject({ count: wallets });
    const after = months.map(({ start }) => start).filter((start) => start >= month);
    for (const [later, count] of active.entries()) {
      const path = activeWalletsPath(after[later] ?? "", "month", { month });
      expect(await walletsBehind(path)).toMatchObject({ count });
    }
  }
  const { tiers, over90, balances } = await getWalletLevels(ctx);
  for (const { tier, wallets } of tiers)
    expect(await walletsBehind(walletRowsPath({ tier }))).toMatchObject({ count: wallets });
  expect(await walletsBehind(walletRowsPath({ nearLimit: "balance" }))).toMatchObject({ count: over90.maxBalance });
  expect(await walletsBehind(walletRowsPath({ nearLimit: "daily" }))).toMatchObject({ count: over90.dailyLimit });
  for (const { from, to, wallets, balance } of balances) {
    const bounds = to === null ? { minBalance: from } : { minBalance: from, maxBalance: to - 1 };
    expect(await walletsBehind(walletRowsPath(bounds))).toEqual({ count: wallets, balance });
  }
});

test("the rows behind busy hours and what customers moved add up to them", async () => {
  const span = { startDate: "2026-01-31", endDate: "2026-03-01" };
  const rowsOfLink = async (...link: Parameters<typeof insightRowsPath>) => {
    const query = Object.fromEntries(new URLSearchParams(insightRowsPath(...link).split("?")[1]));
    return await listInsightRows(ctx, insightRowEndpoints.listInsightRows.query.parse({ ...query, perPage: "1" }));
  };
  const { hours } = await getBusyHours(ctx, span);
  expect(hours.length).toBeGreaterThan(20);
  for (const { weekday, hour, count } of hours) {
    const { metadata } = await rowsOfLink("posted", span, { weekday, hour });
    expect(metadata.totalRecords).toBe(count);
  }
  const { customers, total, startDate, endDate } = await getTopCustomers(ctx, { month: "2026-02" });
  expect((await rowsOfLink("customerVolume", { startDate, endDate })).sum).toBe(total);
  for (const { customerId, volume, transactions } of customers) {
    const asked = {
      customerId,
      startDate,
      endDate,
      status: "success" as const,
      type: "ALL" as const,
      page: 1,
      perPage: 100,
    };
    const { transactions: rows, metadata } = await listCustomerTransactions(ctx, asked);
    expect(metadata.totalRecords).toBe(transactions);
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(volume);
  }
});

test("a new merchant sees zeros, and nothing of others", async () => {
  const merchant = await createTestMerchant(services);
  const theirs = testContext(services, { tenant: merchant.sandbox });
  const { weeks, cohorts } = await getActiveWallets(theirs);
  expect(weeks.every((week) => week.new + week.returning === 0)).toBe(true);
  expect(cohorts).toEqual([]);
  expect(await getTopCustomers(theirs, { month: "2026-02" })).toMatchObject({ total: 0, customers: [] });
  expect((await getWalletLevels(theirs)).tiers.map(({ wallets }) => wallets)).toEqual([0, 0, 0]);
});

test("the activity is late once it is older than 5 minutes", async () => {
  await catchUpActivity(services);
  expect(await foldActivity(services)).toEqual({ isBehind: false, isLate: false });
  clock.advance(300_001);
  expect(await foldActivity(services)).toMatchObject({ isLate: true });
  // A run of the daily sums only records its end; the next one is complete up to it.
  for (let run = 0; run < 3; run += 1) await fold();
  expect(await foldActivity(services)).toMatchObject({ isLate: false });
});
