import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "../../../contract/errors.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { setTransactionPin } from "../../domain/wallets/controls/set-transaction-pin.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
const clock: TestClock = testClock();
let app: MoneyApp;
let wallet: CreatedWallet;
let operator: { authorization: string };
let admin: { authorization: string };
let owner: { authorization: string };
let foreign: { authorization: string };
const DONE = "Transaction successfully completed.";
const SUBMITTED = "Transaction successfully submitted for approval.";

beforeAll(async () => {
  app = await openMoneyApp(database, { clock });
  const { services, merchant } = app;
  await fundMerchantWallet(app.ctx, { amount: 10_000_000 });
  operator = await bearerOf(services, (await testMember(services, merchant, "Operator")).email, "dashboard");
  const { email } = await testMember(services, merchant, "Admin");
  admin = await bearerOf(services, email, "dashboard");
  owner = await bearerOf(services, email, "api");
  const other = await createTestMerchant(services);
  foreign = { authorization: `Bearer ${await sandboxPrivateKey(services, other)}` };
});
beforeEach(async () => {
  await set({ can_debit_customer: true, require_pin_for_debit: false });
  wallet = await createTestWallet(app.ctx);
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => app.close());

async function set(settings: Record<string, boolean | number | null>) {
  for (const [column, value] of Object.entries(settings)) {
    await database.pool.query(`update tenant_settings set ${column} = $2 where tenant = $1`, [
      app.ctx.tenant.id,
      value,
    ]);
  }
}

async function balance(): Promise<number> {
  return (await app.call("GET", `/wallet/customer?customerId=${wallet.customerId}`)).body.wallet.availableBalance;
}

const credit = (body: object = {}, headers = {}) =>
  app.call("POST", "/wallet/credit", { customerId: wallet.customerId, amount: 5_000, ...body }, headers);
const debit = (body: object = {}, headers = {}) =>
  app.call("POST", "/wallet/debit", { customerId: wallet.customerId, amount: 2_000, ...body }, headers);

describe("by key or API session", () => {
  test("a credit is 400 where it would pass the merchant's own daily limit, told by the preview too", async () => {
    const sql = "select spent from accounts where tenant = $1 and kind = 'merchant'";
    await credit();
    const { rows } = await database.pool.query<{ spent: bigint }>(sql, [app.ctx.tenant.id]);
    const spent = Number(rows[0]?.spent);
    await set({ merchant_daily_limit: spent + 1_000 });
    const told = { limit: spent + 1_000, spent };
    const message = "Daily transaction limit exceeded.";
    const { status, body } = await credit({ amount: 1_001 });
    expect([status, body.message, body.errors]).toEqual([400, message, [expect.objectContaining(told)]]);
    const asked = { customerId: wallet.customerId, amount: 1_001 };
    expect((await app.call("POST", "/wallet/credit/preview", asked)).body.data).toMatchObject({
      allowed: false,
      reasons: [{ code: "merchant_daily_limit_exceeded", message, ...told }],
    });
    expect((await credit({ amount: 1_001 }, operator)).body.message).toBe(message);
    expect((await debit()).status).toBe(200);
    expect((await credit({ amount: 1_000 })).status).toBe(200);
    expect((await credit({ amount: 2 })).status).toBe(400);
    await set({ merchant_daily_limit: null });
  });

  test("a credit and a debit move at once and answer what they did", async () => {
    const metadata = { invoice: "A-17" };
    expect(await credit({ reference: "REF-0000000001", metadata })).toMatchObject({
      status: 200,
      body: {
        status: true,
        message: DONE,
        data: {
          amount: 5_000,
          reference: "REF-0000000001",
          customer_id: wallet.customerId,
          customer_wallet_id: wallet.walletId,
          transaction_fee: 0,
          metadata,
        },
      },
    });
    const debited = await debit({}, owner);
    expect(debited).toMatchObject({ status: 200, body: { message: DONE, data: { amount: 2_000, metadata: {} } } });
    expect(debited.body.data.reference).toMatch(/^[0-9A-Z]{26}$/);
    expect(await balance()).toBe(3_000);
  });

  test.each<[string, () => Promise<unknown>, () => Promise<{ status: number; body: { message: string } }>, string]>([
    ["balance", async () => {}, () => debit({ amount: 2 }), "Insufficient balance"],
    ["merchant's balance", async () => {}, () => credit({ amount: 20_000_000 }), "Insufficient balance"],
    [
      "post no credit",
      () => app.call("POST", "/wallet/enable-post-no-credit", { customerId: wallet.customerId }, owner),
      () => credit(),
      "Post no credit is enabled.",
    ],
    [
      "a freeze",
      () => app.call("POST", "/wallet/close", { customerId: wallet.customerId, reason: "Fraud" }),
      () => credit(),
      "Wallet is not active.",
    ],
    [
      "the tier's maximum",
      () => fundMerchantWallet(app.ctx, { amount: 40_000_000 }),
      () => credit({ amount: 30_000_001 }),
      "Maximum balance would be exceeded.",
    ],
    ["no customer", async () => {}, () => credit({ customerId: app.services.ids.next() }), "Customer not found."],
  ])("a refusal is 400 with the batch's reason: %s", async (_what, prepare, move, reason) => {
    await prepare();
    expect(await move()).toMatchObject({ status: 400, body: { status: false, message: reason } });
    expect(await balance()).toBe(0);
  });

  test("customer debits that are off are 403, and the preview says so", async () => {
    await set({ can_debit_customer: false });
    const message = "Customer debit is not enabled on this account.";
    expect(await debit()).toMatchObject({ status: 403, body: { message } });
    const body = { customerId: wallet.customerId, amount: 2_000 };
    const preview = await app.call("POST", "/wallet/debit/preview", body);
    expect(preview.body.data.reasons[0]).toMatchObject({ code: "customer_debit_off", message });
  });

  test("fifty credits with one reference at the same moment: one is done", async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => credit({ reference: "REF-AT-ONCE-01" })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expect(reply).toMatchObject({ status: 400, body: { message: "Reference already exist." } });
    }
    expect(await balance()).toBe(5_000);
  });

  test("the same Idempotency-Key moves once; another body under it is 422", async () => {
    const key = { "idempotency-key": `credit-${wallet.walletId}` };
    const first = await credit({}, key);
    expect((await credit({}, key)).body).toEqual(first.body);
    expect((await credit({ amount: 6_000 }, key)).status).toBe(422);
    expect(await balance()).toBe(5_000);
  });

  test.each([
    [{ amount: 0 }, "amount"],
    [{ amount: 1 }, "amount"],
    [{ amount: 1.5 }, "amount"],
    [{ amount: "100" }, "amount"],
    [{ amount: undefined }, "amount"],
    [{ customerId: "17" }, "customerId"],
    [{ reference: "short" }, "reference"],
    [{ metadata: "text" }, "metadata"],
  ])("%j is 400 and named, in all four calls", async (wrong, field) => {
    for (const path of ["credit", "debit", "credit/preview", "debit/preview"]) {
      const body = { customerId: wallet.customerId, amount: 100, ...wrong };
      const reply = await app.call("POST", `/wallet/${path}`, body);
      expect(reply).toMatchObject({ status: 400, body: { status: false, errors: [{ field }] } });
    }
  });

  test("another merchant's customer answers exactly like a missing one, in all four calls", async () => {
    await database.pool.query("update tenant_settings set can_debit_customer = true");
    for (const path of ["credit", "debit", "credit/preview", "debit/preview"]) {
      const ask = (customerId: string) => app.call("POST", `/wallet/${path}`, { customerId, amount: 100 }, foreign);
      const one = await ask(wallet.customerId);
      const other = await ask(app.services.ids.next());
      expect({ ...one.body, requestId: "" }).toEqual({ ...other.body, requestId: "" });
      expect(JSON.stringify(one.body)).toContain("Customer not found.");
    }
  });
});

