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
let members: Record<"operator" | "admin", { email: string }>;
const DONE = "Transaction successfully completed.";
const SUBMITTED = "Transaction successfully submitted for approval.";

beforeAll(async () => {
  app = await openMoneyApp(database, { clock });
  const { services, merchant } = app;
  await fundMerchantWallet(app.ctx, { amount: 10_000_000 });
  members = {
    operator: await testMember(services, merchant, "Operator"),
    admin: await testMember(services, merchant, "Admin"),
  };
  await signInToDashboard();
  owner = await bearerOf(services, members.admin.email, "api");
  const otherMerchant = await createTestMerchant(services);
  foreign = { authorization: `Bearer ${await sandboxPrivateKey(services, otherMerchant)}` };
});

async function signInToDashboard(): Promise<void> {
  operator = await bearerOf(app.services, members.operator.email, "dashboard");
  admin = await bearerOf(app.services, members.admin.email, "dashboard");
}

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

describe("with a key or API session", () => {
  test("a credit over the merchant's daily limit returns 400, and the preview reports it", async () => {
    const sql = "select spent from accounts where tenant = $1 and kind = 'merchant'";
    await credit();
    const { rows } = await database.pool.query<{ spent: bigint }>(sql, [app.ctx.tenant.id]);
    const spent = Number(rows[0]?.spent);
    await set({ merchant_daily_limit: spent + 1_000 });
    const details = { limit: spent + 1_000, spent };
    const message = "Daily transaction limit exceeded.";
    const { status, body } = await credit({ amount: 1_001 });
    expect([status, body.message, body.errors]).toEqual([400, message, [expect.objectContaining(details)]]);
    const request = { customerId: wallet.customerId, amount: 1_001 };
    expect((await app.call("POST", "/wallet/credit/preview", request)).body.data).toMatchObject({
      allowed: false,
      reasons: [{ code: "merchant_daily_limit_exceeded", message, ...details }],
    });
    expect((await credit({ amount: 1_001 }, operator)).body.message).toBe(message);
    expect((await debit()).status).toBe(200);
    expect((await credit({ amount: 1_000 })).status).toBe(200);
    expect((await credit({ amount: 2 })).status).toBe(400);
    await set({ merchant_daily_limit: null });
  });

  test("a credit and a debit move money immediately and return the transaction", async () => {
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
      "a frozen wallet",
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
    ["unknown customer", async () => {}, () => credit({ customerId: app.services.ids.next() }), "Customer not found."],
  ])("returns 400 with the batch item's reason: %s", async (_name, prepare, move, reason) => {
    await prepare();
    expect(await move()).toMatchObject({ status: 400, body: { status: false, message: reason } });
    expect(await balance()).toBe(0);
  });

  test("disabled customer debits return 403, and the preview reports it", async () => {
    await set({ can_debit_customer: false });
    const message = "Customer debit is not enabled on this account.";
    expect(await debit()).toMatchObject({ status: 403, body: { message } });
    const body = { customerId: wallet.customerId, amount: 2_000 };
    const preview = await app.call("POST", "/wallet/debit/preview", body);
    expect(preview.body.data.reasons[0]).toMatchObject({ code: "customer_debit_off", message });
  });

  test("of fifty concurrent credits with one reference, one succeeds", async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => credit({ reference: "REF-CONCURRENT-01" })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expect(reply).toMatchObject({ status: 400, body: { message: "Reference already exist." } });
    }
    expect(await balance()).toBe(5_000);
  });

  test("the same Idempotency-Key moves money once, and another body returns 422", async () => {
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
  ])("%j returns 400 and names the field in all four calls", async (invalid, field) => {
    for (const path of ["credit", "debit", "credit/preview", "debit/preview"]) {
      const body = { customerId: wallet.customerId, amount: 100, ...invalid };
      const reply = await app.call("POST", `/wallet/${path}`, body);
      expect(reply).toMatchObject({ status: 400, body: { status: false, errors: [{ field }] } });
    }
  });

  test("another merchant's customer gets the same reply as an unknown one in all four calls", async () => {
    await database.pool.query("update tenant_settings set can_debit_customer = true");
    for (const path of ["credit", "debit", "credit/preview", "debit/preview"]) {
      const send = (customerId: string) => app.call("POST", `/wallet/${path}`, { customerId, amount: 100 }, foreign);
      const known = await send(wallet.customerId);
      const unknown = await send(app.services.ids.next());
      expect({ ...known.body, requestId: "" }).toEqual({ ...unknown.body, requestId: "" });
      expect(JSON.stringify(known.body)).toContain("Customer not found.");
    }
  });
});

