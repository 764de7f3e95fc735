import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { setPostNoCredit } from "../../domain/wallets/controls/set-post-no-credit.ts";
import { setTransactionPin } from "../../domain/wallets/controls/set-transaction-pin.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testContext } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const CREDIT = "/wallet/batch-credit-customer-wallet";
const DEBIT = "/wallet/batch-debit-customer-wallet";
const CREDIT_WALLETS = "/wallet/batch-credit-customer-via-wallet-id";
const DEBIT_WALLETS = "/wallet/batch-debit-customer-via-wallet-id";
const UNKNOWN_ID = "0190a000-0000-7000-8000-000000000001";
const database = useTestDatabase();
let money: MoneyApp;
let ada: CreatedWallet;
let bola: CreatedWallet;
let referencesCreated = 0;

beforeAll(async () => {
  money = await openMoneyApp(database);
});
beforeEach(async () => {
  await set(
    "batch_item_fee = 0, can_debit_customer = true, merchant_daily_limit = null, require_pin_for_debit = false",
  );
  ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  bola = await createTestWallet(money.ctx, { firstName: "Bola" });
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

async function set(columns: string): Promise<void> {
  await database.pool.query(`update tenant_settings set ${columns} where tenant = $1`, [money.ctx.tenant.id]);
}

async function balanceOf(wallet: { walletId: string }): Promise<number> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select a.balance from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id where w.id = $1",
    [wallet.walletId],
  );
  return Number(rows[0]?.balance);
}

async function merchantBalance(): Promise<number> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select balance from accounts where tenant = $1 and kind = 'merchant'",
    [money.ctx.tenant.id],
  );
  return Number(rows[0]?.balance);
}

async function spentToday(): Promise<number> {
  const { rows } = await database.pool.query<{ spent: bigint }>(
    "select spent from accounts where tenant = $1 and kind = 'merchant'",
    [money.ctx.tenant.id],
  );
  return Number(rows[0]?.spent);
}

/** Sets the merchant's daily limit to today's spending plus `remaining`, in kobo. */
async function setRemainingLimit(remaining: number): Promise<void> {
  await set(`merchant_daily_limit = ${(await spentToday()) + remaining}`);
}

function reference(): string {
  referencesCreated += 1;
  return `REF-${String(referencesCreated).padStart(10, "0")}`;
}

const fundWallet = (wallet: CreatedWallet, amount: number) =>
  creditWallet(money.ctx, { customerId: wallet.customerId, amount });
const send = (path: string, transactions: object[], batchReference?: string, headers = {}) =>
  money.call("POST", path, { transactions, ...(batchReference ? { batchReference } : {}) }, headers);