describe("from the dashboard", () => {
  test.each(["credit", "debit"] as const)("a %s waits, and moves when another member approves", async (kind) => {
    await credit();
    const before = await balance();
    const move = kind === "credit" ? credit : debit;
    const submitted = await move({ reference: `REF-WAITS-${kind}` }, operator);
    expect(submitted).toMatchObject({ status: 200, body: { status: true, message: SUBMITTED } });
    expect(submitted.body.data).toBeUndefined();
    const { location = "" } = submitted.headers as { location?: string };
    expect(location).toMatch(/^\/v1\/transaction\/pending\/[0-9a-f-]{36}$/);
    expect(await balance()).toBe(before);
    const waiting = await app.call("GET", location.slice(3), undefined, admin);
    const { checks, kind: shown, category } = waiting.body.data;
    expect([shown, category]).toEqual([kind, kind === "credit" ? "CREDIT_CUSTOMER_WALLET" : "DEBIT_CUSTOMER_WALLET"]);
    expect(checks.atSubmission).toMatchObject({ allowed: true, approval: { required: true } });
    expect(checks.now).toMatchObject({ allowed: true, reasons: [] });
    const transactionId = location.split("/").at(-1);
    expect((await app.call("POST", "/transaction/approve", { transactionId }, admin)).status).toBe(200);
    expect(await balance()).toBe(before + (kind === "credit" ? 5_000 : -2_000));
  });

  test("what would be refused now is not submitted", async () => {
    expect(await debit({}, operator)).toMatchObject({ status: 400, body: { message: "Insufficient balance" } });
    await credit({ reference: "REF-TAKEN-0001" });
    expect(await credit({ reference: "REF-TAKEN-0001" }, operator)).toMatchObject({
      status: 400,
      body: { message: "Reference already exist." },
    });
    const pending = await app.call("GET", "/transaction/pending?status=PENDING", undefined, admin);
    expect(pending.body.metadata.totalRecords).toBe(0);
  });

  test("the preview names who could approve; a key's needs nobody", async () => {
    const body = { customerId: wallet.customerId, amount: 5_000 };
    const mine = await app.call("POST", "/wallet/credit/preview", body, operator);
    expect(mine.body.data).toMatchObject({
      amount: 5_000,
      total: 5_000,
      source: { customerId: null },
      target: { customerId: wallet.customerId, balanceAfter: 5_000 },
      allowed: true,
      approval: { required: true },
    });
    expect(mine.body.data.approval.approvers.length).toBeGreaterThan(0);
    const keys = await app.call("POST", "/wallet/credit/preview", body);
    expect(keys.body.data.approval).toEqual({ required: false, approvers: [] });
  });

  test("a check that fails now is told, and approving leaves it FAILED with the reason", async () => {
    await credit();
    const submitted = await debit({}, operator);
    const location = String(submitted.headers.location);
    await app.call("POST", "/wallet/close", { customerId: wallet.customerId, reason: "Fraud" });
    const { checks } = (await app.call("GET", location.slice(3), undefined, admin)).body.data;
    expect(checks.now).toMatchObject({ allowed: false, reasons: [{ message: "Wallet is not active." }] });
    const transactionId = location.split("/").at(-1);
    expect(await app.call("POST", "/transaction/approve", { transactionId }, admin)).toMatchObject({ status: 400 });
    const failed = await app.call("GET", location.slice(3), undefined, admin);
    expect(failed.body.data).toMatchObject({ status: "FAILED", failureReason: "Wallet is not active." });
  });
});

