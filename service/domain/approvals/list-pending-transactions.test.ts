import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PendingItem } from "../../../contract/approvals.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { submitSingleMove } from "../batches/single/submit-single-move.ts";
import type { Context } from "../context.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { submitTransfer } from "../transfers/submit-transfer.ts";
import { betweenCustomers } from "../transfers/transfer-request.ts";
import { freezeWallet } from "../wallets/controls/freeze-wallet.ts";
import { setPostNoCredit } from "../wallets/controls/set-post-no-credit.ts";
import type { CreatedWallet } from "../wallets/creation/open-wallet.ts";
import { getPendingTransaction } from "./get-pending-transaction.ts";
import { listPendingTransactions } from "./list-pending-transactions.ts";

const database = useTestDatabase();
let ctx: Context;
let platform: Context;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  const services = testServices(database);
  const merchant = await createTestMerchant(services, { canDebitCustomer: true, businessName: "Ada Ventures" });
  const actor = await testMember(services, merchant, "Operator");
  ctx = testContext(services, { tenant: merchant.sandbox, actor });
  platform = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(platform, { amount: 100_000_000 });
});
beforeEach(async () => {
  ada = await createTestWallet(ctx, { firstName: "Ada", lastName: "Obi" });
  bola = await createTestWallet(ctx, { firstName: "Bola", lastName: "Ige" });
  await creditWallet(platform, { customerId: ada.customerId, amount: 1_000_000 });
  const body = { fromCustomerId: ada.customerId, toCustomerId: bola.customerId, amount: 10_000 };
  await submitTransfer(ctx, betweenCustomers(body), () => ({}));
  await submitSingleMove(ctx, "credit", { customerId: bola.customerId, amount: 10_000 }, () => ({}));
  await submitSingleMove(ctx, "debit", { customerId: ada.customerId, amount: 10_000 }, () => ({}));
});
afterEach(() => expectApprovalsToBeConsistent(database.pool));
afterAll(() => ctx.committer.close());

/** The three that were submitted last, by kind. */
async function waiting(): Promise<Record<string, PendingItem>> {
  const { data } = await listPendingTransactions(ctx, { page: 1, perPage: 3, status: "PENDING", type: "ALL" });
  return Object.fromEntries(data.map((item) => [item.kind, item]));
}

async function marks() {
  const { transfer, credit, debit } = await waiting();
  return { transfer: transfer?.mark, credit: credit?.mark, debit: debit?.mark };
}

test("every row names who gives and who gets", async () => {
  const side = (wallet: CreatedWallet, name: string) => ({
    customerId: wallet.customerId,
    name,
    accountNumber: wallet.accountNumber,
  });
  const merchant = { customerId: null, name: "Ada Ventures", accountNumber: expect.stringMatching(/^\d{10}$/) };
  const { transfer, credit, debit } = await waiting();
  expect(transfer).toMatchObject({ source: side(ada, "Ada Obi"), target: side(bola, "Bola Ige") });
  expect(credit).toMatchObject({ source: merchant, target: side(bola, "Bola Ige") });
  expect(debit).toMatchObject({ source: side(ada, "Ada Obi"), target: merchant });
});

test("nothing changed: no mark", async () => {
  expect(await marks()).toEqual({ transfer: "same", credit: "same", debit: "same" });
});

test("another balance of the customer who pays is marked; the merchant's own moves all day", async () => {
  await creditWallet(platform, { customerId: ada.customerId, amount: 500 });
  expect(await marks()).toEqual({ transfer: "changed", credit: "same", debit: "changed" });
});

test("a check that fails now is marked as failing", async () => {
  await setPostNoCredit(ctx, { customerId: bola.customerId, postNoCredit: true });
  expect(await marks()).toEqual({ transfer: "failing", credit: "failing", debit: "same" });
  await freezeWallet(ctx, { customerId: ada.customerId, reason: "Fraud report" });
  expect(await marks()).toEqual({ transfer: "failing", credit: "failing", debit: "failing" });
});

test.each([
  ["internal_transfers", false, { transfer: "failing", credit: "same", debit: "same" }],
  ["can_debit_customer", false, { transfer: "same", credit: "same", debit: "failing" }],
  ["require_pin_for_debit", true, { transfer: "same", credit: "same", debit: "failing" }],
  ["transfer_base_fee", 2_000, { transfer: "changed", credit: "same", debit: "same" }],
])("the setting %s is looked at", async (column, value, expected) => {
  const { rows } = await database.pool.query(`select ${column} as was from tenant_settings where tenant = $1`, [
    ctx.tenant.id,
  ]);
  const set = (to: unknown) =>
    database.pool.query(`update tenant_settings set ${column} = $2 where tenant = $1`, [ctx.tenant.id, to]);
  await set(value);
  expect(await marks()).toEqual(expected);
  await set(rows[0].was);
});

test("a mark agrees with the details of its row", async () => {
  await freezeWallet(ctx, { customerId: bola.customerId, reason: "Fraud report" });
  for (const item of Object.values(await waiting())) {
    const { data } = await getPendingTransaction(ctx, { id: item.id });
    expect([data.mark, data.source, data.target]).toEqual([item.mark, item.source, item.target]);
    expect(item.mark === "failing").toBe(data.checks.now?.allowed === false);
  }
});

test("a long page asks the database no more often than a short one", async () => {
  const query = vi.spyOn(ctx.db, "query");
  await listPendingTransactions(ctx, { page: 1, perPage: 1, status: "ALL", type: "ALL" });
  const few = query.mock.calls.length;
  expect(few).toBeGreaterThan(0);
  await listPendingTransactions(ctx, { page: 1, perPage: 100, status: "ALL", type: "ALL" });
  expect(query.mock.calls.length - few).toBe(few);
});
