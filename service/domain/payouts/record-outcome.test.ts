import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claimDueAttempts } from "../../db/payouts/payout-attempts.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout, readTestPayout, sumsByKind } from "../../testing/payouts.ts";
import type { Context, Services } from "../context.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import type { AttemptResult, OutcomeSource } from "./decide-outcome.ts";
import { recordOutcome, recordReport } from "./record-outcome.ts";

const PAID: AttemptResult = { outcome: "succeeded", code: "00" };
const REFUSED: AttemptResult = { outcome: "failed", code: "05", final: true, reason: "Not honoured" };
const REVERSED: AttemptResult = { outcome: "reversed", code: "00" };
const PENDING: AttemptResult = { outcome: "unknown", code: "09", reason: "In progress" };
const NOT_FOUND: AttemptResult = { outcome: "not_found", code: "25" };
const SUSPECT: AttemptResult = { outcome: "review", code: "34", reason: "Suspected fraud" };
const NO_FLOAT: AttemptResult = { outcome: "retry_later", code: "51", reason: "The float is empty" };

const FUNDS = 10_000_000n;
const AMOUNT = 1_500_000n;
const CHARGES = 7_688n;
/** Each test has a rail of its own, so that it claims no payouts of another. */
const RAIL = { name: "" };
let tests = 0;

const database = useTestDatabase();
const clock = testClock();
let services: Services;
let ctx: Context;

beforeAll(() => {
  services = testServices(database, { clock });
});
beforeEach(async () => {
  tests += 1;
  RAIL.name = `rail-${tests}`;
  const merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: Number(FUNDS) });
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await services.committer.close();
});

/** A payout that a worker has claimed for sending. */
async function claimed(): Promise<string> {
  const { sessionId } = await holdTestPayout(ctx, { rail: RAIL.name });
  const rows = await claim();
  expect(rows.map((row) => [row.sessionId, row.action, row.state])).toEqual([[sessionId, "send", "submitting"]]);
  return sessionId;
}

function claim() {
  const now = clock.now();
  const leasedUntil = new Date(now.getTime() + 180_000);
  return claimDueAttempts(services.db, {
    rail: RAIL.name,
    now,
    leasedUntil,
    lease: services.ids.next(),
    limit: 10,
    actorName: "Bank",
  });
}

async function record(sessionId: string, result: AttemptResult, source: OutcomeSource = "send") {
  return recordOutcome(services, await readTestPayout(ctx, sessionId, RAIL.name), { result, source });
}

const report = (sessionId: string, result: AttemptResult) => recordReport(services, RAIL, { sessionId, result });

async function stateOf(sessionId: string) {
  const { state, caseCode, attemptState, outcome } = await readTestPayout(ctx, sessionId, RAIL.name);
  return { state, caseCode, attemptState, outcome };
}

/** The balances that differ from those before any payout. */
async function moved() {
  const sums = await sumsByKind(ctx);
  const differs: typeof sums = {
    ...sums,
    merchant: (sums.merchant ?? 0n) - FUNDS,
    funding: (sums.funding ?? 0n) + FUNDS,
  };
  const entries = Object.entries(differs).filter(([, balance]) => balance !== 0n);
  return Object.fromEntries(entries) as typeof sums;
}

const PAID_BOOKS: Record<string, bigint> = {
  merchant: -AMOUNT - CHARGES,
  bank_float: AMOUNT,
  platform_fee: 2_500n,
  vat_payable: 188n,
  duty_payable: 5_000n,
};

describe("a payout ends with the bank's verdict", () => {
  it("is booked as paid, with its charges", async () => {
    const session = await claimed();
    expect(await record(session, PAID)).toEqual({ state: "succeeded", isChanged: true });
    expect(await moved()).toEqual(PAID_BOOKS);
    expect(await claim()).toEqual([]);
  });

  it("gives everything back when the bank refuses", async () => {
    const session = await claimed();
    expect(await record(session, REFUSED)).toEqual({ state: "failed", isChanged: true });
    expect(await moved()).toEqual({});
  });

  it("keeps the money held for a person", async () => {
    const session = await claimed();
    await record(session, SUSPECT);
    expect(await stateOf(session)).toMatchObject({ state: "in_review", attemptState: "sent" });
    expect(await moved()).toEqual({ merchant: -AMOUNT - CHARGES, payout_review: AMOUNT + CHARGES });
    await report(session, PAID);
    expect(await moved()).toEqual(PAID_BOOKS);
  });

  it("returns the amount and not the charges after a reversal, also one that comes before the success", async () => {
    for (const results of [
      [PAID, REVERSED, PAID],
      [REVERSED, PAID],
    ]) {
      const before = await moved();
      const session = await claimed();
      for (const result of results) await report(session, result);
      expect(await stateOf(session)).toMatchObject({ state: "reversed", outcome: "reversed", caseCode: null });
      const after = await moved();
      expect((after.merchant ?? 0n) - (before.merchant ?? 0n)).toBe(-CHARGES);
      expect(after.bank_float).toBeUndefined();
    }
  });

  it("books many concurrent verdicts exactly once", async () => {
    const session = await claimed();
    const payout = await readTestPayout(ctx, session, RAIL.name);
    const query = () => recordOutcome(services, payout, { result: PAID, source: "query" });
    const results = await Promise.all([
      report(session, PAID),
      query(),
      report(session, PAID),
      query(),
      record(session, PAID),
    ]);
    expect(results.filter((result) => result?.isChanged)).toHaveLength(1);
    expect(await moved()).toEqual(PAID_BOOKS);
  });

  it("reports of no session of ours are nobody's", async () => {
    expect(await report("9".repeat(30), PAID)).toBeNull();
    const session = await claimed();
    expect(await recordReport(services, { name: "easypay" }, { sessionId: session, result: PAID })).toBeNull();
  });
});

