import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { fanOutEvents } from "../../domain/webhooks/events/fan-out-events.ts";
import { type BatchApp, openBatchApp } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const TEXTS = { narration: "Ọjà for March 🧾", note: "Secret: ticket 4711" };

const database = useTestDatabase();
let money: BatchApp;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  money = await openBatchApp(database);
});
beforeEach(async () => {
  await money.set("can_debit_customer = true");
  ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  bola = await createTestWallet(money.ctx, { firstName: "Bola" });
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
  await creditWallet(money.ctx, { customerId: ada.customerId, amount: 500_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

const infoOf = async (reference: string) =>
  (await money.call("GET", `/transaction/info?reference=${reference}`)).body.transaction;

const PAYMENTS: Record<string, () => [string, object]> = {
  transfer: () => ["/transfer/wallet", { fromCustomerId: ada.customerId, toCustomerId: bola.customerId }],
  "transfer by number": () => [
    "/transfer/wallet-to-wallet",
    { fromWalletId: ada.accountNumber, toWalletId: bola.accountNumber },
  ],
  credit: () => ["/wallet/credit", { customerId: bola.customerId }],
  debit: () => ["/wallet/debit", { customerId: ada.customerId }],
};

it.each(Object.entries(PAYMENTS))(
  "a %s keeps narration and note, and answers the narration only",
  async (_, payment) => {
    const [path, sides] = payment();
    const { status, body } = await money.call("POST", path, { ...sides, amount: 2_000, ...TEXTS });
    expect([status, body.data]).toMatchObject([200, { narration: TEXTS.narration }]);
    expect(JSON.stringify(body)).not.toContain(TEXTS.note);
    expect(await infoOf(body.data.reference)).toMatchObject(TEXTS);
    const { body: list } = await money.call("GET", "/merchant/transactions?perPage=1");
    expect(list.transactions[0]).toMatchObject(TEXTS);
    const { body: history } = await money.call("GET", `/wallet/${ada.customerId}/activity`);
    const shown = history.data.filter(({ narration }: { narration: string }) => narration === TEXTS.narration);
    expect(shown.length).toBe(path === "/wallet/credit" ? 0 : 1);
  },
);

it("items of a batch keep them, in a call and in a file", async () => {
  const transactions = [
    { customerId: ada.customerId, amount: 2_000, ...TEXTS },
    { customerId: bola.customerId, amount: 3_000 },
  ];
  const { body } = await money.call("POST", "/wallet/batch-credit-customer-wallet", { transactions });
  const [first, second] = body.data.accepted;
  expect(await infoOf(first.reference)).toMatchObject({ ...TEXTS, description: TEXTS.narration });
  expect(await infoOf(second.reference)).toMatchObject({
    narration: null,
    note: null,
    description: "Wallet credited by merchant",
  });

  const file = `customerId,amount,narration,note,reference\n${ada.customerId},700,School fees,From Ngozi,FILE-0000000001\n`;
  const { batchId } = (await money.upload(file)).body.data;
  await money.work();
  expect(await infoOf("FILE-0000000001")).toMatchObject({ narration: "School fees", note: "From Ngozi" });
  const items = await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items`);
  expect(items.body.data).toMatchObject([{ narration: "School fees", note: "From Ngozi" }]);
});

it("the approver sees both, and the approved payment keeps them", async () => {
  const owner = await bearerOf(money.services, money.admin.email, "dashboard");
  const operator = await money.dashboard(money.operator);
  const sent = await money.call(
    "POST",
    "/wallet/credit",
    { customerId: ada.customerId, amount: 900, ...TEXTS },
    operator,
  );
  const id = String(sent.headers.location).split("/").at(-1);
  const { body } = await money.call("GET", `/transaction/pending/${id}`, undefined, owner);
  expect(body.data).toMatchObject({ ...TEXTS, status: "PENDING" });
  expect((await money.call("POST", "/transaction/approve", { transactionId: id }, owner)).status).toBe(200);
  expect(await infoOf(body.data.reference)).toMatchObject(TEXTS);
});

it("events carry the narration, never the note", async () => {
  await money.call("POST", "/merchant/webhook/subscribe", { url: "https://hooks.example/in", events: ["*"] });
  const [path, sides] = PAYMENTS.transfer?.() ?? ["", {}];
  await fanOutEvents(money.services);
  const { rows: before } = await database.pool.query<{ id: string }>("select max(id::text) as id from webhook_events");
  await money.call("POST", path, { ...sides, amount: 2_000, ...TEXTS });
  await money.call("POST", path, { ...sides, amount: 2_000 });
  await fanOutEvents(money.services);
  const { rows } = await database.pool.query<{ type: string; body: string }>(
    "select type, body from webhook_events where id::text > coalesce($1, '')",
    [before[0]?.id],
  );
  const named = rows.filter(({ body }) => body.includes(TEXTS.narration)).map(({ type }) => type);
  expect(named.sort()).toEqual(["transaction.success", "transfer.completed", "wallet.credit", "wallet.debit"]);
  expect(rows.filter(({ body }) => body.includes("narration")).length).toBe(4);
  expect(rows.filter(({ body }) => body.includes(TEXTS.note))).toEqual([]);
});

it.each([
  ["an empty text", "  ", "too small"],
  ["more than 500 characters", "n".repeat(501), "at most 500"],
  ["a null character", "a\u0000b", "null characters"],
  ["a text that turns others around", "Salary \u202efrom Ngozi", "invisible characters"],
])("refuses %s", async (_, narration, text) => {
  const reply = await money.call("POST", "/wallet/credit", { customerId: ada.customerId, amount: 900, narration });
  expect(reply.status).toBe(400);
  expect(reply.body.errors[0]).toMatchObject({ field: "narration" });
  if (text !== "too small") expect(reply.body.message).toContain(text);
});