describe("a batch credit by customer ID", () => {
  it("returns exactly the fields of Spec 4.2 and moves the amounts in one commit", async () => {
    const [firstReference, batchReference] = [reference(), reference()];
    const before = await merchantBalance();
    const reply = await send(
      CREDIT,
      [
        { customerId: ada.customerId.toUpperCase(), amount: 20_000, reference: firstReference },
        { customerId: bola.customerId, amount: 5_000 },
      ],
      batchReference,
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: true,
      message: "Transaction successfully completed.",
      data: {
        batchReference,
        accepted: [
          { customerId: ada.customerId, amount: 20_000, reference: firstReference, walletId: ada.walletId },
          {
            customerId: bola.customerId,
            amount: 5_000,
            reference: expect.stringMatching(/^[0-9A-Z]{26}$/),
            walletId: bola.walletId,
          },
        ],
        rejected: [],
        filtered: [],
      },
    });
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([20_000, 5_000]);
    expect(before - (await merchantBalance())).toBe(25_000);
    const { rows } = await database.pool.query(
      "select count(distinct journal)::int as journals, count(*)::int as n from transactions t join batches b on b.id = t.batch where b.reference = $1",
      [batchReference],
    );
    expect(rows[0]).toEqual({ journals: 1, n: 2 });
  });

  it("filters out items of up to 1 kobo or without a customer and reports them", async () => {
    const { body } = await send(CREDIT, [
      { customerId: ada.customerId, amount: 1 },
      { amount: 500, reference: "REF-FILTERED" },
      { customerId: null, amount: -5 },
      { customerId: ada.customerId, amount: 2 },
    ]);
    expect(body.message).toBe("Transaction successfully completed.");
    expect(body.data.accepted).toHaveLength(1);
    expect(body.data.filtered).toEqual([
      { customerId: ada.customerId, amount: 1, reason: "Amount must be greater than 1 kobo." },
      { amount: 500, reference: "REF-FILTERED", reason: "customerId is missing." },
      { customerId: null, amount: -5, reason: "customerId is missing." },
    ]);
  });

  it.each([
    ["an empty list", []],
    ["a list of filtered items only", [{ amount: 500 }]],
  ])("rejects %s with 400", async (_name, transactions) => {
    const reply = await send(CREDIT, transactions);
    expect([reply.status, reply.body.message]).toEqual([400, "No valid transactions to process."]);
  });

  it("processes valid items and reports a reason for each rejected item", async () => {
    const [frozen, blocked] = [await createTestWallet(money.ctx), await createTestWallet(money.ctx)];
    await freezeWallet(money.ctx, { customerId: frozen.customerId, reason: "Fraud" });
    await setPostNoCredit(money.ctx, { customerId: blocked.customerId, postNoCredit: true, reason: "Fraud" });
    const used = reference();
    await send(CREDIT, [{ customerId: ada.customerId, amount: 100, reference: used }]);
    const items = [
      { customerId: ada.customerId, amount: 200, reference: used },
      { customerId: frozen.customerId, amount: 300 },
      { customerId: blocked.customerId, amount: 400 },
      { customerId: UNKNOWN_ID, amount: 500 },
      { customerId: ada.customerId, amount: 30_000_000 },
      { customerId: ada.customerId, amount: 600, reference: "REF-TWICE-HERE" },
      { customerId: bola.customerId, amount: 700, reference: "REF-TWICE-HERE" },
    ];
    const { status, body } = await send(CREDIT, items);
    expect(status).toBe(200);
    expect(body.message).toBe("1 of 7 transactions completed, 6 rejected.");
    expect(body.data.accepted).toMatchObject([{ amount: 600 }]);
    expect(
      body.data.rejected.map((item: Record<string, unknown>) => [item.amount, item.reason, item.referenceExists]),
    ).toEqual([
      [200, "Reference already exist.", true],
      [300, "Wallet is not active.", false],
      [400, "Post no credit is enabled.", false],
      [500, "Customer not found.", false],
      [30_000_000, "Insufficient balance", false],
      [700, "Reference already exist.", true],
    ]);
    await fundMerchantWallet(money.ctx, { amount: 40_000_000 });
    const over = await send(CREDIT, [{ customerId: ada.customerId, amount: 30_000_000 }]);
    expect(over.body.data.rejected[0].reason).toBe("Maximum balance would be exceeded.");
  });

  it("rejects items in order when the merchant's balance does not cover them with fees", async () => {
    const balance = await merchantBalance();
    await set(`batch_item_fee = ${Math.floor(balance / 2) - 1_000}`);
    const { body } = await send(CREDIT, [
      { customerId: ada.customerId, amount: 500 },
      { customerId: ada.customerId, amount: 2_000 },
      { customerId: bola.customerId, amount: 900 },
      { customerId: bola.customerId, amount: 2 },
    ]);
    expect(body.message).toBe("2 of 4 transactions completed, 2 rejected.");
    expect(body.data.rejected.map(({ reason }: { reason: string }) => reason)).toEqual([
      "Insufficient balance",
      "Insufficient balance",
    ]);
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([500, 900]);
  });

  it("returns 400 when the merchant's balance covers none of the items", async () => {
    const items = [
      { customerId: ada.customerId, amount: 900_000_000 },
      { customerId: UNKNOWN_ID, amount: 2 },
    ];
    const { status, body } = await send(CREDIT, items, "BATCH-TOO-LARGE");
    expect([status, body.message]).toEqual([400, "Insufficient merchant wallet balance."]);
    expect((await send(CREDIT, [{ customerId: ada.customerId, amount: 2 }], "BATCH-TOO-LARGE")).status).toBe(200);
  });

  it("returns 400 for the whole batch when it would exceed the merchant's daily limit", async () => {
    await setRemainingLimit(1_000);
    const over = [
      { customerId: ada.customerId, amount: 600 },
      { customerId: bola.customerId, amount: 401 },
    ];
    const { status, body } = await send(CREDIT, over);
    expect([status, body.message]).toEqual([400, "Daily transaction limit exceeded."]);
    expect(await balanceOf(ada)).toBe(0);
    expect((await send(CREDIT, [over[0] ?? {}, { customerId: bola.customerId, amount: 400 }])).status).toBe(200);
    expect((await send(CREDIT, [{ customerId: bola.customerId, amount: 2 }])).status).toBe(400);
  });

  it("counts only payable items against the daily limit", async () => {
    const frozen = await createTestWallet(money.ctx);
    await freezeWallet(money.ctx, { customerId: frozen.customerId, reason: "Fraud" });
    await setRemainingLimit(1_000);
    const items = [
      { customerId: frozen.customerId, amount: 5_000 },
      { customerId: UNKNOWN_ID, amount: 5_000 },
      { customerId: ada.customerId, amount: 600 },
      { customerId: ada.customerId, amount: 30_000_000 },
      { customerId: bola.customerId, amount: 400 },
    ];
    const { status, body } = await send(CREDIT, items);
    expect([status, body.message]).toEqual([200, "2 of 5 transactions completed, 3 rejected."]);
    const over = await send(CREDIT, [...items, { customerId: bola.customerId, amount: 2 }]);
    expect([over.status, over.body.message]).toEqual([400, "Daily transaction limit exceeded."]);
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([600, 400]);
  });

  it("reports the daily limit with earlier spending and stores the reply under the key", async () => {
    const spent = await spentToday();
    await setRemainingLimit(1_000);
    const items = [
      { customerId: ada.customerId, amount: 600 },
      { customerId: bola.customerId, amount: 600 },
    ];
    const key = { "idempotency-key": reference() };
    const first = await send(CREDIT, items, undefined, key);
    expect(first.body.errors).toEqual([{ message: first.body.message, limit: spent + 1_000, spent }]);
    expect(first.headers).not.toHaveProperty("idempotency-replayed");
    await set("merchant_daily_limit = null");
    const again = await send(CREDIT, items, undefined, key);
    expect([again.status, again.headers["idempotency-replayed"], again.body]).toEqual([400, "true", first.body]);
    expect(await balanceOf(ada)).toBe(0);
  });

  it("never exceeds the daily limit in concurrent batches and single credits", async () => {
    const frozen = await createTestWallet(money.ctx);
    await freezeWallet(money.ctx, { customerId: frozen.customerId, reason: "Fraud" });
    await setRemainingLimit(1_000);
    const batch = [
      { customerId: frozen.customerId, amount: 900 },
      { customerId: ada.customerId, amount: 100 },
      { customerId: bola.customerId, amount: 200 },
    ];
    const single = { customerId: ada.customerId, amount: 150 };
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 2 ? send(CREDIT, batch) : money.call("POST", "/wallet/credit", single),
      ),
    );
    const paid = replies.map(({ status }, i) => (status === 200 ? (i % 2 ? 300 : 150) : 0));
    const total = paid.reduce<number>((sum, amount) => sum + amount, 0);
    expect((await balanceOf(ada)) + (await balanceOf(bola))).toBe(total);
    expect(total).toBeLessThanOrEqual(1_000);
    expect(total).toBeGreaterThan(1_000 - 150);
    for (const { status, body } of replies) if (status !== 200) expect(body.code).toBe("merchant_daily_limit_exceeded");
  });

  it.each([
    ["a short reference", { customerId: UNKNOWN_ID, amount: 5, reference: "short" }, "transactions[1].reference"],
    ["an invalid ID", { customerId: "x", amount: 5 }, "transactions[1].customerId"],
    ["no amount", { customerId: UNKNOWN_ID }, "transactions[1].amount"],
    ["a fractional amount", { customerId: UNKNOWN_ID, amount: 2.5 }, "transactions[1].amount"],
    ["an amount as a string", { customerId: UNKNOWN_ID, amount: "5" }, "transactions[1].amount"],
  ])("returns 400 for the whole batch and moves nothing with %s", async (_name, bad, field) => {
    const { status, body } = await send(CREDIT, [{ customerId: ada.customerId, amount: 5 }, bad]);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field }]);
    expect(await balanceOf(ada)).toBe(0);
  });

  it("accepts a batch reference once, including concurrently", async () => {
    const batchReference = reference();
    const sendBatch = () => send(CREDIT, [{ customerId: ada.customerId, amount: 10 }], batchReference);
    const replies = await Promise.all([sendBatch(), sendBatch(), sendBatch(), sendBatch()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const again = await sendBatch();
    expect([again.status, again.body.message]).toEqual([400, "Reference already exist."]);
    expect(again.body.errors).toMatchObject([{ field: "batchReference" }]);
    expect(await balanceOf(ada)).toBe(10);
  });

  it("is processed once per Idempotency-Key", async () => {
    const items = [{ customerId: ada.customerId, amount: 10 }];
    const key = { "idempotency-key": "json-batch-1" };
    const first = await send(CREDIT, items, undefined, key);
    const again = await send(CREDIT, items, undefined, key);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(await balanceOf(ada)).toBe(10);
  });

  it("rejects another merchant's customer as unknown", async () => {
    const other = await createTestMerchant(money.services);
    const foreignWallet = await createTestWallet(testContext(money.services, { tenant: other.sandbox }));
    const { body } = await send(CREDIT, [{ customerId: foreignWallet.customerId, amount: 10 }]);
    expect(body.data.rejected).toMatchObject([{ reason: "Customer not found." }]);
  });

  it("accepts totals above the largest safe integer", async () => {
    const items = Array.from({ length: 3 }, () => ({ customerId: UNKNOWN_ID, amount: Number.MAX_SAFE_INTEGER }));
    const { status, body } = await send(CREDIT, items);
    expect([status, body.message]).toEqual([200, "0 of 3 transactions completed, 3 rejected."]);
  });
});

