import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { recordPayoutCallback } from "../../domain/payouts/record-payout-callback.ts";
import { createPayoutRunner, type PayoutRunner } from "../../domain/payouts/run-payouts.ts";
import { watchPayouts } from "../../domain/payouts/watch-payouts.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { sumsByKind } from "../../testing/payouts.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const AMOUNT = 1_000_000;
const TOTAL = 1_007_688n;
const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let bank: TestBank;
let runner: PayoutRunner;
let funds: bigint;
let sent = 0;

beforeAll(async () => {
  bank = await openTestBank(database, { clock, timeoutMs: 3_000 });
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, { clock, payoutWaitMs: 0, providers: { ...providers, ...bank.providers } });
  runner = createPayoutRunner(money.services);
});
beforeEach(async () => {
  clock.advance(600_000);
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
  funds = (await sumsByKind(money.ctx)).merchant ?? 0n;
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(async () => {
  await money.close();
  await bank.close();
});

/** Holds a payout to an account with this ending. Returns its reference. */
async function hold(ending: string, headers: Record<string, string> = {}): Promise<string> {
  sent += 1;
  const accountNumber = `${String(sent).padStart(8, "0")}${ending}`;
  const body = { amount: AMOUNT, sortCode: "000013", accountNumber, narration: "Rent" };
  const reply = await money.call("POST", "/transfer/bank", body, headers);
  expect(reply.status).toBe(202);
  return reply.body.transfer.reference;
}

async function run(): Promise<void> {
  await runner.run();
  await runner.drain(30_000);
}

const query = (reference: string) => money.call("POST", `/transfer/bank/${reference}/query`);

async function cancel(reference: string, body?: object) {
  const reply = await money.app.inject({
    method: "DELETE",
    url: `/v1/transfer/bank/${reference}`,
    headers: { authorization: money.authorization },
    ...(body ? { payload: body } : {}),
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function payoutOf(reference: string) {
  return (await money.call("GET", `/transfer/bank/${reference}`)).body.payout;
}

async function spent(): Promise<bigint> {
  return funds - ((await sumsByKind(money.ctx)).merchant ?? 0n);
}

describe("cancelling", () => {
  it("gives everything back while the payout was not sent, once", async () => {
    const reference = await hold("00");
    expect(await spent()).toBe(TOTAL);
    const { status, body } = await cancel(reference, { reason: "Wrong month" });
    expect([status, body.payout.state, body.payout.reason]).toEqual([200, "cancelled", "Wrong month"]);
    expect(await spent()).toBe(0n);
    expect(await cancel(reference)).toMatchObject({ status: 409, body: { code: "payout_sent" } });
    await run();
    expect(await payoutOf(reference)).toMatchObject({
      state: "cancelled",
      attempts: [{ state: "ended", sentAt: null }],
    });
  });

  it("is refused after the sending, and for payouts of others", async () => {
    const reference = await hold("00");
    await run();
    expect(await cancel(reference)).toMatchObject({ status: 409, body: { code: "payout_sent" } });
    expect(await cancel("NOBODY")).toMatchObject({ status: 404 });
  });

  it("and sending at once: exactly one happens", async () => {
    const references = await Promise.all(Array.from({ length: 6 }, () => hold("00")));
    const [answers] = await Promise.all([Promise.all(references.map((reference) => cancel(reference))), run()]);
    await run();
    const states = await Promise.all(references.map(async (reference) => (await payoutOf(reference)).state));
    expect(states).toEqual(answers.map(({ status }) => (status === 200 ? "cancelled" : "succeeded")));
    const paid = states.filter((state) => state === "succeeded").length;
    expect(await spent()).toBe(TOTAL * BigInt(paid));
  });
});

describe("asking the bank", () => {
  it("ends a payout that timed out although the bank had credited it: one payment, nothing returned", async () => {
    const reference = await hold("97");
    await run();
    expect(await payoutOf(reference)).toMatchObject({ state: "processing", viewer: { canQuery: false } });
    const early = await query(reference);
    expect([early.status, early.body.code, early.headers["retry-after"]]).toEqual([429, "payout_asked", "60"]);
    clock.advance(60_000);
    await bank.settle();
    expect((await query(reference)).body.payout).toMatchObject({ state: "succeeded" });
    expect(await query(reference)).toMatchObject({ status: 409, body: { code: "payout_ended" } });
    await run();
    expect((await payoutOf(reference)).attempts).toHaveLength(1);
    expect(await spent()).toBe(TOTAL);
  });

  it("and a callback at once book one payment", async () => {
    const reference = await hold("09");
    await run();
    clock.advance(60_000);
    await bank.settle();
    const { sessionId } = await payoutOf(reference);
    const callback = () =>
      recordPayoutCallback(money.services, bank.rail, {
        kind: "payout",
        sessionId,
        result: { outcome: "succeeded", code: "00" },
      });
    await Promise.all([query(reference), callback(), run(), callback()]);
    const { state, entries } = await payoutOf(reference);
    expect(state).toBe("succeeded");
    expect(entries.filter((entry: { to: string }) => entry.to === "bank_float")).toHaveLength(1);
    expect(await spent()).toBe(TOTAL);
  });

  it("repeats the stored answer of a key after the money was returned", async () => {
    const headers = { "idempotency-key": "salary-1" };
    const body = { amount: AMOUNT, sortCode: "000013", accountNumber: "0123456708", narration: "Rent" };
    const first = await money.call("POST", "/transfer/bank", body, headers);
    await run();
    expect(await payoutOf(first.body.transfer.reference)).toMatchObject({ state: "failed" });
    const again = await money.call("POST", "/transfer/bank", body, headers);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await spent()).toBe(0n);
  });
});

describe("a payout in review", () => {
  it("is paid or returned by a member who may settle, with the reason, once", async () => {
    const [paid, returned] = [await hold("34"), await hold("34")];
    await run();
    const admin = await bearerOf(money.services, (await testMember(money.services, money.merchant, "Admin")).email);
    const operator = await bearerOf(
      money.services,
      (await testMember(money.services, money.merchant, "Operator")).email,
    );
    const resolve = (reference: string, outcome: string, headers: Record<string, string>) =>
      money.call("POST", `/transfer/bank/${reference}/resolve`, { outcome, reason: "Confirmed by phone" }, headers);
    expect(await resolve(paid, "succeeded", operator)).toMatchObject({ status: 403 });
    expect((await resolve(paid, "succeeded", admin)).body.payout).toMatchObject({ state: "succeeded" });
    expect((await resolve(returned, "failed", admin)).body.payout).toMatchObject({ state: "failed" });
    expect(await resolve(paid, "failed", admin)).toMatchObject({ status: 409, body: { code: "payout_not_in_review" } });
    expect(await spent()).toBe(TOTAL);
    expect((await payoutOf(paid)).timeline.at(-1)).toMatchObject({ text: "Confirmed by phone", state: "succeeded" });
    expect((await sumsByKind(money.ctx)).payout_review).toBe(0n);
  });
});

describe("a case", () => {
  it("is opened by a late success, closed once with a note, and keeps what the bank says later bookable", async () => {
    const reference = await hold("66");
    await run();
    expect(await payoutOf(reference)).toMatchObject({ state: "failed", case: null });
    const report = async (outcome: "succeeded" | "reversed") =>
      recordPayoutCallback(money.services, bank.rail, {
        kind: "payout",
        sessionId: (await payoutOf(reference)).attempts[0].sessionId,
        result: { outcome, code: "00" },
      });
    await report("succeeded");
    const opened = await payoutOf(reference);
    expect(opened).toMatchObject({ state: "failed", case: { code: "paid_after_return", closedAt: null, note: null } });
    const [admin, operator] = await Promise.all(
      (["Admin", "Operator"] as const).map(async (role) =>
        bearerOf(money.services, (await testMember(money.services, money.merchant, role)).email),
      ),
    );
    const close = (headers: Record<string, string> | undefined, note = "The payer paid it back") =>
      money.call("POST", `/transfer/bank/${reference}/case/close`, { note }, headers);
    expect(await close(operator)).toMatchObject({ status: 403 });
    expect(await close(undefined)).toMatchObject({ status: 403 });
    expect(await close(admin, " ")).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    const replies = await Promise.all([close(admin), close(admin)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.map(({ body }) => body.code)).toContain("payout_case_closed");
    const closed = await payoutOf(reference);
    expect(closed.case).toMatchObject({ code: "paid_after_return", note: "The payer paid it back" });
    expect(closed.timeline.at(-1)).toMatchObject({ state: "failed", text: "The payer paid it back" });
    const { rows } = await database.pool.query("select reason from audit_log where action = 'payout.close_case'");
    expect(rows).toEqual([{ reason: "The payer paid it back" }]);
    // The bank takes its late payment back: what the payer owed is gone.
    await report("reversed");
    expect(await payoutOf(reference)).toMatchObject({ state: "failed", case: null });
    expect((await sumsByKind(money.ctx)).receivable).toBe(0n);
  });
});

describe("what wakes an operator", () => {
  const production = () => money.merchant.production.id;
  /** Copies a payout into the merchant's production, with these columns changed. */
  const copy = (reference: string, changed: object = {}) =>
    database.pool.query(
      "insert into payouts select (jsonb_populate_record(p, $3)).* from payouts p where tenant = $1 and reference = $2",
      [money.merchant.sandbox.id, reference, { ...changed, tenant: production() }],
    );

  it("are waiting payouts, reviews and cases of production, and none of sandbox", async () => {
    const [waiting, inReview, ended] = [await hold("51"), await hold("34"), await hold("00")];
    await run();
    const openCase = "update payouts set case_code = 'paid_twice', case_at = now() where reference = $1";
    await database.pool.query(openCase, [ended]);
    const none = { waiting: 0, unknown: 0, inReview: 0, cases: 0 };
    expect(await watchPayouts(money.services)).toMatchObject(none);
    for (const reference of [waiting, inReview, ended]) await copy(reference);
    await copy(waiting, { id: money.services.ids.next(), reference: "UNKNOWN", state: "unknown" });
    const closed = { case_closed_at: clock.now(), case_note: "Paid back" };
    await copy(ended, { id: money.services.ids.next(), reference: "CLOSED", ...closed });
    expect(await watchPayouts(money.services)).toMatchObject({ waiting: 1, unknown: 1, inReview: 1, cases: 1 });
    await database.pool.query("delete from payouts where tenant = $1", [production()]);
  });
});
