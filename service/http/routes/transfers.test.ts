import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { enableWallet } from "../../domain/wallets/controls/enable-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { setPostNoCredit } from "../../domain/wallets/controls/set-post-no-credit.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testContext } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const MAX = Number.MAX_SAFE_INTEGER;
const database = useTestDatabase();
let money: MoneyApp;
let from: CreatedWallet;
let to: CreatedWallet;

beforeAll(async () => {
  money = await openMoneyApp(database);
});
beforeEach(async () => {
  await restoreSettings();
  from = await createTestWallet(money.ctx, { firstName: "Chidi", lastName: "Okafor" });
  to = await createTestWallet(money.ctx, { firstName: "Bola", lastName: "Ade" });
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

type TransferPath = "/transfer/wallet" | "/transfer/wallet-to-wallet";

function bodyOf(path: TransferPath, amount: number, sides: { from?: CreatedWallet; to?: CreatedWallet } = {}): object {
  const [source, target] = [sides.from ?? from, sides.to ?? to];
  return path === "/transfer/wallet"
    ? { fromCustomerId: source.customerId, toCustomerId: target.customerId, amount }
    : { fromWalletId: source.accountNumber, toWalletId: target.accountNumber, amount };
}

describe("POST /transfer/wallet", () => {
  it("by key runs no statement that needs a tenant to be set first", async () => {
    await give(from, 20_000);
    const { pool } = database.runtime;
    const [queries, connections] = [vi.spyOn(pool, "query"), vi.spyOn(pool, "connect")];
    const key = { "idempotency-key": "no-tenant-to-set" };
    const reply = await money.call("POST", "/transfer/wallet", bodyOf("/transfer/wallet", 1_000), key);
    const sent = queries.mock.calls.map(([statement]) => statement as unknown);
    const transactions = connections.mock.calls.filter((call: unknown[]) => call.length === 0);
    vi.restoreAllMocks();
    expect(reply.status).toBe(200);
    expect(sent.length).toBeGreaterThan(1);
    for (const statement of sent) expect(statement).not.toBeInstanceOf(pg.Query);
    expect(transactions).toEqual([]);
  });

  it("returns exactly the fields of spec 4.18 and moves amount and fee", async () => {
    await give(from, 2_000_000);
    const reply = await money.call("POST", "/transfer/wallet", bodyOf("/transfer/wallet", 1_500_000));
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body).toEqual({
      status: true,
      message: "Transaction successfully completed.",
      data: {
        amount: 1_500_000,
        reference: expect.stringMatching(/^[0-9A-Z]{26}$/),
        total: 1_501_000,
        transaction_fee: 1_000,
        fee_breakdown: { base_fee: 1_000, merchant_fee: 0, total_fee: 1_000 },
        source_customer_id: from.customerId,
        target_customer_id: to.customerId,
        source_customer_wallet: from.walletId,
        target_customer_wallet: to.walletId,
        description: "Fund transfer between customers",
      },
    });
    expect([await balanceOf(from), await balanceOf(to)]).toEqual([499_000, 1_500_000]);
  });

  it("splits the fee into the platform's and the merchant's share", async () => {
    await give(from, 100_000);
    await set("transfer_base_fee = 700, transfer_merchant_fee = 55");
    const { body } = await money.call("POST", "/transfer/wallet", bodyOf("/transfer/wallet", 10_000));
    expect(body.data).toMatchObject({
      total: 10_755,
      transaction_fee: 755,
      fee_breakdown: { base_fee: 700, merchant_fee: 55, total_fee: 755 },
    });
    expect(await balanceOf(from)).toBe(89_245);
  });

  it("treats an ID in capital letters as the same customer", async () => {
    const capitals = from.customerId.toUpperCase();
    const body = { fromCustomerId: from.customerId, toCustomerId: capitals, amount: 1 };
    expect((await money.call("POST", "/transfer/wallet", body)).body.code).toBe("same_wallet");
  });

  it.each([
    [{ amount: 1.5 }, "amount", "amounts are whole kobo; fractions are refused"],
    [{ amount: "100" }, "amount", "must be a number of kobo, not text or anything else"],
    [{ amount: 0 }, "amount", "must be at least 1 kobo"],
    [{ amount: -5 }, "amount", "must be at least 1 kobo"],
    [{ toCustomerId: "9900000001" }, "toCustomerId", "must be a UUID; this looks like an account number"],
  ])("refuses %j as invalid", async (change, field, message) => {
    const body = { ...bodyOf("/transfer/wallet", 1), ...change };
    expect(await money.call("POST", "/transfer/wallet", body)).toMatchObject({
      status: 400,
      body: { status: false, code: "validation_failed", errors: [{ field, message }] },
    });
  });
});

describe("POST /transfer/wallet-to-wallet", () => {
  it("returns the fields of spec 4.18 without fee_breakdown", async () => {
    await give(from, 2_000_000);
    const reply = await money.call("POST", "/transfer/wallet-to-wallet", bodyOf("/transfer/wallet-to-wallet", 5_000));
    expect(reply.body).toEqual({
      status: true,
      message: "Transaction successfully completed.",
      data: {
        amount: 5_000,
        reference: expect.any(String),
        total: 6_000,
        transaction_fee: 1_000,
        source_customer_id: from.customerId,
        target_customer_id: to.customerId,
        source_customer_wallet: from.walletId,
        target_customer_wallet: to.walletId,
        description: "Fund transfer between customers",
      },
    });
    expect(await balanceOf(to)).toBe(5_000);
  });

  it("refuses the merchant's own wallet as a customer's", async () => {
    const { body } = await money.call("GET", "/merchant/wallet");
    const into = { fromWalletId: from.accountNumber, toWalletId: body.data.accountNumber, amount: 1 };
    expect((await money.call("POST", "/transfer/wallet-to-wallet", into)).body.code).toBe("wallets_not_found");
  });
});

/**
 * Every check fails at first. Each step fixes the reported failure, in the order of API 4, so that the next one shows.
 */
describe.each<TransferPath>(["/transfer/wallet", "/transfer/wallet-to-wallet"])(
  "the order of checks of POST %s",
  (path) => {
    it("is: same wallet, not found, inactive, PNC, single, daily, balance, minimum balance, maximum balance", async () => {
      const { ctx } = money;
      await tier(2, "daily_limit = 2000, single_limit = 1000, min_balance = 500, max_balance = null");
      await tier(1, "max_balance = 3000");
      await database.pool.query("update accounts set tier = 2 where id = $1", [from.accountId]);
      await give(from, 100);
      await freezeWallet(ctx, { customerId: from.customerId, reason: "Reported stolen" });
      await freezeWallet(ctx, { customerId: to.customerId, reason: "Reported stolen" });
      await setPostNoCredit(ctx, { customerId: to.customerId, postNoCredit: true });
      const nobody = { ...to, customerId: ctx.ids.next(), accountNumber: "0000000000" };

      const steps: {
        sides?: { from?: CreatedWallet; to?: CreatedWallet };
        text: string;
        fix?: () => Promise<unknown>;
      }[] = [
        { sides: { from: nobody, to: nobody }, text: "Source and destination cannot be the same." },
        { sides: { to: nobody }, text: "One or both wallets not found." },
        { text: "Source wallet is not active.", fix: () => enableWallet(ctx, { customerId: from.customerId }) },
        { text: "Destination wallet is not active.", fix: () => enableWallet(ctx, { customerId: to.customerId }) },
        {
          text: "Post no credit has been enabled on the beneficiary account.",
          fix: () => setPostNoCredit(ctx, { customerId: to.customerId, postNoCredit: false }),
        },
        { text: "Single transaction limit exceeded.", fix: () => tier(2, "single_limit = 5000") },
        { text: "Customer daily tier limit exceeded", fix: () => tier(2, "daily_limit = 5000") },
        {
          text: "Insufficient balance on source wallet to complete this transfer.",
          fix: () => give(from, 6_100),
        },
        { text: "Minimum balance condition not met.", fix: () => tier(2, "min_balance = 200") },
        { text: "Destination maximum balance would be exceeded.", fix: () => tier(1, "max_balance = 5000") },
      ];
      const before = await transactionCount();
      for (const { sides, text, fix } of steps) {
        const refused = await money.call("POST", path, bodyOf(path, 5_000, sides));
        expect(refused).toMatchObject({ status: 400, body: { status: false, message: text } });
        const { data } = (await money.call("POST", `${path}/preview`, bodyOf(path, 5_000, sides))).body;
        expect(data.allowed).toBe(false);
        expect(data.reasons[0]).toMatchObject({ code: refused.body.code, message: text });
        await fix?.();
      }
      // The one new transaction is the credit that fixed the balance: a refused attempt creates none (Wire 3.3).
      expect((await transactionCount()) - before).toBe(1);
      expect((await money.call("POST", path, bodyOf(path, 5_000))).status).toBe(200);
    });

    it.each<[string, number, () => Promise<unknown>, object]>([
      ["single limit", 300, () => tier(1, "single_limit = 10"), { limit: 10, amount: 50 }],
      ["daily limit", 300, () => tier(1, "daily_limit = 20"), { limit: 20, spent: 0, amount: 50 }],
      ["balance", 300, async () => undefined, { balance: 300, needed: 1_050 }],
      ["minimum balance", 1_100, () => tier(1, "min_balance = 60"), { minBalance: 60, balanceAfter: 50 }],
      ["maximum balance", 1_100, () => tier(1, "max_balance = 40"), { maxBalance: 40, balanceAfter: 50 }],
    ])("reports the numbers of a refusal by the %s in errors", async (_title, balance, causeRefusal, numbers) => {
      await give(from, balance);
      await causeRefusal();
      const { body } = await money.call("POST", path, bodyOf(path, 50));
      expect(body.errors).toEqual([{ message: body.message, ...numbers }]);
    });
  },
);

it("refuses the largest safe integer for insufficient balance if no limit applies", async () => {
  await tier(1, "daily_limit = null, single_limit = null");
  const { status, body } = await money.call("POST", "/transfer/wallet", bodyOf("/transfer/wallet", MAX));
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "insufficient_balance", errors: [{ balance: 0, needed: MAX }] });
});

