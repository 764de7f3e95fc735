import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { buildApp } from "../app.ts";

// The reply to a plain transfer, credit or debit is not kept: a repeated request gets it built again from the transaction. Decision 0164.

const database = useTestDatabase();
let money: MoneyApp;
let from: CreatedWallet;
let to: CreatedWallet;
let keys = 0;

beforeAll(async () => {
  money = await openMoneyApp(database);
});
beforeEach(async () => {
  await set("can_debit_customer = true, transfer_base_fee = 700, transfer_merchant_fee = 55, batch_item_fee = 9");
  from = await createTestWallet(money.ctx, { firstName: "Chidi", lastName: "Okafor" });
  to = await createTestWallet(money.ctx, { firstName: "Bola", lastName: "Ade" });
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
  await post("/wallet/credit", { customerId: from.customerId, amount: 100_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

async function set(columns: string): Promise<void> {
  await database.pool.query(`update tenant_settings set ${columns}`);
}

async function post(path: string, payload: object, headers: object = {}, app = money.app) {
  const all = { authorization: money.authorization, ...headers };
  const {
    statusCode,
    headers: sent,
    body,
  } = await app.inject({ method: "POST", url: `/v1${path}`, headers: all, payload });
  const { location, "idempotency-replayed": replayed, "content-type": type } = sent;
  return { status: statusCode, body, location, type, replayed };
}

function newKey(): { "idempotency-key": string } {
  keys += 1;
  return { "idempotency-key": `rebuilt-${keys}` };
}

async function keptOf(key: { "idempotency-key": string }) {
  const { rows } = await database.pool.query<{
    status: number;
    body: string;
    transaction: string | null;
    shape: number | null;
  }>("select status, body, transaction, shape from idempotency_keys where key = $1", [key["idempotency-key"]]);
  return rows[0];
}

async function transactions(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>("select count(*)::int as n from transactions");
  return rows[0]?.n ?? 0;
}

const transfer = (more: object = {}) => ({
  fromCustomerId: from.customerId,
  toCustomerId: to.customerId,
  amount: 1_000,
  ...more,
});
const transferByNumber = (more: object = {}) => ({
  fromWalletId: from.accountNumber,
  toWalletId: to.accountNumber,
  amount: 1_000,
  ...more,
});
const single = (more: object = {}) => ({ customerId: from.customerId, amount: 500, ...more });
const texts = { narration: 'Zoë "paid" \\ ₦5 \u{1f600}\u2028', note: "for staff" };
const number = () => String(keys).padStart(10, "0");
const items = () => ({
  batchReference: `BATCH-${number()}`,
  transactions: [single({ reference: `ITEM-${number()}` })],
});

type Case = [title: string, path: string, body: () => object, shape: number | null, status?: number];
const cases: Case[] = [
  ["a transfer", "/transfer/wallet", () => transfer(), 1],
  ["a transfer with texts", "/transfer/wallet", () => transfer(texts), 1],
  ["a transfer between account numbers", "/transfer/wallet-to-wallet", () => transferByNumber(), 2],
  ["the same with texts", "/transfer/wallet-to-wallet", () => transferByNumber(texts), 2],
  ["a credit", "/wallet/credit", () => single(), 3],
  ["a credit with texts", "/wallet/credit", () => single({ ...texts, reference: `REF-CREDIT-${keys}` }), 3],
  ["a credit with metadata", "/wallet/credit", () => single({ metadata: { z: 1, a: { y: 1e21, b: [0.1] } } }), null],
  ["a credit with empty metadata", "/wallet/credit", () => single({ metadata: {} }), null],
  ["a debit", "/wallet/debit", () => single(), 4],
  ["a debit with texts", "/wallet/debit", () => single(texts), 4],
  ["a debit with metadata", "/wallet/debit", () => single({ metadata: { b: 1, a: 2 } }), null],
  ["a refused transfer", "/transfer/wallet", () => transfer({ amount: 999_999 }), null, 400],
  ["a transfer to a stranger", "/transfer/wallet", () => transfer({ toCustomerId: crypto.randomUUID() }), null, 400],
  ["a refused debit", "/wallet/debit", () => single({ amount: 999_999 }), null, 400],
  ["a batch", "/wallet/batch-credit-customer-wallet", items, null],
];

describe("a repeated request gets the same bytes", () => {
  it.each(cases)("of %s", async (_title, path, body, shape, status = 200) => {
    const [key, payload] = [newKey(), body()];
    const first = await post(path, payload, key);
    expect(first.status).toBe(status);
    const kept = await keptOf(key);
    expect(kept).toMatchObject(
      shape === null ? { status, body: first.body, transaction: null, shape } : { status: 503, body: "{}", shape },
    );
    const before = await transactions();
    // What would be answered now differs: the fees have changed.
    await set("transfer_base_fee = 1, transfer_merchant_fee = 2, batch_item_fee = 3");
    expect(await post(path, payload, key)).toEqual({ ...first, replayed: "true" });
    expect((await post(path, { ...payload, amount: 7, batchReference: "BATCH-OTHER-0001" }, key)).status).toBe(422);
    expect(await transactions()).toBe(before);
  });

  it("where a former release had kept the text", async () => {
    const key = newKey();
    const first = await post("/transfer/wallet", transfer(), key);
    const text = first.body.replace("completed", "completed by a former release");
    await database.pool.query(
      "update idempotency_keys set status = 200, body = $2, transaction = null, shape = null where key = $1",
      [key["idempotency-key"], text],
    );
    expect(await post("/transfer/wallet", transfer(), key)).toEqual({ ...first, body: text, replayed: "true" });
  });

  it("where two processes get it together", async () => {
    const services = testServices(database);
    const elsewhere = buildApp(services);
    const before = await transactions();
    for (let n = 0; n < 10; n += 1) {
      const key = newKey();
      const send = (app?: typeof elsewhere) => post("/transfer/wallet", transfer(), key, app);
      const [here, there] = await Promise.all([send(), send(elsewhere)]);
      expect(there).toEqual({ ...here, replayed: there?.replayed });
      expect([here?.replayed, there?.replayed].toSorted()).toEqual(["true", undefined]);
    }
    expect(await transactions()).toBe(before + 10);
    await elsewhere.close();
    await services.committer.close();
  });

  it("after the caller's approval limit fell, without the address of a submission", async () => {
    const { email, id } = await testMember(money.services, money.merchant, "Admin");
    const headers = { ...(await bearerOf(money.services, email, "api")), ...newKey() };
    const first = await post("/transfer/wallet", transfer(), headers);
    expect(await keptOf(headers)).toMatchObject({ shape: 1 });
    await database.pool.query("update members set approval_limit = 1 where id = $1", [id]);
    expect((await post("/transfer/wallet", transfer(), { ...headers, ...newKey() })).location).toBeDefined();
    expect(await post("/transfer/wallet", transfer(), headers)).toEqual({ ...first, replayed: "true" });
  });
});

it("an approval keeps the text of its own reply", async () => {
  const operator = await bearerOf(
    money.services,
    (await testMember(money.services, money.merchant, "Operator")).email,
    "dashboard",
  );
  const admin = await bearerOf(
    money.services,
    (await testMember(money.services, money.merchant, "Admin")).email,
    "dashboard",
  );
  const [submitKey, approveKey] = [newKey(), newKey()];
  const submitted = await post("/transfer/wallet", transfer(), { ...operator, ...submitKey });
  expect(submitted.location).toBeDefined();
  expect(await keptOf(submitKey)).toMatchObject({ status: 200, body: submitted.body, shape: null });
  expect(await post("/transfer/wallet", transfer(), { ...operator, ...submitKey })).toEqual({
    ...submitted,
    replayed: "true",
  });
  const decision = { transactionId: submitted.location?.toString().split("/").at(-1) };
  const approved = await post("/transaction/approve", decision, { ...admin, ...approveKey });
  expect(approved.status).toBe(200);
  expect(await keptOf(approveKey)).toMatchObject({ status: 200, body: approved.body, shape: null });
  expect(await post("/transaction/approve", decision, { ...admin, ...approveKey })).toEqual({
    ...approved,
    replayed: "true",
  });
});

it("a reply of a later release is unavailable here, and nothing is done twice", async () => {
  const key = newKey();
  await post("/transfer/wallet", transfer(), key);
  await database.pool.query("update idempotency_keys set shape = 99 where key = $1", [key["idempotency-key"]]);
  const before = await transactions();
  const again = await post("/transfer/wallet", transfer(), key);
  expect([again.status, JSON.parse(again.body).code]).toEqual([503, "unavailable"]);
  expect(await transactions()).toBe(before);
});

// The rows of the former release are rebuilt with these. If one of them has to change, give it a new number in `answer-shapes.ts` and
// keep the old one for a release.
describe("the bytes of a shape stay the same:", () => {
  const data = (path: string, payload: object) => post(path, payload).then(({ body }) => body);
  const referenceIn = (body: string) => JSON.parse(body).data.reference;
  const DONE = '{"status":true,"message":"Transaction successfully completed.",';
  const sides = () =>
    `"source_customer_id":"${from.customerId}","target_customer_id":"${to.customerId}",` +
    `"source_customer_wallet":"${from.walletId}","target_customer_wallet":"${to.walletId}",` +
    '"description":"Fund transfer between customers","narration":"Rent"';

  it("1, a transfer", async () => {
    const body = await data("/transfer/wallet", transfer({ narration: "Rent" }));
    expect(body).toBe(
      `${DONE}"data":{"amount":1000,"total":1755,"transaction_fee":755,"fee_breakdown":{"base_fee":700,"merchant_fee":55,` +
        `"total_fee":755},"reference":"${referenceIn(body)}",${sides()}}}`,
    );
  });
  it("2, a transfer between account numbers", async () => {
    const body = await data("/transfer/wallet-to-wallet", transferByNumber({ narration: "Rent" }));
    expect(body).toBe(
      `${DONE}"data":{"amount":1000,"total":1755,"transaction_fee":755,"reference":"${referenceIn(body)}",${sides()}}}`,
    );
  });
  it.each(["credit", "debit"])("3 and 4, a %s", async (kind) => {
    const body = await data(`/wallet/${kind}`, single({ narration: "Rent" }));
    const reference = referenceIn(body);
    expect(body).toBe(
      `${DONE}"reference":"${reference}","amount":500,"data":{"amount":500,"reference":"${reference}",` +
        `"customer_id":"${from.customerId}","customer_wallet_id":"${from.walletId}","transaction_fee":9,"narration":"Rent","metadata":{}}}`,
    );
  });
});
