import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rangeOf } from "../../db/number-ranges.ts";
import { inTransaction } from "../../db/pool.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { catchUpActivity, catchUpRollups } from "../../testing/catch-up-rollups.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout } from "../../testing/payouts.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { debitWallet } from "../batches/single/debit-wallet.ts";
import type { Context, Services } from "../context.ts";
import { FLOW_GROUPS } from "../merchant/analytics/day-sums.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { listMerchantTransactions } from "../transactions/list-merchant-transactions.ts";
import { verifyTenant } from "../transactions/verify-ledger.ts";
import { transferBetweenCustomers } from "../transfers/transfer-between-customers.ts";
import { getCashPosition } from "./get-cash-position.ts";

const database = useTestDatabase({ connections: 20 });
let clock: TestClock;
let services: Services;

beforeAll(() => {
  // Half an hour before midnight in Lagos, so that the days of Lagos and of UTC differ.
  clock = testClock("2026-02-26T22:30:00.000Z");
  services = testServices(database, { clock });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => services.committer.close());

const DAY_MS = 86_400_000;
const today = () => lagosDay(clock.now());

/** The same figures from the entries and the kinds of the accounts, without daily sums and without a table of kinds. */
async function positionOfBooks(ctx: Context, span: { startDate: string; endDate: string }) {
  const { rows } = await database.pool.query<Record<string, bigint>>(
    `with inside as (select id from accounts where tenant = $1 and kind in ('wallet', 'merchant')),
     entry as (select delta, (at at time zone 'Africa/Lagos')::date as day from entries
       where tenant = $1 and account in (select id from inside)),
     moved as (select amount, fee_base + fee_merchant as fees, source in (select id from inside) as pays,
         destination in (select id from inside) as gets from transactions
       where tenant = $1 and status = 'success' and (at at time zone 'Africa/Lagos')::date between $2 and $3)
     select (select coalesce(sum(delta), 0)::int8 from entry where day < $2) as opening,
       (select coalesce(sum(amount) filter (where gets and not pays), 0)::int8 from moved) as "moneyIn",
       (select coalesce(sum(fees + case when gets then 0 else amount end) filter (where pays), 0)::int8 from moved) as "moneyOut",
       (select coalesce(sum(delta), 0)::int8 from entry where day <= $3) as closing`,
    [ctx.tenant.id, span.startDate, span.endDate],
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

async function busyMerchant(): Promise<Context> {
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  const ctx = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 900_000_000 });
  const wallets = await Promise.all(Array.from({ length: 4 }, () => createTestWallet(ctx)));
  const some = () => wallets[Math.floor(Math.random() * 4)]?.customerId ?? "";
  const amount = () => 1_000 + Math.floor(Math.random() * 50_000);
  for (let day = 0; day < 4; day += 1) {
    for (const { customerId } of wallets) await creditWallet(ctx, { customerId, amount: 2_000_000 });
    await debitWallet(ctx, { customerId: some(), amount: amount() });
    const [from, to] = [wallets[day % 4], wallets[(day + 1) % 4]];
    await transferBetweenCustomers(ctx, {
      fromCustomerId: from?.customerId ?? "",
      toCustomerId: to?.customerId ?? "",
      amount: amount(),
    });
    await holdTestPayout(ctx, { amount: BigInt(amount()) });
    if (day % 2 === 0) await fundMerchantWallet(ctx, { amount: amount() });
    if (day === 1) await catchUpRollups(services);
    clock.advance(DAY_MS);
  }
  return ctx;
}

test("opening, in, out and closing of each day, month and period equal the books, folded or not", async () => {
  const first = today();
  const ctx = await busyMerchant();
  for (const when of ["partly folded", "folded"]) {
    if (when === "folded") await catchUpRollups(services);
    const span = { startDate: first, endDate: today() };
    const position = await getCashPosition(ctx, span);
    expect(position).toMatchObject(await positionOfBooks(ctx, span));
    expect(position.proof).toMatchObject({ status: "EQUAL", difference: 0, balances: position.closing });
    expect(position.days.map(({ date }) => date)).toEqual(
      ["02-26", "02-27", "02-28", "03-01", "03-02"].map((day) => `2026-${day}`),
    );
    for (const { date, ...day } of position.days) {
      expect(day).toEqual(await positionOfBooks(ctx, { startDate: date, endDate: date }));
    }
    expect(position.months).toEqual([
      { month: "2026-02", ...(await positionOfBooks(ctx, { startDate: first, endDate: "2026-02-28" })) },
      { month: "2026-03", ...(await positionOfBooks(ctx, { startDate: "2026-03-01", endDate: today() })) },
    ]);
    // A period in the past is proven with the days after it.
    const past = await getCashPosition(ctx, { startDate: first, endDate: "2026-02-27" });
    expect(past.proof).toMatchObject({ status: "EQUAL", balances: position.closing });
    expect(past.closing).not.toBe(position.closing);
  }
});

test("says that the sums differ from the balances, by how much, and when the ledger was checked", async () => {
  const ctx = await busyMerchant();
  await catchUpRollups(services);
  const span = { startDate: today(), endDate: today() };
  expect((await getCashPosition(ctx, span)).proof).toMatchObject({ ledgerBalanced: null, ledgerCheckedAt: null });
  await verifyTenant(ctx, ctx.tenant.id);
  const change = `insert into transaction_days (tenant, day, kind, n, amount, fee_base, fee_merchant)
     values ($1, $2, 'merchant_payout', 0, $3, 0, 0)
     on conflict (tenant, day, kind) do update set amount = transaction_days.amount + excluded.amount`;
  await database.pool.query(change, [ctx.tenant.id, today(), 7]);
  expect((await getCashPosition(ctx, span)).proof).toMatchObject({
    status: "DIFFERENT",
    difference: -7,
    ledgerBalanced: true,
    ledgerCheckedAt: clock.now().toISOString(),
  });
  await database.pool.query(change, [ctx.tenant.id, today(), -7]);
});

test("the list of what entered and of what left has exactly the payments of the position", async () => {
  const ctx = await busyMerchant();
  const span = { startDate: "2026-01-01", endDate: today() };
  const position = await getCashPosition(ctx, span);
  const listed = async (group: "moneyIn" | "moneyOut") => {
    const page = { page: 1, perPage: 100, type: "ALL", status: "success" } as const;
    const { transactions } = await listMerchantTransactions(ctx, { ...page, ...span, group });
    expect(transactions.length).toBeGreaterThan(0);
    return transactions.reduce((sum, { amount }) => sum + amount, 0);
  };
  expect(await listed("moneyIn")).toBe(position.moneyIn);
  const { rows } = await database.pool.query<{ fees: bigint }>(
    "select coalesce(sum(fee_base + fee_merchant), 0)::int8 as fees from transactions where tenant = $1 and status = 'success'",
    [ctx.tenant.id],
  );
  expect(await listed("moneyOut")).toBe(position.moneyOut - Number(rows[0]?.fees));
});

test("the groups of the list are those of the sums", async () => {
  const ctx = await busyMerchant();
  await database.pool.query("alter table transactions disable trigger user");
  const kinds = FLOW_GROUPS.map(({ kind }) => kind);
  await database.pool.query(
    `insert into transactions (tenant, id, reference, kind, status, source, destination, amount, actor, at)
     select $1, gen_random_uuid(), kind, kind, 'failed', a.id, a.id, 1, 'job:test', $3
     from unnest($2::text[]) kind cross join (select id from accounts where tenant = $1 and kind = 'merchant') a`,
    [ctx.tenant.id, kinds, clock.now()],
  );
  await database.pool.query("alter table transactions enable trigger user");
  const listed = async (group?: "moneyIn" | "moneyOut") => {
    const page = { page: 1, perPage: 100, type: "ALL", status: "failed" } as const;
    const { transactions } = await listMerchantTransactions(ctx, { ...page, ...(group && { group }) });
    return transactions.map(({ reference }) => reference).sort();
  };
  const all = await listed();
  for (const [group, flow] of [
    ["moneyIn", "in"],
    ["moneyOut", "out"],
  ] as const) {
    const expected = FLOW_GROUPS.filter((one) => one.group === flow && all.includes(one.kind)).map(({ kind }) => kind);
    expect(await listed(group)).toEqual(expected.sort());
  }
});

test("fails for a kind without sides instead of leaving it out", async () => {
  const ctx = await busyMerchant();
  await database.pool.query("insert into transaction_days values ($1, $2, 'unknown_kind', 1, 5, 0, 0)", [
    ctx.tenant.id,
    today(),
  ]);
  await expect(getCashPosition(ctx, { startDate: today(), endDate: today() })).rejects.toThrow("unknown_kind");
});

test("shows nothing of another merchant", async () => {
  await busyMerchant();
  const stranger = await createTestMerchant(services);
  const theirs = testContext(services, { tenant: stranger.sandbox });
  const { opening, moneyIn, closing, proof } = await getCashPosition(theirs, {
    startDate: "2026-01-01",
    endDate: today(),
  });
  expect({ opening, moneyIn, closing, proof: proof.status }).toEqual({
    opening: 0,
    moneyIn: 0,
    closing: 0,
    proof: "EQUAL",
  });
});

test("is complete for a merchant that came from a database with higher numbers, where its payments were added up", async () => {
  const ctx = await busyMerchant();
  await catchUpActivity(services);
  const { last } = rangeOf({ name: "journal_ids", type: "bigint" }, 0);
  await database.pool.query(`alter sequence journal_ids maxvalue ${last}`);
  await inTransaction(database.pool, async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query("update journals set id = id + $2 where tenant = $1", [ctx.tenant.id, last]);
    for (const table of ["transactions", "entries", "outbox"])
      await tx.query(`update ${table} set journal = journal + $2 where tenant = $1`, [ctx.tenant.id, last]);
  });
  const { proof } = await getCashPosition(ctx, { startDate: today(), endDate: today() });
  expect(proof).toMatchObject({ status: "EQUAL", difference: 0 });
});
