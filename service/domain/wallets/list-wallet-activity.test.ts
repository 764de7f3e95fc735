import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testKey, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { debitWallet } from "../batches/single/debit-wallet.ts";
import type { Context } from "../context.ts";
import { changeTier } from "../customers/identity/change-tier.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../merchant/sign-up/create-merchant.ts";
import { transferBetweenCustomers } from "../transfers/transfer-between-customers.ts";
import { enableWallet } from "./controls/enable-wallet.ts";
import { freezeWallet } from "./controls/freeze-wallet.ts";
import type { CreatedWallet } from "./creation/open-wallet.ts";
import { listWalletActivity } from "./list-wallet-activity.ts";

const database = useTestDatabase();
let clock: TestClock;
let merchant: CreatedMerchant;
let asAdmin: Context;
let asKey: Context;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  clock = testClock();
  const services = testServices(database, { clock });
  merchant = await createTestMerchant(services, { canDebitCustomer: true });
  const admin = await testMember(services, merchant, "Admin", { firstName: "Tólá", lastName: "Bánkọ́lé" });
  asAdmin = testContext(services, { tenant: merchant.sandbox, actor: { ...admin, channel: "api" } });
  asKey = testContext(services, { tenant: merchant.sandbox, actor: testKey(services) });
  await fundMerchantWallet(asAdmin, { amount: 100_000_000 });
});
beforeEach(async () => {
  ada = await createTestWallet(asKey, { firstName: "Ada", lastName: "Obi" });
  bola = await createTestWallet(asKey, { firstName: "Bọ́lá", lastName: "Ṣódìpọ̀" });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => asKey.committer.close());

/** Every kind of entry that a history can hold, a second apart, oldest first. */
async function live(): Promise<void> {
  const { customerId } = ada;
  const steps = [
    () => creditWallet(asKey, { customerId, amount: 1_000_000 }),
    () =>
      transferBetweenCustomers(asAdmin, { fromCustomerId: customerId, toCustomerId: bola.customerId, amount: 300_000 }),
    () => changeTier(asAdmin, { customerId, tier: 2 }),
    () => freezeWallet(asAdmin, { customerId, reason: "Reported stolen" }),
    () => enableWallet(asAdmin, { customerId, reason: "Found again" }),
    () => debitWallet(asKey, { customerId, amount: 50_000 }),
  ];
  for (const step of steps) {
    clock.advance(1000);
    await step();
  }
}

const list = (ctx: Context, { customerId }: CreatedWallet, page = 1, perPage = 20) =>
  listWalletActivity(ctx, { customerId, page, perPage });

test("shows changes and transactions newest first, with actor, reason, amount and balance", async () => {
  await live();
  const { data, metadata } = await list(asKey, ada);
  expect(metadata).toEqual({ page: 1, perPage: 20, totalRecords: 7, totalPages: 1 });
  const member = { actorKind: "member", actorName: "Tólá Bánkọ́lé" };
  const key = { actorKind: "key", actorName: "Private key" };
  expect(data).toMatchObject([
    { ...key, category: "WALLET_DEBITED_BY_MERCHANT", amount: -50_000, balanceAfter: 649_000, counterparty: null },
    { ...member, kind: "audit", action: "wallet.enable", reason: "Found again" },
    { ...member, kind: "audit", action: "wallet.freeze", reason: "Reported stolen" },
    { ...member, kind: "audit", action: "customer.change_tier", reason: null, tier: { from: "TIER_1", to: "TIER_2" } },
    {
      ...member,
      category: "WALLET_TO_WALLET_TRANSFER",
      amount: -301_000,
      fee: 1_000,
      balanceAfter: 699_000,
      counterparty: { name: "Bọ́lá Ṣódìpọ̀", accountNumber: bola.accountNumber },
    },
    { ...key, category: "WALLET_CREDITED_BY_MERCHANT", amount: 1_000_000, fee: 0, balanceAfter: 1_000_000 },
    { ...key, kind: "audit", action: "wallet.create" },
  ]);
  expect(data.map((line) => line.at)).toEqual(
    data
      .map((line) => line.at)
      .sort()
      .reverse(),
  );
});

test("the receiver of a transfer sees it from its own side, without the fee", async () => {
  await live();
  const { data } = await list(asKey, bola);
  expect(data).toMatchObject([
    {
      category: "WALLET_TO_WALLET_TRANSFER",
      amount: 300_000,
      fee: 0,
      balanceAfter: 300_000,
      counterparty: { name: "Ada Obi", accountNumber: ada.accountNumber },
    },
    { action: "wallet.create" },
  ]);
});

test("consecutive pages cover the whole list, and a page beyond the end is empty", async () => {
  await live();
  const whole = await list(asKey, ada);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(asKey, ada, page, 2)));
  expect(pages.flatMap((page) => page.data)).toEqual(whole.data);
  expect(pages[3]?.metadata).toEqual({ page: 4, perPage: 2, totalRecords: 7, totalPages: 4 });
  expect(await list(asKey, ada, 5, 2)).toEqual({
    data: [],
    metadata: { page: 5, perPage: 2, totalRecords: 7, totalPages: 4 },
  });
});

test("sends one query, however long the page is", async () => {
  await live();
  const query = vi.spyOn(asKey.db, "query");
  await list(asKey, ada);
  expect(query).toHaveBeenCalledTimes(1);
});

test("reads no further than the bound, however high the page", async () => {
  await live();
  const query = vi.spyOn(asKey.db, "query");
  expect((await list(asKey, ada, 900_000, 100)).data).toEqual([]);
  expect(query.mock.calls[0]?.[1]).toEqual([merchant.sandbox.id, ada.customerId, 0, 50_000]);
});

test("includes a refused enable with the member who tried", async () => {
  const failed = await createTestWallet(asKey, { bvn: "22255566600" });
  clock.advance(1000);
  await expect(enableWallet(asAdmin, { customerId: failed.customerId })).rejects.toThrow();
  const { data } = await list(asKey, failed);
  expect(data).toMatchObject([
    { action: "wallet.enable_refused", actorName: "Tólá Bánkọ́lé", reason: "BVN Lookup failed" },
    { action: "wallet.create", reason: "BVN Lookup failed" },
  ]);
});

test("customers of another merchant or mode are not found, like unknown ones", async () => {
  const other = await createTestMerchant(asKey);
  for (const tenant of [other.sandbox, merchant.production]) {
    await expect(list({ ...asKey, tenant }, ada)).rejects.toMatchObject({ code: "customer_not_found" });
  }
  const nobody = { ...ada, customerId: asKey.ids.next() };
  await expect(list(asKey, nobody)).rejects.toMatchObject({ code: "customer_not_found" });
});
