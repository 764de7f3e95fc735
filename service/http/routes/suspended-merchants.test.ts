import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approveTransaction } from "../../domain/approvals/approve-transaction.ts";
import { expireApprovals } from "../../domain/approvals/expire-approvals.ts";
import { createCallerCache } from "../../domain/auth/caller-cache.ts";
import { getBatch } from "../../domain/batches/get-batch.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { processBatches } from "../../domain/batches/upload/process-batches.ts";
import type { Context, Services } from "../../domain/context.ts";
import { creditMerchantWallet } from "../../domain/merchant/credit-merchant-wallet.ts";
import { setReview } from "../../domain/merchant/settings/set-review.ts";
import { resumeMerchant, suspendMerchant } from "../../domain/merchant/settings/suspend-merchant.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { transferBetweenCustomers } from "../../domain/transfers/transfer-between-customers.ts";
import { getWalletImport } from "../../domain/wallets/imports/get-wallet-import.ts";
import { processNextImport } from "../../domain/wallets/imports/process-next-import.ts";
import { acceptWalletImport, receiveWalletImport } from "../../domain/wallets/imports/receive-wallet-import.ts";
import { fanOutEvents } from "../../domain/webhooks/events/fan-out-events.ts";
import { createCommitter } from "../../ledger/commit-movements.ts";
import { expectApprovalsToBeConsistent, submitTestTransfer } from "../../testing/approvals.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testSign } from "../../testing/context.ts";
import { customerCells, customerFile } from "../../testing/csv/customer-file.ts";
import { uploadTestFile } from "../../testing/csv/upload-file.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, TEST_PASSWORD, testKey, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const DAY_MS = 86_400_000;
const database = useTestDatabase({ connections: 20 });
const clock = testClock();
let money: MoneyApp;
/** The same database without the caller cache of `money`: a command of the platform runs in a process of its own. */
let elsewhere: Services;
let merchant: CreatedMerchant;
let email: string;
let ctx: Context;
let platform: Context;
let customerId: string;
let made = 0;