describe("a payout without a verdict", () => {
  it("is never sent again, and asked about on schedule for 24 hours, then by a person", async () => {
    const session = await claimed();
    await record(session, PENDING);
    const sentAt = clock.now().getTime();
    for (const minutes of [1, 3, 10, 30, 60, 180, 360, 720, 1_440]) {
      clock.advance(sentAt + minutes * 60_000 - 1 - clock.now().getTime());
      expect(await claim()).toEqual([]);
      clock.advance(1);
      const [row] = await claim();
      expect(row).toMatchObject({ action: "query", sessionId: session });
      if (row) await recordOutcome(services, row, { result: PENDING, source: "query" });
    }
    clock.advance(10 * 86_400_000);
    expect(await claim()).toEqual([]);
    expect(await stateOf(session)).toMatchObject({ state: "in_review" });
    const { rows } = await database.pool.query("select state from payout_history where payout = $1 order by n", [
      (await readTestPayout(ctx, session, RAIL.name)).id,
    ]);
    expect(rows.map((row) => row.state)).toEqual(["held", "submitting", "processing", "unknown", "in_review"]);
  });

  it("is only asked about after its worker died", async () => {
    const session = await claimed();
    clock.advance(180_000);
    const [again] = await claim();
    expect(again).toMatchObject({ sessionId: session, action: "query", state: "submitting" });
  });

  it("fails when two queries find nothing, not one", async () => {
    const session = await claimed();
    await record(session, PENDING);
    clock.advance(60_000);
    await record(session, NOT_FOUND, "query");
    expect(await stateOf(session)).toMatchObject({ state: "unknown" });
    clock.advance(120_000);
    await record(session, NOT_FOUND, "query");
    expect(await stateOf(session)).toMatchObject({ state: "failed" });
    expect(await moved()).toEqual({});
  });

  it("does not fail on two queries soon after the sending", async () => {
    const session = await claimed();
    for (let i = 0; i < 3; i += 1) await record(session, NOT_FOUND, "query");
    expect(await stateOf(session)).toMatchObject({ state: "unknown" });
  });

  it("stays held while the float is empty, and is sent again with a new session", async () => {
    const session = await claimed();
    await record(session, NO_FLOAT);
    expect(await stateOf(session)).toMatchObject({ state: "held", attemptState: "ended" });
    expect(await claim()).toEqual([]);
    clock.advance(60_000);
    const [next] = await claim();
    expect(next).toMatchObject({ action: "send", n: 2, state: "submitting" });
    expect(next?.sessionId).not.toBe(session);
    if (next) await recordOutcome(services, next, { result: PAID, source: "send" });
    expect(await moved()).toEqual(PAID_BOOKS);
    // The first attempt was paid after all: the bank has it twice, and the books say so.
    await report(session, PAID);
    expect(await moved()).toEqual({ ...PAID_BOOKS, bank_float: 2n * AMOUNT, receivable: -AMOUNT });
    expect(await stateOf(session)).toMatchObject({ state: "succeeded", caseCode: "paid_twice" });
  });

  it("is not sent again after all, when the attempt without float was paid", async () => {
    const session = await claimed();
    await record(session, NO_FLOAT);
    await report(session, PAID);
    clock.advance(3_600_000);
    expect(await claim()).toEqual([]);
    expect(await moved()).toEqual(PAID_BOOKS);
  });

  it.each<[string, AttemptResult]>([
    ["finds the float empty", NO_FLOAT],
    ["sends nothing", { outcome: "unsent", code: "timeout", reason: "No name" }],
  ])("is not sent again when the bank paid the first attempt while the second one %s", async (_, result) => {
    const session = await claimed();
    await record(session, NO_FLOAT);
    clock.advance(60_000);
    const [second] = await claim();
    if (!second) throw new Error("no second attempt");
    await report(session, PAID);
    await recordOutcome(services, second, { result, source: "send" });
    clock.advance(3_600_000);
    expect(await claim()).toEqual([]);
    expect(await stateOf(session)).toMatchObject({ state: "failed", caseCode: "paid_twice" });
    expect(await moved()).toEqual({ bank_float: AMOUNT, receivable: -AMOUNT });
  });

  it.each([
    ["was paid", true],
    ["is on its way", false],
  ])("stays paid when the bank takes back the first attempt while the second one %s", async (_, isPaidBefore) => {
    const session = await claimed();
    await record(session, NO_FLOAT);
    clock.advance(60_000);
    const [second] = await claim();
    if (!second) throw new Error("no second attempt");
    const pay = () => recordOutcome(services, second, { result: PAID, source: "send" });
    if (isPaidBefore) await pay();
    const { state } = await stateOf(second.sessionId);
    expect(await report(session, REVERSED)).toEqual({ state, isChanged: true });
    await report(session, PAID);
    expect(await stateOf(session)).toMatchObject({ state, caseCode: null, outcome: "reversed" });
    if (!isPaidBefore) await pay();
    expect(await stateOf(second.sessionId)).toMatchObject({ state: "succeeded", outcome: "succeeded" });
    expect(await moved()).toEqual(PAID_BOOKS);
  });

  it.each([
    ["stays paid", PAID, PAID_BOOKS, "succeeded"],
    ["stays refused", REFUSED, {}, "failed"],
  ])(
    "%s when the bank pays two earlier attempts too, and takes back one after the other",
    async (_, result, books, state) => {
      const sessions = [await claimed()];
      for (let n = 0; n < 2; n += 1) {
        await record(sessions[n] ?? "", NO_FLOAT);
        clock.advance(60_000);
        sessions.push((await claim())[0]?.sessionId ?? "");
      }
      const [first = "", second = "", third = ""] = sessions;
      await record(third, result);
      for (const session of [first, second]) await report(session, PAID);
      const tooMuch = { bank_float: (state === "succeeded" ? AMOUNT : 0n) + 2n * AMOUNT, receivable: -2n * AMOUNT };
      expect(await moved()).toEqual({ ...books, ...tooMuch });
      await report(first, REVERSED);
      expect(await stateOf(first)).toMatchObject({
        state,
        outcome: "reversed",
        caseCode: expect.stringMatching(/^paid_/),
      });
      await report(second, REVERSED);
      expect(await stateOf(second)).toMatchObject({ state, outcome: "reversed", caseCode: null });
      expect(await moved()).toEqual(books);
    },
  );

  it("goes back to the queue when nothing was sent", async () => {
    const session = await claimed();
    await record(session, { outcome: "unsent", code: "timeout", reason: "No name" });
    expect(await stateOf(session)).toMatchObject({ state: "held", attemptState: "ready" });
    clock.advance(60_000);
    expect(await claim()).toMatchObject([{ action: "send", sessionId: session, n: 1 }]);
  });

  it("waits while its merchant is suspended", async () => {
    await holdTestPayout(ctx, { rail: RAIL.name });
    await database.pool.query("update merchants set suspended_at = now(), suspended_reason = 'Test' where id = $1", [
      ctx.tenant.merchantId,
    ]);
    expect(await claim()).toEqual([]);
    await database.pool.query("update merchants set suspended_at = null, suspended_reason = null where id = $1", [
      ctx.tenant.merchantId,
    ]);
    clock.advance(60_000);
    expect(await claim()).toMatchObject([{ action: "send" }]);
  });
});

