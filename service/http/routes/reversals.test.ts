import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { fanOutEvents } from "../../domain/webhooks/events/fan-out-events.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type BatchApp, openBatchApp } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

type Headers = Record<string, string>;

const reason = "Paid to the wrong customer";
const database = useTestDatabase({ connections: 12 });
let money: BatchApp;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  money = await openBatchApp(database);
  await money.call("POST", "/merchant/webhook/subscribe", { url: "https://hooks.example/in", events: ["*"] });
});
beforeEach(async () => {
  await money.set("can_debit_customer = true, internal_transfers = true, batch_item_fee = 0");
  ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  bola = await createTestWallet(money.ctx, { firstName: "Bola" });
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
  await creditWallet(money.ctx, { customerId: ada.customerId, amount: 1_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => money.close());

const reverse = (id: string, headers: Headers = {}, body: object = { reason }) =>
  money.call("POST", `/transaction/${id}/reverse`, body, headers);

const infoOf = async (query: string) => (await money.call("GET", `/transaction/info?${query}`)).body.transaction;

/** Makes a payment and returns its transaction. */
async function pay(path: string, body: object) {
  const reply = await money.call("POST", path, { amount: 100_000, ...body });
  expect(reply.status).toBe(200);
  return await infoOf(`reference=${reply.body.data.reference}`);
}

const transfer = () => pay("/transfer/wallet", { fromCustomerId: ada.customerId, toCustomerId: bola.customerId });
const credit = () => pay("/wallet/credit", { customerId: bola.customerId });
const debit = () => pay("/wallet/debit", { customerId: ada.customerId });
const balances = async () => [await money.balanceOf(ada), await money.balanceOf(bola)];

describe("a reversal", () => {
  it.each([
    ["a transfer", transfer, [999_000, 0], "WALLET_TO_WALLET_TRANSFER"],
    ["a credit", credit, [1_000_000, 0], "DEBIT_CUSTOMER_WALLET"],
    ["a debit", debit, [1_000_000, 0], "CREDIT_CUSTOMER_WALLET"],
  ])("of %s moves the amount back without fees, and both name each other", async (_, payment, after, category) => {
    const paid = await payment();
    expect(paid.reversal).toEqual({ of: null, by: null, pendingId: null, isPossible: true });
    const { status, body } = await reverse(paid.id);
    expect([status, body.data]).toEqual([
      200,
      {
        transactionId: expect.any(String),
        reference: expect.any(String),
        amount: 100_000,
        narration: `Reversal of ${paid.reference}`,
        reversalOf: { transactionId: paid.id, reference: paid.reference },
      },
    ]);
    // The fee of a transfer stays paid.
    expect(await balances()).toEqual(after);
    const made = await infoOf(`transactionId=${body.data.transactionId}`);
    const { transactionId, reference } = body.data;
    expect(made).toMatchObject({
      category,
      fee: 0,
      isReversal: true,
      note: reason,
      reversal: { of: { transactionId: paid.id, reference: paid.reference }, by: null, isPossible: false },
    });
    expect((await infoOf(`transactionId=${paid.id}`)).reversal).toEqual({
      of: null,
      by: { transactionId, reference },
      pendingId: null,
      isPossible: false,
    });
  });

  it("happens once under 20 requests at the same time", async () => {
    const paid = await transfer();
    // Enough for all of them, so that the balance refuses none.
    await creditWallet(money.ctx, { customerId: bola.customerId, amount: 3_000_000 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => reverse(paid.id)));
    expect(replies.filter(({ status }) => status === 200).length).toBe(1);
    const others = replies.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(["409 transaction_reversed"]),
    );
    expect(await balances()).toEqual([999_000, 3_000_000]);
  });

  it("answers a repeated Idempotency-Key with the first answer", async () => {
    const paid = await credit();
    const key = { "idempotency-key": `reverse-${paid.id}` };
    const [first, second] = [await reverse(paid.id, key), await reverse(paid.id, key)];
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, body: first.body, headers: { "idempotency-replayed": "true" } });
  });

  it("is refused when the money is gone, a wallet is frozen, or the account may not debit customers", async () => {
    const paid = await credit();
    await pay("/wallet/debit", { customerId: bola.customerId, amount: 40_000 });
    expect(await reverse(paid.id)).toMatchObject({
      status: 400,
      body: { message: "Insufficient balance", errors: [{ balance: 60_000, needed: 100_000 }] },
    });
    const { body } = await money.call("POST", `/transaction/${paid.id}/reverse/preview`, {});
    expect(body.data).toMatchObject({ allowed: false, reasons: [{ balance: 60_000, needed: 100_000 }] });
    await freezeWallet(money.ctx, { customerId: bola.customerId, reason: "Reported stolen" });
    expect(await reverse(paid.id)).toMatchObject({ status: 400, body: { message: "Wallet is not active." } });
    await money.set("can_debit_customer = false");
    expect(await reverse(paid.id)).toMatchObject({ status: 403, body: { code: "customer_debit_off" } });
    expect((await infoOf(`transactionId=${paid.id}`)).reversal.by).toBeNull();
  });

  it("has no limits on amounts: a wallet of the lowest tier gives back more than its single limit", async () => {
    await creditWallet(money.ctx, { customerId: bola.customerId, amount: 4_000_000 });
    const [{ id } = { id: "" }] = (await money.call("GET", "/merchant/transactions?perPage=1")).body.transactions;
    expect((await reverse(id)).status).toBe(200);
    const { body } = await money.call("POST", "/transfer/wallet/preview", {
      fromCustomerId: bola.customerId,
      toCustomerId: ada.customerId,
      amount: 1,
    });
    expect(body.data.source.spentToday).toBe(0);
  });

  it("counts the payment against its payer's limit of the day no longer", async () => {
    const spentToday = async () =>
      (await money.call("GET", `/wallet/customer?customerId=${ada.customerId}`)).body.wallet.spentToday;
    const paid = await transfer();
    await transfer();
    expect(await spentToday()).toBe(200_000);
    expect((await reverse(paid.id)).status).toBe(200);
    expect(await spentToday()).toBe(100_000);
  });

  it("is not for reversals, funding, another merchant's transactions, and without a reason", async () => {
    const { body } = await reverse((await credit()).id);
    expect(await reverse(body.data.transactionId)).toMatchObject({
      status: 400,
      body: { code: "transaction_not_reversible" },
    });
    const funding = (await money.call("GET", "/merchant/transactions?category=MERCHANT_FUND_LOAD")).body
      .transactions[0];
    expect(await reverse(funding.id)).toMatchObject({ status: 400, body: { code: "transaction_not_reversible" } });
    const stranger = await createTestMerchant(money.services);
    const authorization = `Bearer ${await sandboxPrivateKey(money.services, stranger)}`;
    const paid = await credit();
    expect(await reverse(paid.id, { authorization })).toMatchObject({
      status: 404,
      body: { code: "transaction_not_found" },
    });
    expect(await reverse(paid.id, {}, {})).toMatchObject({ status: 400, body: { errors: [{ field: "reason" }] } });
  });

  it("is named in the events of the payment back", async () => {
    const paid = await transfer();
    await reverse(paid.id);
    await fanOutEvents(money.services);
    const { rows } = await database.pool.query<{ type: string; body: string }>("select type, body from webhook_events");
    const reversalOf = { transactionId: paid.id, reference: paid.reference };
    const named = rows.filter(({ body }) => body.includes(`"reversalOf":${JSON.stringify(reversalOf)}`));
    expect(named.map(({ type }) => type).sort()).toEqual([
      "transaction.success",
      "transfer.completed",
      "wallet.credit",
      "wallet.debit",
    ]);
    expect(named.filter(({ body }) => body.includes(reason))).toEqual([]);
  });
});

