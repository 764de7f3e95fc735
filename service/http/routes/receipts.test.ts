import { inflateSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
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

const receiptOf = (reference: string) => money.call("GET", `/transaction/${reference}/receipt`);

function pdfOf(reference: string) {
  const { authorization } = money;
  return money.app.inject({ url: `/v1/transaction/${reference}/receipt/pdf`, headers: { authorization } });
}

/** The content of all compressed parts of a PDF, among them the letters of its fonts. */
function partsOf(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  // The last byte of a part may be a carriage return, so only the line feed that the library writes ends it.
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, part = ""]) => {
      try {
        return inflateSync(Buffer.from(part, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    })
    .join("\n");
}

it("shows a payment's amount, fee, parties and narration, and never the internal note", async () => {
  const ada = await createTestWallet(money.ctx, { firstName: "Ìfẹ́olúwa", lastName: "Adéṣínà" });
  const bola = await createTestWallet(money.ctx);
  await creditWallet(money.ctx, { customerId: ada.customerId, amount: 900_000 });
  const { data } = await transferBetweenCustomers(money.ctx, {
    fromCustomerId: ada.customerId,
    toCustomerId: bola.customerId,
    amount: 125_050,
    narration: "Rent",
    note: "SECRET-NOTE",
  });
  const { status, body } = await receiptOf(data.reference);
  expect(status).toBe(200);
  expect(body.receipt).toMatchObject({
    title: "Transfer between wallets",
    state: "PAID",
    mode: "SANDBOX",
    amount: 125_050,
    vat: 0,
    duty: 0,
    total: 125_050 + body.receipt.fee,
    sender: { name: "Ìfẹ́olúwa Adéṣínà", accountNumber: ada.accountNumber, bankName: null },
    recipient: { accountNumber: bola.accountNumber },
    narration: "Rent",
    reversedBy: null,
  });
  expect(JSON.stringify(body)).not.toContain("SECRET-NOTE");
  const pdf = await pdfOf(data.reference);
  expect(pdf).toMatchObject({
    statusCode: 200,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename=receipt-${data.reference}.pdf`,
    },
  });
  expect(pdf.rawPayload.toString("latin1")).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/);
  expect(pdf.rawPayload.toString("latin1").match(/\/Type \/Page\n/g)).toHaveLength(1);
  // The embedded fonts map a glyph to the sign of the naira.
  expect(partsOf(pdf.rawPayload)).toMatch(/<20a6>/i);
});

it("prints boxes for letters that its fonts lack, and leaves out what turns a text around", async () => {
  const { customerId } = await createTestWallet(money.ctx, { firstName: "محمد", lastName: "中文" });
  const narration = `Fees 👨‍👩‍👧 ${"x".repeat(80)}`;
  const { data } = await creditWallet(money.ctx, { customerId, amount: 5_000, narration });
  const pdf = await pdfOf(data.reference);
  expect(pdf.statusCode).toBe(200);
  expect(partsOf(pdf.rawPayload)).toMatch(/<25a1>/i);
});

it("refuses a receipt until the bank has confirmed, and for a payment that moved no money", async () => {
  const payout = await holdTestPayout(money.ctx);
  const pending = await receiptOf(payout.reference);
  expect(pending).toMatchObject({ status: 409, body: { code: "receipt_pending" } });
  expect((await pdfOf(payout.reference)).statusCode).toBe(409);
  await database.pool.query("update payouts set state = 'succeeded', ended_at = now() where id = $1", [payout.id]);
  expect((await receiptOf(payout.reference)).body.receipt).toMatchObject({
    title: "Bank transfer",
    state: "PAID",
    amount: 1_500_000,
    fee: 2_500,
    vat: 188,
    duty: 5_000,
    total: 1_507_688,
    sessionId: payout.sessionId,
    recipient: { name: "Ada Obi", accountNumber: "0123456700", bankName: "GTBank" },
    narration: "Test",
  });
  await database.pool.query("update payouts set state = 'failed' where id = $1", [payout.id]);
  expect(await receiptOf(payout.reference)).toMatchObject({ status: 409, body: { code: "receipt_not_paid" } });
  await database.pool.query("update payouts set state = 'held', ended_at = null where id = $1", [payout.id]);
});

it("does not know a reference of nobody", async () => {
  expect(await receiptOf("NO-SUCH-REFERENCE")).toMatchObject({ status: 404, body: { code: "transaction_not_found" } });
});