describe("transfer permissions", () => {
  it("require MANAGE_TRANSFER and name it", async () => {
    const { email } = await testMember(money.services, money.merchant, "Support");
    const support = await bearerOf(money.services, email);
    for (const path of ["/transfer/wallet", "/transfer/wallet/preview"]) {
      expect(await money.call("POST", path, bodyOf("/transfer/wallet", 1), support)).toMatchObject({
        status: 403,
        body: { code: "permission_missing", message: "You do not have the permission MANAGE_TRANSFER." },
      });
    }
  });

  it("require internal transfers: 403 before any check of the wallets, and a reason in the preview", async () => {
    await set("internal_transfers = false");
    const message = "Internal transfers are not enabled on this account.";
    const same = bodyOf("/transfer/wallet", 1, { to: from });
    expect(await money.call("POST", "/transfer/wallet", same)).toMatchObject({ status: 403, body: { message } });
    const preview = await money.call("POST", "/transfer/wallet/preview", same);
    expect(preview).toMatchObject({ status: 200, body: { data: { allowed: false } } });
    expect(preview.body.data.reasons.map((reason: { message: string }) => reason.message)).toEqual([
      message,
      "Source and destination cannot be the same.",
    ]);
  });

  it("isolate merchants and modes: their wallets are reported as missing", async () => {
    const other = await createTestMerchant(money.services);
    const foreign = await createTestWallet(testContext(money.services, { tenant: other.sandbox }));
    const live = await createTestWallet(testContext(money.services, { tenant: money.merchant.production }));
    await give(from, 5_000);
    for (const stranger of [foreign, live]) {
      for (const path of ["/transfer/wallet", "/transfer/wallet-to-wallet"] as const) {
        for (const sides of [{ from: stranger }, { to: stranger }]) {
          const refused = await money.call("POST", path, bodyOf(path, 10, sides));
          expect(refused).toMatchObject({ status: 400, body: { message: "One or both wallets not found." } });
          const preview = await money.call("POST", `${path}/preview`, bodyOf(path, 10, sides));
          expect([preview.body.data.source, preview.body.data.target]).toContain(null);
        }
      }
    }
    expect(await balanceOf(from)).toBe(5_000);
  });
});