beforeAll(async () => {
  money = await openMoneyApp(database, { clock, callers: createCallerCache(clock, 3_000) });
  const { callers: _, ...others } = money.services;
  elsewhere = others;
});
beforeEach(async () => {
  made += 1;
  email = `suspended-${made}@test.example`;
  merchant = await createTestMerchant(money.services, { owner: owner(), canDebitCustomer: true });
  ctx = testContext(money.services, { tenant: merchant.production, actor: testKey(money.services) });
  platform = testContext(elsewhere, { tenant: merchant.production });
  customerId = (await createTestWallet(ctx)).customerId;
  await creditMerchantWallet(platform, { amount: 1_000_000n });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => money.close());

function owner() {
  return { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" };
}

/** Signs in, switches to PRODUCTION, and returns the three kinds of credentials. */
async function credentials() {
  const session = await bearerOf(money.services, email);
  expect(await money.call("POST", "/merchant/account-mode", { mode: "PRODUCTION" }, session)).toMatchObject({
    status: 200,
  });
  const keys = await money.call("GET", "/merchant/my-access-keys", undefined, session);
  const key = { authorization: `Bearer ${keys.body.data.privateKey}` };
  const token = await money.call("POST", "/customer/token", { customerId }, key);
  return { session, key, customer: { authorization: `Bearer ${token.body.data.token}` } };
}

type Credentials = Awaited<ReturnType<typeof credentials>>;

/** The status of one call per credential: a payment by key and by session, and a call of the customer. */
async function statuses({ session, key, customer }: Credentials) {
  const pay = (headers: Record<string, string>) =>
    money.call("POST", "/wallet/credit", { customerId, amount: 100 }, headers);
  const replies = [
    await pay(key),
    await pay(session),
    await money.call("POST", "/customer/verification/phone/start", undefined, customer),
  ];
  return replies.map(({ status, body }) => ({ status, code: body.code, message: body.message }));
}

const signIn = (password = TEST_PASSWORD) => money.call("POST", "/auth/login", { email, password }, {});

describe.each([
  {
    stop: "a suspension",
    begin: () => suspendMerchant(platform, "Chargebacks are investigated"),
    end: async () => void (await resumeMerchant(platform)),
    text: "This merchant is suspended by the platform. Reason: Chargebacks are investigated.",
  },
  {
    stop: "a review that is DISABLED",
    begin: () => setReview(platform, "DISABLED"),
    end: () => setReview(platform, "ENABLED"),
    text: "This merchant is suspended by the platform. Reason: the review of this account was not passed.",
  },
])("$stop by another process", ({ begin, end, text }) => {
  it("stops keys, sessions and customer tokens in PRODUCTION within 3 s, and lifts again", async () => {
    const all = await credentials();
    expect((await statuses(all)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await begin();
    clock.advance(3_000);
    const refused = { status: 403, code: "merchant_suspended", message: text };
    const silent = "This merchant is suspended by the platform. Nothing was done.";
    expect(await statuses(all)).toEqual([refused, refused, { ...refused, message: silent }]);
    await end();
    clock.advance(60_000);
    expect((await statuses(all)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("is told at sign-in after the right password only, and to a refresh, whose token stays good", async () => {
    const { body } = await signIn();
    await begin();
    expect(await signIn()).toMatchObject({ status: 403, body: { code: "merchant_suspended", message: text } });
    expect(await signIn("wrong")).toMatchObject({ status: 401, body: { code: "wrong_login" } });
    const refresh = () =>
      money.call("POST", "/auth/refresh/token", undefined, { "x-refresh-token": body.data.refreshToken });
    expect(await refresh()).toMatchObject({ status: 403, body: { code: "merchant_suspended", message: text } });
    await end();
    expect(await refresh()).toMatchObject({ status: 200 });
    expect(await signIn()).toMatchObject({ status: 200 });
  });
});

describe("a suspended merchant", () => {
  const suspended = { code: "merchant_suspended" };

  it("keeps its members' way to their other merchants: sign-in, switching and signing out", async () => {
    const session = await bearerOf(money.services, email);
    const other = await createTestMerchant(money.services, { owner: owner(), businessName: "Other" });
    await suspendMerchant(platform, "Fraud report");
    clock.advance(3_000);
    expect(await signIn()).toMatchObject({ status: 200, body: { merchant: { id: other.merchantId } } });
    expect(await money.call("GET", "/team/merchants", undefined, session)).toMatchObject({ status: 200 });
    const switchTo = (merchantId: string) => money.call("POST", "/team/merchants/switch", { merchantId }, session);
    expect(await switchTo(merchant.merchantId)).toMatchObject({ status: 403, body: suspended });
    expect(await switchTo(other.merchantId)).toMatchObject({ status: 200 });
    expect(await money.call("GET", "/user/profile", undefined, session)).toMatchObject({ status: 200 });
    const left = await bearerOf(money.services, email);
    expect(await money.call("POST", "/auth/logout", undefined, left)).toMatchObject({ status: 200 });
  });

  it("moves no money even past authentication, but receives the platform's credit", async () => {
    const target = await createTestWallet(ctx);
    await creditWallet(ctx, { customerId, amount: 5_000 });
    await suspendMerchant(platform, "Fraud report");
    await expect(creditWallet(ctx, { customerId, amount: 100 })).rejects.toMatchObject(suspended);
    const transfer = { fromCustomerId: customerId, toCustomerId: target.customerId, amount: 100 };
    await expect(transferBetweenCustomers(ctx, transfer)).rejects.toMatchObject(suspended);
    expect(await creditMerchantWallet(platform, { amount: 500n })).toMatchObject({ balance: 995_500n });
    await resumeMerchant(platform);
    await creditWallet(ctx, { customerId, amount: 100 });
  });

  it("has posted its last payment when the suspension returns, also through another process", async () => {
    const second = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign, lanes: 2 });
    const credits = Array.from({ length: 60 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n % 20));
      await creditWallet(n % 2 === 0 ? ctx : { ...ctx, committer: second }, { customerId, amount: 100 });
    });
    const settled = Promise.allSettled(credits);
    await new Promise((resolve) => setTimeout(resolve, 8));
    await suspendMerchant(platform, "Fraud report");
    const before = await paid();
    const results = await settled;
    expect(await paid()).toBe(before);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(Number(before) / 100);
    await second.close();
  });

  it("has its uploads paused, and each row paid once after the resumption", async () => {
    const batchId = await uploadTestFile(
      ctx,
      (function* () {
        yield "customerId,amount\n";
        for (let row = 0; row < 2_000; row += 1) yield `${customerId},10\n`;
      })(),
    );
    await processBatches(money.services, { forMs: 0 });
    await suspendMerchant(platform, "Fraud report");
    expect(await processBatches(money.services, { forMs: 0 })).toMatchObject({ rows: 0 });
    clock.advance(DAY_MS);
    expect(await processBatches(money.services, { forMs: 0 })).toMatchObject({ rows: 0 });
    expect(await getBatch(ctx, { batchId })).toMatchObject({ status: "processing", accepted: 1_500, rejected: 0 });
    await resumeMerchant(platform);
    await processBatches(money.services, { forMs: 60_000 });
    expect(await getBatch(ctx, { batchId })).toMatchObject({ status: "completed", accepted: 2_000, rejected: 0 });
    expect(await paid()).toBe(20_000n);
  });

  it("leaves a chunk whole that a worker had claimed already", async () => {
    const batchId = await uploadTestFile(ctx, ["customerId,amount\n", `${customerId},10\n`]);
    const { committer } = money.services;
    // The suspension comes between the claim and the posting.
    const late: Services["committer"] = {
      ...committer,
      async submit(posting) {
        await suspendMerchant(platform, "Fraud report");
        return committer.submit(posting);
      },
    };
    expect(await processBatches({ ...money.services, committer: late }, { forMs: 0 })).toMatchObject({ rows: 0 });
    expect(await getBatch(ctx, { batchId })).toMatchObject({ accepted: 0, rejected: 0 });
    await resumeMerchant(platform);
    clock.advance(10_000);
    await processBatches(money.services, { forMs: 0 });
    expect(await getBatch(ctx, { batchId })).toMatchObject({ status: "completed", accepted: 1 });
  });

  it("has its imports of customers paused", async () => {
    const file = (async function* () {
      yield Buffer.from(customerFile([customerCells(1), customerCells(2)]));
    })();
    const received = await receiveWalletImport(ctx, file);
    await acceptWalletImport(ctx, received, { sha256: "" });
    await suspendMerchant(platform, "Fraud report");
    expect(await processNextImport(money.services)).toBeUndefined();
    await resumeMerchant(platform);
    expect(await processNextImport(money.services)).toMatchObject({ created: 2, isFinished: true });
    expect(await getWalletImport(ctx, { batchId: received.id })).toMatchObject({ status: "completed" });
  });

  it("keeps its pending requests, and gives them the lost time back", async () => {
    const maker = testContext(money.services, {
      tenant: merchant.production,
      actor: await testMember(money.services, merchant, "Operator"),
    });
    const admin = await testMember(money.services, merchant, "Admin");
    const approver = testContext(money.services, { tenant: merchant.production, actor: admin });
    const target = await createTestWallet(ctx);
    await creditWallet(ctx, { customerId, amount: 50_000 });
    const request = { fromCustomerId: customerId, toCustomerId: target.customerId, amount: 100 };
    const transactionId = await submitTestTransfer(maker, request);
    await suspendMerchant(platform, "Fraud report");
    await expect(approveTransaction(approver, { transactionId })).rejects.toMatchObject(suspended);
    clock.advance(30 * DAY_MS);
    expect(await expireApprovals(money.services)).toBe(0);
    await resumeMerchant(platform);
    expect(await expireApprovals(money.services)).toBe(0);
    await approveTransaction(approver, { transactionId });
    expect(await paid(target.customerId)).toBe(100n);
  });

  it("still has its events published", async () => {
    await creditWallet(ctx, { customerId, amount: 100 });
    await suspendMerchant(platform, "Fraud report");
    expect((await fanOutEvents(money.services)).records).toBeGreaterThan(0);
  });

  it("is told by mail once when it stops and once when it goes on", async () => {
    await database.pool.query("delete from messages");
    const queued = async () => (await database.pool.query("select from messages where channel = 'email'")).rowCount;
    await suspendMerchant(platform, "Fraud report");
    expect(await queued()).toBe(1);
    await suspendMerchant(platform, "Fraud report of 12 March");
    expect(await queued()).toBe(1);
    await resumeMerchant(platform);
    expect(await queued()).toBe(2);
  });

  it("stays stopped until both causes are lifted, each audited", async () => {
    await suspendMerchant(platform, "First");
    await suspendMerchant(platform, "Second");
    await setReview(platform, "DISABLED");
    expect(await resumeMerchant(platform)).toEqual({ isStillDisabled: true });
    await expect(creditWallet(ctx, { customerId, amount: 100 })).rejects.toMatchObject(suspended);
    await expect(resumeMerchant(platform)).rejects.toMatchObject({ code: "merchant_not_suspended" });
    await setReview(platform, "ENABLED");
    await creditWallet(ctx, { customerId, amount: 100 });
    const { rows } = await database.pool.query(
      `select action, reason, actor_kind from audit_log
       where tenant = $1 and action in ('merchant.suspend', 'merchant.resume') order by at, id`,
      [merchant.production.id],
    );
    expect(rows).toEqual([
      { action: "merchant.suspend", reason: "First", actor_kind: "platform" },
      { action: "merchant.suspend", reason: "Second", actor_kind: "platform" },
      { action: "merchant.resume", reason: null, actor_kind: "platform" },
    ]);
  });
});

/** The balance of a customer, by default the first. */
async function paid(customer = customerId): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    `select a.balance from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
     where w.customer_id = $1`,
    [customer],
  );
  return rows[0]?.balance ?? 0n;
}