describe("with a PIN for every debit", () => {
  const RIGHT = "7391";
  beforeEach(async () => {
    await credit();
    await setTransactionPin(app.ctx, { customerId: wallet.customerId, pin: RIGHT });
    await set({ require_pin_for_debit: true });
  });

  test("a debit needs the right one", async () => {
    expect(await debit()).toMatchObject({ status: 400, body: { message: "Transaction PIN is required." } });
    expect(await debit({ pin: "" })).toMatchObject({ status: 400, body: { code: "pin_missing" } });
    expect(await debit({ pin: "1111" })).toMatchObject({ status: 400, body: { message: "Transaction PIN is wrong." } });
    expect(await balance()).toBe(5_000);
    expect((await debit({ pin: RIGHT })).status).toBe(200);
    expect((await debit({ pin: RIGHT }, owner)).status).toBe(200);
    expect(await balance()).toBe(1_000);
    const bare = await createTestWallet(app.ctx);
    expect(await debit({ customerId: bare.customerId, pin: RIGHT })).toMatchObject({
      status: 400,
      body: { message: "No transaction PIN is set for this wallet." },
    });
  });

  test("credits need none, and without the setting none is looked at", async () => {
    expect((await credit()).status).toBe(200);
    await set({ require_pin_for_debit: false });
    expect((await debit({ pin: "1111" })).status).toBe(200);
  });

  test("five wrong ones lock it for 30 minutes, also for the right one; a new PIN ends the lock", async () => {
    for (let n = 0; n < 4; n += 1) expect((await debit({ pin: "1111" })).body.code).toBe("pin_wrong");
    expect((await debit({ pin: "1111" })).body.code).toBe("pin_locked");
    expect(await debit({ pin: RIGHT })).toMatchObject({
      status: 400,
      body: { message: "Transaction PIN is locked for 30 minutes after five wrong entries." },
    });
    clock.advance(30 * 60_000);
    expect((await debit({ pin: RIGHT })).status).toBe(200);
    for (let n = 0; n < 5; n += 1) await debit({ pin: "1111" });
    await setTransactionPin(app.ctx, { customerId: wallet.customerId, pin: "2846" });
    expect((await debit({ pin: "2846" })).status).toBe(200);
  });

  test("a right one ends the count", async () => {
    for (let n = 0; n < 4; n += 1) await debit({ pin: "1111" });
    expect((await debit({ pin: RIGHT, amount: 100 })).status).toBe(200);
    for (let n = 0; n < 4; n += 1) expect((await debit({ pin: "1111" })).body.code).toBe("pin_wrong");
  });

  test("of forty wrong ones at the same moment four are told wrong, and the lock is written once", async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => debit({ pin: "1111" })));
    const codes = replies.map((reply) => reply.body.code);
    expect(codes.filter((code) => code === "pin_wrong")).toHaveLength(4);
    expect(codes.filter((code) => code === "pin_locked")).toHaveLength(36);
    const { rows } = await database.pool.query(
      "select actor_kind, reason from audit_log where object_id = $1 and action = 'wallet.lock_pin'",
      [wallet.walletId],
    );
    expect(rows).toEqual([{ actor_kind: "key", reason: "5 wrong entries" }]);
    expect((await debit({ pin: RIGHT })).body.code).toBe("pin_locked");
  });

  test("the dashboard takes no debits, told by the preview too; what waited fails", async () => {
    const message = failures.debit_pin_required.message;
    expect(await debit({}, operator)).toMatchObject({ status: 400, body: { message } });
    expect(await debit({ pin: RIGHT }, operator)).toMatchObject({ status: 400, body: { message } });
    const body = { customerId: wallet.customerId, amount: 100 };
    const preview = await app.call("POST", "/wallet/debit/preview", body, operator);
    expect(preview.body.data).toMatchObject({ allowed: false, reasons: [{ message }] });
    await set({ require_pin_for_debit: false });
    const location = String((await debit({}, operator)).headers.location);
    await set({ require_pin_for_debit: true });
    const { checks } = (await app.call("GET", location.slice(3))).body.data;
    expect(checks.now.reasons).toMatchObject([{ message }]);
    const transactionId = location.split("/").at(-1);
    expect(await app.call("POST", "/transaction/approve", { transactionId }, admin)).toMatchObject({
      status: 400,
      body: { message },
    });
  });
});