async function give(wallet: CreatedWallet, amount: number): Promise<void> {
  await creditWallet(money.ctx, { customerId: wallet.customerId, amount });
}

async function balanceOf(wallet: CreatedWallet): Promise<number> {
  const { rows } = await database.pool.query("select balance from accounts where id = $1", [wallet.accountId]);
  return Number(rows[0].balance);
}

async function transactionCount(): Promise<number> {
  const { rows } = await database.pool.query("select count(*)::int as n from transactions");
  return rows[0].n;
}

async function set(change: string): Promise<void> {
  await database.pool.query(`update tenant_settings set ${change} where tenant = $1`, [money.merchant.sandbox.id]);
}

async function tier(number: 1 | 2 | 3, change: string): Promise<void> {
  await database.pool.query(`update tier_rules set ${change} where tenant = $1 and tier = $2`, [
    money.merchant.sandbox.id,
    number,
  ]);
}

/** Restores the fees and limits of a new merchant. */
async function restoreSettings(): Promise<void> {
  await set("transfer_base_fee = 1000, transfer_merchant_fee = 0, internal_transfers = true");
  await tier(1, "daily_limit = 5000000, single_limit = 2000000, min_balance = 0, max_balance = 30000000");
  await tier(2, "daily_limit = 20000000, single_limit = 10000000, min_balance = 0, max_balance = 50000000");
}