describe("the bank contradicts itself", () => {
  it("books a success after the return, and opens a case", async () => {
    const session = await claimed();
    await record(session, REFUSED);
    for (let i = 0; i < 2; i += 1) await report(session, PAID);
    expect(await stateOf(session)).toMatchObject({ state: "failed", caseCode: "paid_after_return" });
    expect(await moved()).toEqual({ bank_float: AMOUNT, receivable: -AMOUNT });
    await report(session, REVERSED);
    expect(await stateOf(session)).toMatchObject({ state: "failed", caseCode: null });
    expect(await moved()).toEqual({});
  });

  it("opens a case and books nothing for a refusal after the success", async () => {
    const session = await claimed();
    await record(session, PAID);
    for (let i = 0; i < 2; i += 1) await report(session, REFUSED);
    expect(await stateOf(session)).toMatchObject({ state: "succeeded", caseCode: "refused_after_success" });
    expect(await moved()).toEqual(PAID_BOOKS);
    // Then the bank gives it back.
    await report(session, REVERSED);
    expect(await stateOf(session)).toMatchObject({ state: "reversed", caseCode: null });
  });

  it("decides both verdicts at once one after the other", async () => {
    const session = await claimed();
    await Promise.all([report(session, PAID), report(session, REFUSED)]);
    const { state, caseCode } = await stateOf(session);
    const books = await moved();
    if (state === "succeeded") {
      expect({ caseCode, books }).toEqual({ caseCode: "refused_after_success", books: PAID_BOOKS });
    } else {
      expect({ state, caseCode, books }).toEqual({
        state: "failed",
        caseCode: "paid_after_return",
        books: { bank_float: AMOUNT, receivable: -AMOUNT },
      });
    }
  });
});
