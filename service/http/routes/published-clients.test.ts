import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type BatchApp, openBatchApp } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

/**
 * What existing clients of this API family send and read beyond the specification, byte for byte as they send it. The list of
 * differences, with the ones that stay, is decision 0130.
 */
const database = useTestDatabase({ connections: 12 });
let money: BatchApp;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  money = await openBatchApp(database);
  await money.set("can_debit_customer = true, internal_transfers = true");
  ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  bola = await createTestWallet(money.ctx, { firstName: "Bola" });
  await fundMerchantWallet(money.ctx, { amount: 100_000_000 });
  await creditWallet(money.ctx, { customerId: ada.customerId, amount: 1_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

const newPerson = (more: object) => ({
  firstName: "Ridwan",
  lastName: "Adekunle",
  dateOfBirth: "1992-05-16",
  email: "ridwan@client.example",
  address: "12 Marina, Lagos",
  ...more,
});

describe("POST /wallet", () => {
  it("answers walletId and updated", async () => {
    const { status, body } = await money.call(
      "POST",
      "/wallet",
      newPerson({ bvn: "22181029355", phoneNumber: "08020000001" }),
    );
    expect([status, body.wallet]).toMatchObject([
      201,
      { walletId: body.wallet.id, updated: false, walletType: "Customers" },
    ]);
  });

  it.each([
    ["TIER_1", { bvn: "22181029455" }],
    ["TIER_2", { bvn: "22181029555" }],
    ["TIER_3", { bvn: "22181029655", nin: "33181029655" }],
  ])("raises the new wallet to %s when the documents suffice", async (tier, documents) => {
    const phoneNumber = `0802000010${tier.at(-1)}`;
    const { status, body } = await money.call("POST", "/wallet", newPerson({ ...documents, phoneNumber, tier }));
    expect([status, body.customer?.tier]).toEqual([201, tier]);
    const { wallet } = (await money.call("GET", `/wallet/customer?customerId=${body.customer.id}`)).body;
    expect(wallet.tier).toBe(tier);
  });

  it("answers 400 that names the missing document, and creates nothing", async () => {
    const person = newPerson({ bvn: "22181029755", phoneNumber: "08020000031", tier: "TIER_3" });
    const { status, body } = await money.call("POST", "/wallet", person);
    expect([status, body.code, body.message]).toEqual([400, "tier_document_missing", expect.stringContaining("NIN")]);
    const found = await money.call("GET", "/customer/phone?phoneNumber=08020000031");
    expect(found.status).not.toBe(200);
  });
});

it("POST /wallet/credit and /wallet/debit repeat reference and amount at the top", async () => {
  for (const path of ["/wallet/credit", "/wallet/debit"]) {
    const reference = money.reference();
    const { body } = await money.call("POST", path, {
      amount: 2_500,
      reference,
      customerId: ada.customerId,
      metadata: {},
    });
    expect(body).toMatchObject({ status: true, reference, amount: 2_500, data: { reference, amount: 2_500 } });
  }
});

it("GET /transaction/batch names the merchant as the source in both directions", async () => {
  for (const path of ["/wallet/batch-credit-customer-wallet", "/wallet/batch-debit-customer-wallet"]) {
    const transactions = [{ amount: 200, reference: money.reference(), customerId: ada.customerId }];
    await money.call("POST", path, { batchReference: money.reference(), transactions });
  }
  const { id: walletId } = (await money.call("GET", "/merchant/wallet")).body.data;
  const { data } = (await money.call("GET", "/transaction/batch?page=1")).body;
  const source = { type: "Merchant", userId: money.merchant.merchantId, walletId };
  expect(data).toMatchObject([
    { type: "DEBIT", source },
    { type: "CREDIT", source },
  ]);
});

it("GET /transaction/customer gives the rows of a customer as userId", async () => {
  const { body } = await money.call(
    "GET",
    `/transaction/customer?customerId=${ada.customerId}&page=1&type=ALL&perPage=2`,
  );
  expect(body.transactions.map((row: { userId: string }) => row.userId)).toEqual([ada.customerId, ada.customerId]);
});

describe("published categories", () => {
  it.each([
    "BANK_TRANSFER_COMMISSION",
    "CARD_DEBIT",
    "CUSTOMER_BANK_TRANSFER",
    "NIP_CREDIT",
    "STAMP_DUTY",
    "VAT_COMMISSION",
  ])("%s filters every list, without a match", async (category) => {
    const lists = [
      `/merchant/transactions?page=1&type=ALL&status=success&category=${category}`,
      `/transaction/customer?customerId=${ada.customerId}&page=1&type=ALL&category=${category}`,
      `/transaction/batch?page=1&category=${category}&type=ALL&search=`.replace("&search=", ""),
      `/transaction/pending?page=1&type=ALL&category=${category}`,
    ];
    for (const path of lists) {
      const { status, body } = await money.call("GET", path);
      expect([path, status, body.transactions ?? body.data]).toEqual([path, 200, []]);
    }
    const authorization = money.authorization;
    const file = await money.app.inject({
      url: `/v1/transaction/download/merchant?category=${category}`,
      headers: { authorization },
    });
    expect([file.statusCode, file.body.trim().split("\n").length]).toEqual([200, 1]);
  });

  it("an unknown one is 400", async () => {
    expect((await money.call("GET", "/merchant/transactions?category=GIFTS")).status).toBe(400);
  });
});

describe("DELETE /transaction/{id}", () => {
  const submit = async () => {
    const headers = await money.dashboard(money.operator);
    const body = { amount: 2_000, customerId: bola.customerId, reference: money.reference() };
    const { headers: answered } = await money.call("POST", "/wallet/credit", body, headers);
    return String(answered.location).split("/").at(-1);
  };
  const removed = async (id: string | undefined, payload?: object) => {
    const reply = await money.remove(`/transaction/${id}`, await money.dashboard(money.admin), payload);
    const { data } = (await money.call("GET", `/transaction/pending/${id}`)).body;
    return [reply.status, reply.body.message, data.status, data.declineReason];
  };

  it("takes no reason", async () => {
    const answer = [200, "Transaction successfully removed.", "DECLINED"];
    expect(await removed(await submit())).toEqual([...answer, "No reason given"]);
    expect(await removed(await submit(), {})).toEqual([...answer, "No reason given"]);
    expect(await removed(await submit(), { reason: "Twice" })).toEqual([...answer, "Twice"]);
  });

  it("still refuses an empty one", async () => {
    expect(await removed(await submit(), { reason: " " })).toEqual([400, "reason must not be empty.", "PENDING", null]);
  });
});

it("POST /wallet/close needs a reason, as the specification says", async () => {
  const { status, body } = await money.call("POST", "/wallet/close", { customerId: bola.customerId });
  expect([status, body.message]).toEqual([400, "reason is required."]);
});

it("GET /merchant/profile has the published fees", async () => {
  await money.set("batch_item_fee = 150, wallet_creation_fee = 0");
  const { data } = (await money.call("GET", "/merchant/profile")).body;
  expect(data).toMatchObject({
    baseCustomerWalletCredit: 150,
    transferCharges: { max5000: 1_000, max50000: 2_500, min50000: 5_000 },
    tier_1_daily_limit: 5_000_000,
    canLogin: true,
  });
  await money.set("batch_item_fee = 0");
});

describe("POST /team/roles", () => {
  const create = async (name: string, permissions: string[]) =>
    await money.call("POST", "/team/roles", { name, permissions }, await money.dashboard(money.admin));

  it("leaves out published permissions of services that do not exist here", async () => {
    const { status, body } = await create("Cashier", ["BROWSE_CUSTOMERS", "MANAGE_AIRTIME", "MANAGE_PREPAID_CARD"]);
    expect([status, body.data.permissions]).toEqual([201, ["BROWSE_CUSTOMERS"]]);
  });

  it("refuses a role that would open nothing, and unknown names", async () => {
    expect((await create("Airtime", ["MANAGE_AIRTIME"])).body.message).toContain("opens something here");
    expect((await create("Fleet", ["MANAGE_CARS"])).status).toBe(400);
  });
});

describe("an unknown path", () => {
  it.each([
    ["/card/balance", undefined],
    ["/transfers/pending", undefined],
    ["/card/customer", undefined],
    ["/user/member", undefined],
    ["/wallets/customer", "/v1/wallet/customer"],
    ["/bvn/lokup", "/v1/bvn/lookup"],
  ])("%s never hints at another noun", async (path, hint) => {
    const { status, body } = await money.call("GET", path);
    expect(status).toBe(404);
    expect(/The closest path is ([^ ]+)\.$/.exec(body.message)?.[1]).toBe(hint);
  });
});
