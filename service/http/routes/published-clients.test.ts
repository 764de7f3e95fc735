import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { walletEndpoints } from "../../../contract/wallets.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type BatchApp, openBatchApp } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "../../testing/factories.ts";
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

const FILL = [
  `create temporary table people on commit drop as
   select i, gen_random_uuid() as customer, gen_random_uuid() as wallet, nextval('account_ids') as account from generate_series(1, $1::int) i`,
  "insert into accounts (tenant, id, kind, tier, frozen, post_no_credit) select $1, account, 'wallet', 1, false, false from people",
  `insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
   select $1, customer, 'Ada', 'Obi', i || '@mail.example', '+23470' || lpad(i::text, 8, '0'), '1990-05-16', now(), now() from people`,
  `insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
   select $1, wallet, account, customer, (3000000000 + i)::text, 'Ada Obi', '', now(), now() from people`,
];

/** A merchant with so many wallets, and its private key as a header. */
async function merchantWith(count: number): Promise<{ authorization: string }> {
  const merchant = await createTestMerchant(money.services);
  const client = await database.pool.connect();
  await client.query("begin");
  for (const [at, sql] of FILL.entries()) await client.query(sql, [at === 0 ? count : merchant.sandbox.id]);
  await client.query("commit");
  await client.query("analyze accounts, customers, wallets");
  client.release();
  return { authorization: `Bearer ${await sandboxPrivateKey(money.services, merchant)}` };
}

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
    const { status, body } = await create("Cashier", ["BROWSE_CUSTOMERS", "MANAGE_AIRTIME"]);
    expect([status, body.data.permissions]).toEqual([201, ["BROWSE_CUSTOMERS"]]);
  });

  it("refuses a role that would open nothing, and unknown names", async () => {
    expect((await create("Airtime", ["MANAGE_AIRTIME"])).body.message).toContain("opens something here");
    expect((await create("Fleet", ["MANAGE_CARS"])).status).toBe(400);
  });
});

describe("an unknown path", () => {
  it.each([
    ["/loan/balance", undefined],
    ["/transfers/pending", undefined],
    ["/loan/customer", undefined],
    ["/user/member", undefined],
    ["/wallets/customer", "/v1/wallet/customer"],
    ["/bvn/lokup", "/v1/bvn/lookup"],
  ])("%s never hints at another noun", async (path, hint) => {
    const { status, body } = await money.call("GET", path);
    expect(status).toBe(404);
    expect(/The closest path is ([^ ]+)\.$/.exec(body.message)?.[1]).toBe(hint);
  });
});

describe("GET /wallet", () => {
  const names = async (query = "") => {
    const { status, headers, body } = await money.call("GET", `/wallet${query}`);
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    const reply = walletEndpoints.listWallets.reply.parse(body);
    return { ids: reply.wallets.map(({ customerId }) => customerId), metadata: reply.metadata, link: headers.link };
  };

  it("answers all wallets without page and perPage, as its pages do", async () => {
    await Promise.all(Array.from({ length: 25 }, () => createTestWallet(money.ctx, { lastName: "Streamed" })));
    const all = await names();
    const [first, second] = [await names("?page=1&perPage=20"), await names("?page=2")];
    expect(all.ids.length).toBeGreaterThan(25);
    expect(all.ids.slice(0, 40)).toEqual([...first.ids, ...second.ids]);
    expect(all.metadata).toEqual({ page: 1, perPage: 10_000, totalRecords: all.ids.length, totalPages: 1 });
    expect(first.metadata).toMatchObject({ page: 1, perPage: 20, totalRecords: all.ids.length });
    expect(all.link).toBeUndefined();
    const search = await names("?search=Streamed&status=ACTIVE");
    expect([search.ids.length, search.metadata.totalRecords]).toEqual([25, 25]);
    expect((await names("?status=FROZEN&tier=TIER_3")).ids).toEqual([]);
  });

  it("stops at 10,000 and links to the page after them", async () => {
    const key = await merchantWith(10_003);
    const { body, headers } = await money.call("GET", "/wallet?tier=TIER_1", undefined, key);
    expect([body.wallets.length, body.metadata]).toEqual([
      10_000,
      { page: 1, perPage: 10_000, totalRecords: 10_003, totalPages: 2 },
    ]);
    expect(headers.link).toBe('</v1/wallet?tier=TIER_1&page=101&perPage=100>; rel="next"');
    const next = await money.call("GET", /<\/v1([^>]+)>/.exec(String(headers.link))?.[1] ?? "", undefined, key);
    expect(next.body.wallets).toHaveLength(3);
    const ids = [...body.wallets, ...next.body.wallets].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(10_003);
  });
});

describe("downloads", () => {
  const download = (path: string, accept?: string) =>
    money.app.inject({
      url: `/v1/transaction/download/${path}`,
      headers: { authorization: money.authorization, ...(accept ? { accept } : {}) },
    });

  it.each(["application/json", "application/json, text/plain, */*", "application/json;q=0.9, text/csv;q=0.5"])(
    "answer the rows of the list as JSON to Accept %s",
    async (accept) => {
      const { transactions } = (await money.call("GET", "/merchant/transactions?perPage=100")).body;
      const merchant = await download("merchant", accept);
      expect(merchant.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(merchant.json()).toEqual({ status: true, message: expect.any(String), data: transactions });
      const own = (await money.call("GET", `/transaction/customer?perPage=100&customerId=${ada.customerId}`)).body;
      const customer = await download(`customer?customerId=${ada.customerId}`, accept);
      expect(customer.json().data).toEqual(own.transactions);
    },
  );

  it.each([
    undefined,
    "*/*",
    "text/csv",
    "text/csv, application/json",
    "text/html, application/json",
    "application/json;q=0.1, text/csv",
  ])("answer CSV to Accept %s", async (accept) => {
    const { headers, body } = await download("merchant", accept);
    expect([headers["content-type"], headers["content-disposition"]]).toEqual([
      "text/csv; charset=utf-8",
      "attachment; filename=data.csv",
    ]);
    expect(body).toMatch(/^id,reference,type,status,amount,fee,vat,total,currency,category,description,createdAt\r?\n/);
  });

  it.each(["unit=naira", "zone=Lagos", "columns=reference,amount"])("answer CSV to %s", async (query) => {
    for (const path of ["merchant?", `customer?customerId=${ada.customerId}&`]) {
      const written = await download(`${path}${query}`, "application/json");
      expect(written.headers["content-type"]).toBe("text/csv; charset=utf-8");
      const usual = await download(`${path}unit=kobo&zone=UTC`, "application/json");
      expect(usual.headers["content-type"]).toBe("application/json; charset=utf-8");
    }
  });

  it("answer an empty list and refusals in the envelope", async () => {
    const none = await download("merchant?category=NIP_CREDIT", "application/json");
    expect(none.json()).toMatchObject({ status: true, data: [] });
    const unknown = await download(`customer?customerId=${money.services.ids.next()}`, "application/json");
    expect(unknown.json()).toMatchObject({ status: false, code: "customer_not_found" });
  });
});