describe("a batch debit", () => {
  it("debits each wallet according to its own rules", async () => {
    await fundWallet(ada, 600_000);
    await fundWallet(bola, 100);
    const { body } = await send(DEBIT, [
      { customerId: ada.customerId, amount: 500_000, reference: "REF-DEBIT-0001" },
      { customerId: ada.customerId, amount: 100_001 },
      { customerId: bola.customerId, amount: 100 },
      { customerId: bola.customerId, amount: 1 },
      { customerId: ada.customerId, amount: 2_000_001 },
    ]);
    expect(body.message).toBe("2 of 5 transactions completed, 3 rejected.");
    expect(body.data.accepted[0]).toEqual({
      customerId: ada.customerId,
      amount: 500_000,
      reference: "REF-DEBIT-0001",
      walletId: ada.walletId,
    });
    expect(body.data.rejected.map(({ reason }: { reason: string }) => reason)).toEqual([
      "Insufficient balance",
      "Amount must be greater than 1 kobo.",
      "Single transaction limit exceeded.",
    ]);
    expect(body.data.filtered).toBeUndefined();
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([100_000, 0]);
  });

  it("enforces the tier's daily limit and minimum balance", async () => {
    await fundMerchantWallet(money.ctx, { amount: 9_000_000 });
    await fundWallet(ada, 9_000_000);
    const item = { customerId: ada.customerId, amount: 2_000_000 };
    const { body } = await send(DEBIT, [item, item, { ...item, amount: 1_000_000 }, { ...item, amount: 2 }]);
    expect(body.data.rejected).toMatchObject([{ amount: 2, reason: "Customer daily tier limit exceeded" }]);
    await database.pool.query("update tier_rules set min_balance = 50 where tenant = $1 and tier = 1", [
      money.ctx.tenant.id,
    ]);
    await fundWallet(bola, 100);
    const low = await send(DEBIT, [{ customerId: bola.customerId, amount: 51 }]);
    await database.pool.query("update tier_rules set min_balance = 0 where tenant = $1", [money.ctx.tenant.id]);
    expect(low.body.data.rejected).toMatchObject([{ reason: "Minimum balance condition not met." }]);
  });

  it.each([DEBIT, DEBIT_WALLETS])("%s returns 403 when customer debits are disabled", async (path) => {
    await set("can_debit_customer = false");
    const { status, body } = await send(path, [{ customerId: UNKNOWN_ID, walletId: UNKNOWN_ID, amount: 5 }]);
    expect([status, body.message]).toEqual([403, "Customer debit is not enabled on this account."]);
  });

  it("requires a PIN for each item when the merchant's setting is on", async () => {
    await fundWallet(ada, 1_000);
    await fundWallet(bola, 1_000);
    await setTransactionPin(money.ctx, { customerId: ada.customerId, pin: "4821" });
    await set("require_pin_for_debit = true");
    const { body } = await send(DEBIT, [
      { customerId: ada.customerId, amount: 10, pin: "4821" },
      { customerId: ada.customerId, amount: 20, pin: "1111" },
      { customerId: ada.customerId, amount: 30 },
      { customerId: bola.customerId, amount: 40, pin: "4821" },
    ]);
    expect(body.data.accepted).toMatchObject([{ amount: 10 }]);
    expect(body.data.rejected.map(({ reason }: { reason: string }) => reason)).toEqual([
      "Transaction PIN is wrong.",
      "Transaction PIN is required.",
      "No transaction PIN is set for this wallet.",
    ]);
    expect(JSON.stringify(body)).not.toContain("4821");
  });
});

