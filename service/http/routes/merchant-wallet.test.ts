import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { transferBetweenCustomers } from "../../domain/transfers/transfer-between-customers.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout } from "../../testing/payouts.ts";

const database = useTestDatabase();
let money: MoneyApp;

beforeAll(async () => {
  money = await openMoneyApp(database);
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

it("shows what open payouts hold, until they end", async () => {
  const walletNow = async () => (await money.call("GET", "/merchant/wallet")).body.data;
  expect(await walletNow()).toMatchObject({ availableBalance: 10_000_000, heldBalance: 0 });
  const { id } = await holdTestPayout(money.ctx);
  expect(await walletNow()).toMatchObject({ availableBalance: 10_000_000 - 1_507_688, heldBalance: 1_507_688 });
  await database.pool.query("update payouts set state = 'succeeded', ended_at = now() where id = $1", [id]);
  expect(await walletNow()).toMatchObject({ heldBalance: 0 });
  await database.pool.query("update payouts set state = 'held', ended_at = null where id = $1", [id]);
});

it("lists only what moved money of the merchant wallet", async () => {
  const ada = await createTestWallet(money.ctx);
  const bola = await createTestWallet(money.ctx);
  await creditWallet(money.ctx, { customerId: ada.customerId, amount: 5_000 });
  const between = { fromCustomerId: ada.customerId, toCustomerId: bola.customerId, amount: 1_000 };
  await transferBetweenCustomers(money.ctx, between);
  const listed = async (query: string): Promise<string[]> =>
    (await money.call("GET", `/merchant/transactions?${query}`)).body.transactions.map(
      (one: LedgerTransaction) => one.category,
    );
  const all = await listed("");
  expect(all).toContain("WALLET_TO_WALLET_TRANSFER");
  expect(await listed("wallet=merchant")).toEqual(all.filter((one) => one !== "WALLET_TO_WALLET_TRANSFER"));
  expect(await listed("wallet=merchant&category=WALLET_TO_WALLET_TRANSFER")).toEqual([]);
});
