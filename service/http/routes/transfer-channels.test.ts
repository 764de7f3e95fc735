import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_MESSAGE } from "../../../contract/envelope.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
let money: MoneyApp;
let admin: { name: string; email: string };
let dashboard: { authorization: string };
let from: CreatedWallet;
let to: CreatedWallet;

beforeAll(async () => {
  money = await openMoneyApp(database);
  admin = await testMember(money.services, money.merchant, "Admin", { firstName: "Ngozi", lastName: "Eze" });
  dashboard = await bearerOf(money.services, admin.email, "dashboard");
});
beforeEach(async () => {
  from = await createTestWallet(money.ctx, { firstName: "Chidi", lastName: "Okafor" });
  to = await createTestWallet(money.ctx, { firstName: "Bola", lastName: "Ade" });
  await fundMerchantWallet(money.ctx, { amount: 3_000_000 });
  await creditWallet(money.ctx, { customerId: from.customerId, amount: 2_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

const byCustomer = (amount: number) => ({ fromCustomerId: from.customerId, toCustomerId: to.customerId, amount });
const byAccount = (amount: number) => ({ fromWalletId: from.accountNumber, toWalletId: to.accountNumber, amount });

describe("a transfer by a dashboard session", () => {
  it.each([
    ["/transfer/wallet", byCustomer],
    ["/transfer/wallet-to-wallet", byAccount],
  ])("by POST %s is submitted for approval with a Location and no data, and moves nothing", async (path, bodyOf) => {
    const reply = await money.call("POST", path, bodyOf(700_000), dashboard);
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body).toEqual({ status: true, message: "Transaction successfully submitted for approval." });
    const id = /^\/v1\/transaction\/pending\/([0-9a-f-]{36})$/.exec(String(reply.headers.location))?.[1];
    const { rows } = await database.pool.query("select kind, status, amount, request from approvals where id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ kind: "transfer", status: "PENDING", amount: 700_000n, request: byCustomer(700_000) }]);
    expect(await balances()).toEqual([2_000_000, 0]);
  });

  it("is refused immediately if it is not allowed now, and creates no pending request", async () => {
    await freezeWallet(money.ctx, { customerId: to.customerId, reason: "Reported stolen" });
    const before = await countPendingRequests();
    expect(await money.call("POST", "/transfer/wallet", byCustomer(5), dashboard)).toMatchObject({
      status: 400,
      body: { status: false, code: "destination_inactive", message: "Destination wallet is not active." },
    });
    const tooMuch = await money.call("POST", "/transfer/wallet", byCustomer(2_000_001), dashboard);
    expect(tooMuch.body).toMatchObject({ code: "destination_inactive" });
    expect(await countPendingRequests()).toBe(before);
  });

  it("creates one pending request per Idempotency-Key, with the same Location on replay", async () => {
    const before = await countPendingRequests();
    const keyed = { ...dashboard, "idempotency-key": `submit-${from.customerId}` };
    const first = await money.call("POST", "/transfer/wallet", byCustomer(10), keyed);
    const again = await money.call("POST", "/transfer/wallet", byCustomer(10), keyed);
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { "idempotency-replayed": "true" } });
    expect(again.headers.location).toBe(first.headers.location);
    expect((await countPendingRequests()) - before).toBe(1);
    const other = await money.call("POST", "/transfer/wallet", byCustomer(11), keyed);
    expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });

  it("requires approval in the preview, with the names of the approvers", async () => {
    const { body } = await money.call("POST", "/transfer/wallet/preview", byCustomer(700_000), dashboard);
    expect(body.data.approval).toEqual({ required: true, needed: 1, approvers: ["Ada Obi"] });
  });

  it("requires approval for an Operator, regardless of the channel", async () => {
    const { email } = await testMember(money.services, money.merchant, "Operator");
    const operator = await bearerOf(money.services, email, "api");
    const reply = await money.call("POST", "/transfer/wallet", byCustomer(5), operator);
    expect(reply.body.message).toBe("Transaction successfully submitted for approval.");
    expect(await balances()).toEqual([2_000_000, 0]);
  });
});

describe("a transfer by an API session of an Admin", () => {
  it("executes immediately, like one by a private key", async () => {
    const api = await bearerOf(money.services, admin.email, "api");
    const reply = await money.call("POST", "/transfer/wallet", byCustomer(100_000), api);
    expect(reply.body).toMatchObject({ message: "Transaction successfully completed.", data: { amount: 100_000 } });
    expect(reply.headers.location).toBeUndefined();
    expect(await balances()).toEqual([1_899_000, 100_000]);
    const owner = await bearerOf(money.services, admin.email, "dashboard");
    const log = await money.call("GET", "/merchant/audit-log?action=transfer.create&perPage=1", undefined, owner);
    expect(log.body.data).toMatchObject([{ actor: { kind: "member", name: "Ngozi Eze" }, after: { amount: 100_000 } }]);
  });
});

describe("a preview", () => {
  it.each([
    ["/transfer/wallet/preview", byCustomer],
    ["/transfer/wallet-to-wallet/preview", byAccount],
  ])(
    "by POST %s returns names, fees, balances and the remaining daily limit, and moves nothing",
    async (path, bodyOf) => {
      const reply = await money.call("POST", path, bodyOf(1_500_000));
      expect(reply.body).toEqual({
        status: true,
        message: DEFAULT_MESSAGE,
        data: {
          amount: 1_500_000,
          transaction_fee: 1_000,
          fee_breakdown: { base_fee: 1_000, merchant_fee: 0, total_fee: 1_000 },
          total: 1_501_000,
          source: {
            customerId: from.customerId,
            name: "Chidi Okafor",
            account: from.accountNumber,
            status: "ACTIVE",
            postNoCredit: false,
            tier: "TIER_1",
            balance: 2_000_000,
            balanceAfter: 499_000,
            dailyLimit: 5_000_000,
            spentToday: 0,
            dailyRemaining: 5_000_000,
          },
          target: {
            customerId: to.customerId,
            name: "Bola Ade",
            account: to.accountNumber,
            status: "ACTIVE",
            postNoCredit: false,
            tier: "TIER_1",
            balance: 0,
            balanceAfter: 1_500_000,
            dailyLimit: 5_000_000,
            spentToday: 0,
            dailyRemaining: 5_000_000,
          },
          allowed: true,
          reasons: [],
          approval: { required: false, needed: 0, approvers: [] },
        },
      });
      expect(await balances()).toEqual([2_000_000, 0]);
    },
  );

  it("lists every refusal reason in order, with its numbers", async () => {
    await freezeWallet(money.ctx, { customerId: from.customerId, reason: "Reported stolen" });
    const { body } = await money.call("POST", "/transfer/wallet/preview", byCustomer(31_000_000));
    expect(body.data.allowed).toBe(false);
    expect(body.data.reasons).toEqual([
      { code: "source_inactive", message: "Source wallet is not active." },
      {
        code: "single_limit_exceeded",
        message: "Single transaction limit exceeded.",
        limit: 2_000_000,
        amount: 31_000_000,
      },
      {
        code: "daily_limit_exceeded",
        message: "Customer daily tier limit exceeded",
        limit: 5_000_000,
        spent: 0,
        amount: 31_000_000,
      },
      {
        code: "insufficient_balance",
        message: "Insufficient balance on source wallet to complete this transfer.",
        balance: 2_000_000,
        needed: 31_001_000,
      },
      {
        code: "max_balance_exceeded",
        message: "Destination maximum balance would be exceeded.",
        maxBalance: 30_000_000,
        balanceAfter: 31_000_000,
      },
    ]);
  });

  it("supports the largest safe integer as the amount", async () => {
    const { status, body } = await money.call("POST", "/transfer/wallet/preview", byCustomer(Number.MAX_SAFE_INTEGER));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ allowed: false, total: Number.MAX_SAFE_INTEGER });
  });

  it("refuses one ID for both sides even if it is unknown", async () => {
    const nobody = money.ctx.ids.next();
    const body = { fromCustomerId: nobody, toCustomerId: nobody, amount: 1 };
    const reply = await money.call("POST", "/transfer/wallet/preview", body);
    expect(reply.body.data).toMatchObject({ source: null, target: null });
    expect(reply.body.data.reasons.map((reason: { code: string }) => reason.code)).toEqual(["same_wallet"]);
  });
});

async function balances(): Promise<number[]> {
  const { rows } = await database.pool.query("select id, balance from accounts where id = any($1)", [
    [from.accountId, to.accountId],
  ]);
  return [from, to].map((wallet) => Number(rows.find((row) => row.id === wallet.accountId).balance));
}

async function countPendingRequests(): Promise<number> {
  const { rows } = await database.pool.query("select count(*)::int as n from approvals");
  return rows[0].n;
}
