import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { claimDueAttempts } from "../../db/payouts/payout-attempts.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout, readTestPayout, sumsByKind, type TestPayout } from "../../testing/payouts.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import type { Context, Services } from "../context.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { createPayoutRunner, type PayoutRunner } from "./run-payouts.ts";

const database = useTestDatabase();
const clock = testClock();
let bank: TestBank;
let services: Services;
let ctx: Context;
let runner: PayoutRunner;
const troubles: unknown[] = [];
const alarms: object[] = [];

beforeAll(async () => {
  bank = await openTestBank(database, { clock, timeoutMs: 3_000 });
  const plain = testServices(database, { clock });
  services = { ...plain, providers: { ...plain.providers, ...bank.providers } };
  const hooks = { failed: (error: unknown) => troubles.push(error), alarm: (alarm: object) => alarms.push(alarm) };
  runner = createPayoutRunner(services, { hooks });
});
beforeEach(async () => {
  const merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 100_000_000 });
});
afterAll(async () => {
  expect(troubles).toEqual([]);
  await expectBooksToBalance(database.pool);
  await services.committer.close();
  await bank.close();
});

/** Runs what is due, until nothing is open. */
async function run(): Promise<void> {
  await runner.run();
  while (runner.open() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Moves both clocks, query by query. */
async function advance(minutes: number): Promise<void> {
  for (const step of [1, 1, 1, 2, 2, 3, 20, 30, 120, 180, 360, 720].filter((_, index) => index < minutes)) {
    clock.advance(step * 60_000);
    await bank.settle();
    await run();
  }
}

async function sendTo(ending: string, accountName?: string): Promise<TestPayout> {
  const enquiry = await bank.rail.enquire({ bankCode: "000013", accountNumber: `01234567${ending}` });
  if (enquiry.outcome === "unavailable") throw new Error(`the bank does not answer: ${enquiry.code}`);
  const name = enquiry.outcome === "found" ? enquiry.accountName : "Ada Obi";
  return await holdTestPayout(ctx, { accountNumber: `01234567${ending}`, accountName: accountName ?? name });
}

async function stateOf({ sessionId }: TestPayout) {
  const { id } = await readTestPayout(ctx, sessionId);
  const { rows } = await database.pool.query<{ state: string; code: string | null }>(
    "select state, code from payouts where id = $1",
    [id],
  );
  return rows[0];
}

it("sends each payout once, and ends it as the bank's own books say", async () => {
  const endings = ["00", "07", "08", "09", "25", "26", "34", "51", "66", "77", "91", "97", "98", "12"];
  const payouts = await Promise.all(endings.map(async (ending) => ({ ending, payout: await sendTo(ending) })));
  const states = async () =>
    Object.fromEntries(await Promise.all(payouts.map(async (one) => [one.ending, (await stateOf(one.payout))?.state])));
  await run();
  expect(await states()).toEqual({
    "00": "succeeded",
    "07": "failed",
    "08": "failed",
    "09": "processing",
    "12": "succeeded",
    "25": "processing",
    "26": "processing",
    "34": "in_review",
    "51": "held",
    "66": "failed",
    "77": "succeeded",
    "91": "processing",
    "97": "processing",
    "98": "processing",
  });
  expect(alarms).toHaveLength(2);
  await advance(12);
  expect(await states()).toMatchObject({
    "09": "succeeded",
    "25": "succeeded",
    "26": "succeeded",
    "34": "in_review",
    "51": "succeeded",
    "91": "succeeded",
    "97": "succeeded",
    "98": "failed",
  });
  const { rows } = await database.pool.query("select session_id from payout_attempts where outcome = 'succeeded'");
  const paid = await database.pool.query(
    "select session_id from sandbox_bank.transfers where direction = 'out' and status = 'succeeded' and account_number not like '%66'",
  );
  expect(rows.map((row) => row.session_id).toSorted()).toEqual(
    expect.arrayContaining(paid.rows.map((row) => row.session_id).toSorted()),
  );
});

it("returns the money without sending when the bank knows no such account or another holder", async () => {
  const spent = async () =>
    (await database.pool.query("select spent from accounts where tenant = $1 and kind = 'merchant'", [ctx.tenant.id]))
      .rows;
  const before = await sumsByKind(ctx);
  const [unknown, other] = [await sendTo("07"), await sendTo("00", "Zebulon Quartz")];
  expect(await spent()).toEqual([{ spent: 3_000_000n }]);
  await run();
  expect(await spent()).toEqual([{ spent: 0n }]);
  expect(await stateOf(unknown)).toMatchObject({ state: "failed", code: "07" });
  expect(await stateOf(other)).toEqual({ state: "failed", code: "name_mismatch" });
  const { rows } = await database.pool.query("select from sandbox_bank.transfers where session_id = any($1)", [
    [unknown.sessionId, other.sessionId],
  ]);
  expect(rows).toEqual([]);
  expect(await sumsByKind(ctx)).toMatchObject(before);
});

it("sends what two workers find at once only once", async () => {
  const others = Array.from({ length: 3 }, () => createPayoutRunner(services, { slotsPerRail: 5 }));
  const payouts = await Promise.all(Array.from({ length: 20 }, () => sendTo("00")));
  await Promise.all(others.map((one) => one.run()));
  await Promise.all(others.map((one) => one.drain(30_000)));
  await run();
  expect(new Set((await Promise.all(payouts.map(stateOf))).map((one) => one?.state))).toEqual(new Set(["succeeded"]));
  const { rows } = await database.pool.query(
    "select count(*)::int as n, count(distinct payout)::int as payouts from payout_attempts where tenant = $1",
    [ctx.tenant.id],
  );
  expect(rows).toEqual([{ n: 20, payouts: 20 }]);
  expect((await sumsByKind(ctx)).bank_float).toBe(20n * 1_500_000n);
});

it("gives the free slots to the merchant with the fewest open payouts, however many another one has", async () => {
  const other = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
  await fundMerchantWallet(other, { amount: 100_000_000 });
  const of = (payer: Context) => holdTestPayout(payer, { accountNumber: "0123456700" });
  await Promise.all(Array.from({ length: 30 }, () => of(ctx)));
  await Promise.all(Array.from({ length: 4 }, () => of(other)));
  const claim = async (limit: number, open: number[]) => {
    const now = clock.now();
    const leasedUntil = new Date(now.getTime() + 1_000);
    const order = { rail: "sandbox", now, leasedUntil, lease: services.ids.next(), limit, actorName: "Test", open };
    const claimed = await claimDueAttempts(services.db, order);
    return claimed.map(({ tenant }) => (tenant === other.tenant.id ? "other" : "busy")).toSorted();
  };
  const busy = Array.from({ length: 7 }, () => ctx.tenant.id);
  expect(await claim(1, busy)).toEqual(["other"]);
  expect(await claim(2, [])).toEqual(["busy", "other"]);
  expect(await claim(5, [other.tenant.id])).toEqual(["busy", "busy", "busy", "other", "other"]);
  clock.advance(2_000);
  await advance(12);
});
