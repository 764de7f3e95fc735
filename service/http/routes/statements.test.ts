import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { STATEMENT_MAX } from "../../../contract/statements.ts";
import { readBatch } from "../../domain/batches/json/batch-request.ts";
import { moveBatch } from "../../domain/batches/json/move-batch.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { debitWallet } from "../../domain/batches/single/debit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { changePlatformSettings } from "../../domain/merchant/settings/change-platform-settings.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const DAY_MS = 86_400_000;
const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let ada: CreatedWallet;
const days: string[] = [];

/** Three days: 1,000.00 in, then 300.00 in and 120.50 out, then 1.00 in. */
beforeAll(async () => {
  money = await openMoneyApp(database, { clock });
  await changePlatformSettings(money.ctx, { canDebitCustomer: true });
  ada = await createTestWallet(money.ctx, { firstName: "Ìfẹ́olúwa", lastName: "Adéṣínà" });
  const { customerId } = ada;
  const today = () => days.push(new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 10));
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
  await creditWallet(money.ctx, { customerId, amount: 100_000 });
  today();
  clock.advance(DAY_MS);
  await creditWallet(money.ctx, { customerId, amount: 30_000, narration: "Refund 中文" });
  await debitWallet(money.ctx, { customerId, amount: 12_050 });
  today();
  clock.advance(DAY_MS);
  const request = { customerId, amount: 50 };
  const batch = readBatch(money.ctx, { operation: "credit", by: "customer" }, { transactions: [request, request] });
  await moveBatch(money.ctx, batch);
  today();
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

async function statementOf(query: string) {
  const { status, body } = await money.call("GET", `/transaction/statement?${query}`);
  expect(status).toBe(200);
  const { openingBalance, totalIn, totalOut, closingBalance, rows } = body.statement;
  expect(openingBalance + totalIn - totalOut).toBe(closingBalance);
  return { openingBalance, totalIn, totalOut, closingBalance, rows };
}

async function balanceOf(accountNumber: string): Promise<number> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    `select a.balance from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
     where w.account_number = $1`,
    [accountNumber],
  );
  return Number(rows[0]?.balance);
}

const pdfOf = (query: string) =>
  money.app.inject({ url: `/v1/transaction/statement/pdf?${query}`, headers: { authorization: money.authorization } });

it("opening balance plus what came in minus what went out is the closing balance, of any days", async () => {
  const of = `customerId=${ada.customerId}`;
  const [first = "", second = "", third = ""] = days;
  expect(await statementOf(of)).toMatchObject({ openingBalance: 0, totalIn: 130_100, totalOut: 12_050, rows: 5 });
  expect(await statementOf(`${of}&startDate=${second}&endDate=${second}`)).toEqual({
    openingBalance: 100_000,
    totalIn: 30_000,
    totalOut: 12_050,
    closingBalance: 117_950,
    rows: 2,
  });
  expect(await statementOf(`${of}&endDate=${first}`)).toMatchObject({ openingBalance: 0, closingBalance: 100_000 });
  const last = await statementOf(`${of}&startDate=${third}`);
  expect(last).toMatchObject({ openingBalance: 117_950, closingBalance: await balanceOf(ada.accountNumber) });
  expect(await statementOf(`${of}&startDate=2099-01-01`)).toEqual({
    openingBalance: last.closingBalance,
    totalIn: 0,
    totalOut: 0,
    closingBalance: last.closingBalance,
    rows: 0,
  });
  expect(await statementOf(`${of}&endDate=2001-01-01`)).toMatchObject({
    openingBalance: 0,
    closingBalance: 0,
    rows: 0,
  });
});

it("without a customer is the statement of the merchant wallet, where a batch is one entry", async () => {
  const { body } = await money.call("GET", "/merchant/wallet");
  const { rows, closingBalance, openingBalance } = await statementOf("");
  expect({ rows, openingBalance }).toEqual({ rows: 5, openingBalance: 0 });
  expect(closingBalance).toBe(await balanceOf(body.data.accountNumber));
  const pdf = await pdfOf("");
  expect(pdf).toMatchObject({ statusCode: 200, headers: { "content-type": "application/pdf" } });
});

it("draws numbered pages, and one page where no money moved", async () => {
  const pagesOf = async (query: string) =>
    (await pdfOf(query)).rawPayload.toString("latin1").match(/\/Type \/Page\n/g)?.length;
  const of = `customerId=${ada.customerId}`;
  expect(await pagesOf(`${of}&startDate=2099-01-01`)).toBe(1);
  for (let made = 0; made < 20; made += 1) await creditWallet(money.ctx, { customerId: ada.customerId, amount: 100 });
  expect(await pagesOf(of)).toBe(2);
  const { rows } = await database.pool.query(
    "select after from audit_log where action = 'transactions.download' and object_id = $1",
    [ada.customerId],
  );
  expect(rows).toHaveLength(2);
});

it("refuses more entries than a PDF may have, with their number", async () => {
  const { customerId } = await createTestWallet(money.ctx);
  const transactions = Array.from({ length: 5_000 }, () => ({ customerId, amount: 2 }));
  for (let made = 0; made < STATEMENT_MAX; made += transactions.length) {
    await moveBatch(money.ctx, readBatch(money.ctx, { operation: "credit", by: "customer" }, { transactions }));
  }
  expect(await statementOf(`customerId=${customerId}`)).toMatchObject({ rows: STATEMENT_MAX });
  await creditWallet(money.ctx, { customerId, amount: 100 });
  expect(await money.call("GET", `/transaction/statement?customerId=${customerId}`)).toMatchObject({
    status: 400,
    body: { code: "statement_too_long", message: expect.stringContaining("10,001") },
  });
  expect((await pdfOf(`customerId=${customerId}`)).statusCode).toBe(400);
});
