import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type BatchApp, csv, openBatchApp, rowOf } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const database = useTestDatabase();
let money: BatchApp;
let ada: CreatedWallet;

beforeAll(async () => {
  money = await openBatchApp(database);
});
beforeEach(async () => {
  ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => money.close());

describe("batch records", () => {
  it("list JSON batches and uploads, newest first, and include the items of small batches", async () => {
    await money.set("can_debit_customer = true");
    const [json, file] = [money.reference(), money.reference()];
    await money.call("POST", "/wallet/batch-credit-customer-wallet", {
      transactions: [
        { customerId: ada.customerId, amount: 20 },
        { customerId: ada.customerId, amount: 99_000_000 },
      ],
      batchReference: json,
    });
    await money.upload(csv(rowOf(ada, 5), "x,5,,"), { batchReference: file });
    await money.work();
    await money.upload(csv(...Array.from({ length: 101 }, () => rowOf(ada, 5))), { operation: "debit" });
    const { body } = await money.call("GET", "/wallet/bulk-credit-customer-records?perPage=3");
    expect(body.data[0]).toMatchObject({ operation: "debit", status: "pending", hasAllItems: false, accepted: [] });
    const byReference = Object.fromEntries(
      body.data.map((batch: { batchReference: string }) => [batch.batchReference, batch]),
    );
    expect(byReference[json]).toMatchObject({
      status: "partially_completed",
      acceptedCount: 1,
      rejectedCount: 1,
      hasAllItems: true,
      accepted: [{ customerId: ada.customerId, walletId: ada.walletId, amount: 20 }],
      rejected: [{ amount: 99_000_000, reason: "Insufficient balance", referenceExists: false }],
    });
    expect(byReference[file]).toMatchObject({
      accepted: [{ amount: 5 }],
      rejected: [{ amount: null, reference: null, reason: "customerId must be a UUID." }],
    });
    const debits = await money.call("GET", "/wallet/bulk-credit-customer-records?operation=debit&status=pending");
    expect(debits.body.data.every((batch: { operation: string }) => batch.operation === "debit")).toBe(true);
    const none = await money.call("GET", "/wallet/bulk-credit-customer-records?endDate=2020-01-01");
    expect(none.body.metadata.totalRecords).toBe(0);
    await money.work();
  });
});

describe("transaction batches", () => {
  it("list the passed and failed references", async () => {
    const batchReference = money.reference();
    const [passed, failed] = [money.reference(), money.reference()];
    await money.call("POST", "/wallet/batch-credit-customer-wallet", {
      transactions: [
        { customerId: ada.customerId, amount: 20, reference: passed },
        { customerId: ada.customerId, amount: 30_000_001, reference: failed },
      ],
      batchReference,
    });
    const batch = await money.call("GET", `/transaction/batch/${batchReference}`);
    expect(batch.body.data).toEqual({
      id: expect.any(String),
      type: "CREDIT",
      source: { type: "Merchant", userId: money.merchant.sandbox.merchantId, walletId: expect.any(String) },
      reference: batchReference,
      reversed: false,
      all_references: [passed, failed],
      passed_references: [passed],
      failed_references: [failed],
      total: 2,
      hasAllReferences: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const list = await money.call("GET", `/transaction/batch?search=${batchReference}&type=CREDIT`);
    expect(list.body.data).toEqual([batch.body.data]);
    for (const query of ["type=DEBIT", "category=MERCHANT_FUND_LOAD", "category=DEBIT_CUSTOMER_WALLET&type=CREDIT"]) {
      const none = await money.call("GET", `/transaction/batch?search=${batchReference}&${query}`);
      expect(none.body.metadata.totalRecords).toBe(0);
    }
    expect((await money.call("GET", "/transaction/batch/no-such-batch")).status).toBe(404);
  });

  it("say in the list that more items follow than it shows", async () => {
    const [batchReference, failed] = [money.reference(), money.reference()];
    const accepted = Array.from({ length: 100 }, (_, at) => rowOf(ada, at + 1));
    await money.upload(csv(...accepted, rowOf(ada, 90_000_000, `${failed},`)), { batchReference });
    await money.work();
    const list = await money.call("GET", `/transaction/batch?search=${batchReference}`);
    expect(list.body.data).toMatchObject([{ total: 101, hasAllReferences: false, failed_references: [] }]);
    const batch = await money.call("GET", `/transaction/batch/${batchReference}`);
    expect(batch.body.data).toMatchObject({ total: 101, hasAllReferences: true, failed_references: [failed] });
  });
});