describe("a reversal from the dashboard", () => {
  async function submit(id: string): Promise<string> {
    const { status, headers } = await reverse(id, await money.dashboard(money.operator));
    expect(status).toBe(200);
    return String(headers.location).split("/").at(-1) ?? "";
  }
  const approve = async (transactionId: string) =>
    money.call("POST", "/transaction/approve", { transactionId }, await money.dashboard(money.admin));

  it("is approved like the payment, shows its reason, and is pending once", async () => {
    const paid = await transfer();
    const request = await submit(paid.id);
    expect((await infoOf(`transactionId=${paid.id}`)).reversal).toMatchObject({
      pendingId: request,
      isPossible: false,
    });
    const again = await reverse(paid.id, await money.dashboard(money.operator));
    expect(again).toMatchObject({ status: 409, body: { code: "reversal_pending" } });
    const { body } = await money.call(
      "GET",
      `/transaction/pending/${request}`,
      undefined,
      await money.dashboard(money.admin),
    );
    expect(body.data).toMatchObject({
      kind: "reversal",
      note: reason,
      mark: "same",
      metadata: { transactionId: paid.id, reversed: paid.reference },
      source: { accountNumber: bola.accountNumber },
      target: { accountNumber: ada.accountNumber },
      checks: { now: { allowed: true } },
    });
    expect((await approve(request)).status).toBe(200);
    expect(await balances()).toEqual([999_000, 0]);
    expect((await infoOf(`transactionId=${paid.id}`)).reversal.by).toEqual({
      transactionId: request,
      reference: body.data.reference,
    });
  });

  it("fails with the reason if the transaction was reversed meanwhile, or the money is gone", async () => {
    const [first, second] = [await transfer(), await credit()];
    const [one, two] = [await submit(first.id), await submit(second.id)];
    expect((await reverse(first.id)).status).toBe(200);
    expect(await approve(one)).toMatchObject({ status: 409, body: { code: "transaction_reversed" } });
    await pay("/wallet/debit", { customerId: bola.customerId, amount: 40_000 });
    expect((await approve(two)).status).toBe(400);
    const failed = await infoOf(`transactionId=${two}`);
    expect(failed).toMatchObject({
      status: "failed",
      category: "DEBIT_CUSTOMER_WALLET",
      reversal: { of: { transactionId: second.id } },
    });
    // A failed request leaves the transaction open for another one.
    expect((await infoOf(`transactionId=${second.id}`)).reversal.isPossible).toBe(true);
  });

  it("can be read by everybody who reads requests, and declined, after the transaction was reversed otherwise", async () => {
    const paid = await transfer();
    const request = await submit(paid.id);
    const support = await money.dashboard(await testMember(money.services, money.merchant, "Support"));
    const admin = await money.dashboard(money.admin);
    const read = (headers: Headers) => money.call("GET", `/transaction/pending/${request}`, undefined, headers);
    expect((await read(support)).body.data?.checks.now).toMatchObject({ allowed: true, reasons: [] });
    expect((await reverse(paid.id)).status).toBe(200);
    const { status, body } = await read(admin);
    expect([status, body.data?.checks.now]).toMatchObject([
      200,
      { total: 100_000, source: null, target: null, allowed: false, reasons: [{ code: "transaction_reversed" }] },
    ]);
    expect((await read(support)).status).toBe(200);
    expect((await money.remove(`/transaction/${request}`, admin, { reason: "Reversed already" })).status).toBe(200);
  });

  it("needs the permission of the payment back", async () => {
    const paid = await transfer();
    const key = await money.call(
      "POST",
      "/merchant/restricted-keys",
      {
        name: "Credits",
        permissions: ["WALLET_CREDIT_DEBIT"],
        allowedAddresses: [],
        expiresAt: null,
      },
      await money.dashboard(money.admin),
    );
    const authorization = `Bearer ${key.body.data.key}`;
    expect(await reverse(paid.id, { authorization })).toMatchObject({
      status: 403,
      body: { code: "permission_missing" },
    });
    expect((await reverse((await credit()).id, { authorization })).status).toBe(200);
  });
});