describe("batches by wallet ID", () => {
  it("identify items by wallet ID in their replies", async () => {
    const credit = await send(CREDIT_WALLETS, [
      { walletId: ada.walletId, amount: 300, reference: "REF-WALLET-01" },
      { walletId: UNKNOWN_ID, amount: 300, reference: "REF-WALLET-02" },
      { walletId: ada.walletId, amount: 1, reference: "REF-WALLET-03" },
    ]);
    expect(credit.body.data).toMatchObject({
      accepted: [{ walletId: ada.walletId, amount: 300, reference: "REF-WALLET-01" }],
      rejected: [
        {
          walletId: UNKNOWN_ID,
          amount: 300,
          reference: "REF-WALLET-02",
          reason: "Wallet not found.",
          referenceExists: false,
        },
        { walletId: ada.walletId, amount: 1, reason: "Amount must be greater than 1 kobo." },
      ],
    });
    expect(Object.keys(credit.body.data.accepted[0])).toEqual(["walletId", "amount", "reference"]);
    const { batchReference } = credit.body.data;
    const record = await money.call("GET", `/wallet/bulk-credit-customer-status?batchReference=${batchReference}`);
    expect(record.body.data).toMatchObject({ total: 3, accepted: 1, rejected: 2, totalAmount: 600 });
    const debit = await send(DEBIT_WALLETS, [{ walletId: ada.walletId, amount: 300 }]);
    expect(debit.body.message).toBe("Transaction successfully completed.");
    expect(await balanceOf(ada)).toBe(0);
  });

  it.each([CREDIT_WALLETS, DEBIT, DEBIT_WALLETS])("%s returns 400 without items", async (path) => {
    const { status, body } = await send(path, []);
    expect([status, body.message]).toEqual([400, "No valid transactions to process."]);
  });
});

it("a batch accepts at most 5,000 items", async () => {
  const item = { customerId: UNKNOWN_ID, amount: 2 };
  expect(
    (
      await send(
        CREDIT,
        Array.from({ length: 5_001 }, () => item),
      )
    ).status,
  ).toBe(400);
  const { status, body } = await send(
    CREDIT,
    Array.from({ length: 5_000 }, (_, i) => (i % 2 ? item : { customerId: ada.customerId, amount: 2 })),
  );
  expect([status, body.message]).toEqual([200, "2500 of 5000 transactions completed, 2500 rejected."]);
  expect(await balanceOf(ada)).toBe(5_000);
});
