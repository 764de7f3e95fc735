import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { type BatchApp, csv, openBatchApp, rowOf } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const database = useTestDatabase();
let money: BatchApp;

beforeAll(async () => {
  money = await openBatchApp(database);
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

const preflight = (transactions: object[], operation = "credit", headers: Record<string, string> = {}) =>
  money.call("POST", "/wallet/batch/preflight", { operation, transactions }, headers);

describe("the preflight of a batch", () => {
  it("names the account holders by each identifier, and gives the reasons of the batch itself", async () => {
    const [ada, bola] = [await createTestWallet(money.ctx), await createTestWallet(money.ctx)];
    await freezeWallet(money.ctx, { customerId: bola.customerId, reason: "Fraud" });
    const missing = "0190a000-0000-7000-8000-000000000009";
    const items = [
      { customerId: ada.customerId, amount: 500 },
      { walletId: ada.walletId, amount: 500 },
      { accountNumber: ada.accountNumber, amount: 20_000_000 },
      { accountNumber: ada.accountNumber, amount: 20_000_000 },
      { customerId: bola.customerId, amount: 500 },
      { customerId: missing, amount: 500 },
      { walletId: missing, amount: 500 },
    ];
    const { status, body } = await preflight(items);
    expect(status).toBe(200);
    const reasons = body.data.map(({ reason }: { reason: { message: string } | null }) => reason?.message ?? null);
    expect(reasons).toEqual([
      null,
      null,
      null,
      "Maximum balance would be exceeded.",
      "Wallet is not active.",
      "Customer not found.",
      "Wallet not found.",
    ]);
    expect(body.data[2]).toEqual({
      name: expect.stringMatching(/\S/),
      accountNumber: ada.accountNumber,
      reason: null,
      duplicateOf: null,
      recent: null,
    });
    expect(body.data[5].name).toBeNull();
    // The batch decides the same.
    const sent = csv(...items.slice(4, 6).map((one) => rowOf({ customerId: one.customerId ?? "" }, one.amount)));
    const { batchId } = (await money.upload(sent)).body.data;
    await money.work();
    expect((await money.download(batchId)).map((cells) => cells.at(-1)).slice(1)).toEqual(reasons.slice(4, 6));
  });

  it("finds payments that exist already: by reference, and equal ones of the last days", async () => {
    const ada = await createTestWallet(money.ctx);
    const [paid, fresh] = [money.reference(), money.reference()];
    const { batchId, batchReference } = (await money.upload(csv(rowOf(ada, 500, `${paid},`)))).body.data;
    await money.work();
    const earlier = { transactionId: expect.any(String), batchId, batchReference, paidAt: expect.any(String) };
    const { body } = await preflight([
      { customerId: ada.customerId, amount: 500, reference: paid },
      { customerId: ada.customerId, amount: 501, reference: paid },
      { customerId: ada.customerId, amount: 500, reference: fresh },
      { customerId: ada.customerId, amount: 777, reference: money.reference() },
    ]);
    const used = { code: "reference_exists", message: "Reference already exist." };
    expect(body.data).toMatchObject([
      { reason: used, duplicateOf: earlier, recent: null },
      { reason: used, duplicateOf: null, recent: null },
      { reason: null, duplicateOf: null, recent: earlier },
      { reason: null, duplicateOf: null, recent: null },
    ]);
    await database.pool.query("alter table transactions disable trigger user");
    await database.pool.query("update transactions set at = at - interval '6 days' where batch = $1", [batchId]);
    await database.pool.query("alter table transactions enable trigger user");
    const later = await preflight([{ customerId: ada.customerId, amount: 500, reference: fresh }]);
    expect(later.body.data).toMatchObject([{ reason: null, recent: null }]);
  });

  it("of debits sees the limits of each wallet, its fees, and whether debits are allowed", async () => {
    const ada = await createTestWallet(money.ctx);
    await money.upload(csv(rowOf(ada, 1_000)));
    await money.work();
    await money.set("can_debit_customer = true, batch_item_fee = 10");
    const debit = { customerId: ada.customerId, amount: 600 };
    const { body } = await preflight([debit, debit, { ...debit, amount: 390 }], "debit");
    const reasons = body.data.map(({ reason }: { reason: { message: string } | null }) => reason?.message ?? null);
    expect(reasons).toEqual([null, "Insufficient balance", "Insufficient balance"]);
    await money.set("can_debit_customer = false, batch_item_fee = 0");
    expect((await preflight([debit], "debit")).body.data[0].reason.code).toBe("customer_debit_off");
  });

  it("takes at most 1,000 items that each name one wallet, from those who may send batches", async () => {
    const ada = await createTestWallet(money.ctx);
    const item = { customerId: ada.customerId, amount: 500 };
    expect((await preflight(Array.from({ length: 1_000 }, () => item))).status).toBe(200);
    for (const items of [Array.from({ length: 1_001 }, () => item), [], [{ ...item, walletId: ada.walletId }]])
      expect((await preflight(items)).status).toBe(400);
    const support = await money.dashboard(money.operator);
    expect((await preflight([item], "credit", support)).status).toBe(200);
  });
});