describe("from the dashboard", () => {
  test.each(["credit", "debit"] as const)("a %s is pending until another member approves it", async (kind) => {
    await credit();
    const before = await balance();
    const move = kind === "credit" ? credit : debit;
    const submitted = await move({ reference: `REF-PENDING-${kind}` }, operator);
    expect(submitted).toMatchObject({ status: 200, body: { status: true, message: SUBMITTED } });
    expect(submitted.body.data).toBeUndefined();
    const { location = "" } = submitted.headers as { location?: string };
    expect(location).toMatch(/^\/v1\/transaction\/pending\/[0-9a-f-]{36}$/);
    expect(await balance()).toBe(before);
    const pending = await app.call("GET", location.slice(3), undefined, admin);
    const { checks, kind: pendingKind, category } = pending.body.data;
    expect([pendingKind, category]).toEqual([
      kind,
      kind === "credit" ? "CREDIT_CUSTOMER_WALLET" : "DEBIT_CUSTOMER_WALLET",
    ]);
    expect(checks.atSubmission).toMatchObject({ allowed: true, approval: { required: true } });
    expect(checks.now).toMatchObject({ allowed: true, reasons: [] });
    const transactionId = location.split("/").at(-1);
    expect((await app.call("POST", "/transaction/approve", { transactionId }, admin)).status).toBe(200);
    expect(await balance()).toBe(before + (kind === "credit" ? 5_000 : -2_000));
  });

  test("a move that would be rejected now is not submitted", async () => {
    expect(await debit({}, operator)).toMatchObject({ status: 400, body: { message: "Insufficient balance" } });
    await credit({ reference: "REF-TAKEN-0001" });
    expect(await credit({ reference: "REF-TAKEN-0001" }, operator)).toMatchObject({
      status: 400,
      body: { message: "Reference already exist." },
    });
    const pending = await app.call("GET", "/transaction/pending?status=PENDING", undefined, admin);
    expect(pending.body.metadata.totalRecords).toBe(0);
  });

  test("the preview lists approvers for a member and none for a key", async () => {
    const body = { customerId: wallet.customerId, amount: 5_000 };
    const byMember = await app.call("POST", "/wallet/credit/preview", body, operator);
    expect(byMember.body.data).toMatchObject({
      amount: 5_000,
      total: 5_000,
      source: { customerId: null },
      target: { customerId: wallet.customerId, balanceAfter: 5_000 },
      allowed: true,
      approval: { required: true },
    });
    expect(byMember.body.data.approval.approvers.length).toBeGreaterThan(0);
    const byKey = await app.call("POST", "/wallet/credit/preview", body);
    expect(byKey.body.data.approval).toEqual({ required: false, needed: 0, approvers: [] });
  });

  test("a pending request reports a failing check, and approval sets FAILED with the reason", async () => {
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

describe("with a PIN required for debits", () => {
  const PIN = "7391";
  beforeEach(async () => {
    await credit();
    await setTransactionPin(app.ctx, { customerId: wallet.customerId, pin: PIN });
    await set({ require_pin_for_debit: true });
  });

  test("a debit requires the correct PIN", async () => {
    expect(await debit()).toMatchObject({ status: 400, body: { message: "Transaction PIN is required." } });
    expect(await debit({ pin: "" })).toMatchObject({ status: 400, body: { code: "pin_missing" } });
    expect(await debit({ pin: "1111" })).toMatchObject({ status: 400, body: { message: "Transaction PIN is wrong." } });
    expect(await balance()).toBe(5_000);
    expect((await debit({ pin: PIN })).status).toBe(200);
    expect((await debit({ pin: PIN }, owner)).status).toBe(200);
    expect(await balance()).toBe(1_000);
    const withoutPin = await createTestWallet(app.ctx);
    expect(await debit({ customerId: withoutPin.customerId, pin: PIN })).toMatchObject({
      status: 400,
      body: { message: "No transaction PIN is set for this wallet." },
    });
  });

  test("a credit needs no PIN, and a debit ignores it when the setting is off", async () => {
    expect((await credit()).status).toBe(200);
    await set({ require_pin_for_debit: false });
    expect((await debit({ pin: "1111" })).status).toBe(200);
  });

  test("five wrong entries lock the PIN for 30 minutes, and a new PIN ends the lock", async () => {
    for (let n = 0; n < 4; n += 1) expect((await debit({ pin: "1111" })).body.code).toBe("pin_wrong");
    expect((await debit({ pin: "1111" })).body.code).toBe("pin_locked");
    expect(await debit({ pin: PIN })).toMatchObject({
      status: 400,
      body: { message: "Transaction PIN is locked for 30 minutes after five wrong entries." },
    });
    clock.advance(30 * 60_000);
    expect((await debit({ pin: PIN })).status).toBe(200);
    for (let n = 0; n < 5; n += 1) await debit({ pin: "1111" });
    await setTransactionPin(app.ctx, { customerId: wallet.customerId, pin: "2846" });
    expect((await debit({ pin: "2846" })).status).toBe(200);
  });

  test("a correct entry resets the count of wrong ones", async () => {
    for (let n = 0; n < 4; n += 1) await debit({ pin: "1111" });
    expect((await debit({ pin: PIN, amount: 100 })).status).toBe(200);
    for (let n = 0; n < 4; n += 1) expect((await debit({ pin: "1111" })).body.code).toBe("pin_wrong");
  });

  test("of forty concurrent wrong entries, four return pin_wrong and the lock is recorded once", async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => debit({ pin: "1111" })));
    const codes = replies.map((reply) => reply.body.code);
    expect(codes.filter((code) => code === "pin_wrong")).toHaveLength(4);
    expect(codes.filter((code) => code === "pin_locked")).toHaveLength(36);
    const { rows } = await database.pool.query(
      "select actor_kind, reason from audit_log where object_id = $1 and action = 'wallet.lock_pin'",
      [wallet.walletId],
    );
    expect(rows).toEqual([{ actor_kind: "key", reason: "5 wrong entries" }]);
    expect((await debit({ pin: PIN })).body.code).toBe("pin_locked");
  });

  test("the dashboard cannot debit without approval either", async () => {
    await signInToDashboard();
    await set({ no_approval_below: 1_000_000 });
    const refused = { status: 400, body: { code: "debit_pin_required" } };
    expect(await debit({ pin: PIN }, operator)).toMatchObject(refused);
    const body = { customerId: wallet.customerId, amount: 100 };
    const preview = await app.call("POST", "/wallet/debit/preview", body, operator);
    expect(preview.body.data).toMatchObject({ allowed: false, reasons: [{ code: "debit_pin_required" }] });
    const items = { batchReference: "PAYROLL-0001", transactions: [body] };
    expect(await app.call("POST", "/wallet/batch-debit-customer-wallet", items, operator)).toMatchObject(refused);
    await set({ no_approval_below: null });
    expect(await balance()).toBe(5_000);
  });

  test("the dashboard cannot debit, the preview reports it, and pending debits fail", async () => {
    const message = failures.debit_pin_required.message;
    await signInToDashboard();
    expect(await debit({}, operator)).toMatchObject({ status: 400, body: { message } });
    expect(await debit({ pin: PIN }, operator)).toMatchObject({ status: 400, body: { message } });
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
