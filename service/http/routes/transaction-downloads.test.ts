import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { transferBetweenCustomers } from "../../domain/transfers/transfer-between-customers.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testContext } from "../../testing/context.ts";
import { parseCsv } from "../../testing/csv/parse-csv.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const HEADER = "id,reference,type,status,amount,fee,vat,total,currency,category,description,createdAt".split(",");
const FORMULA = `=HYPERLINK("http://x.example","click")`;

const database = useTestDatabase();
let money: MoneyApp;
let authorization: string;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  money = await openMoneyApp(database);
  authorization = `Bearer ${await sandboxPrivateKey(money.services, money.merchant)}`;
  ada = await createTestWallet(money.ctx);
  bola = await createTestWallet(money.ctx);
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
  await creditWallet(money.ctx, { customerId: ada.customerId, amount: 900_000, description: 'two\r\nlines, "quoted"' });
  const between = { fromCustomerId: ada.customerId, toCustomerId: bola.customerId };
  await transferBetweenCustomers(money.ctx, { ...between, amount: 5_000, description: FORMULA });
  await transferBetweenCustomers(money.ctx, { ...between, amount: 7_000, description: "＝1+1" });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

function fetchCsv(path: string) {
  return money.app.inject({ url: `/v1${path}`, headers: { authorization } });
}

const unprotected = (record: Record<string, string>) => ({
  ...record,
  description: record.description?.replace(/^'/, ""),
});

describe.each([
  ["merchant", "/transaction/download/merchant?", "/merchant/transactions?"],
  ["customer", "/transaction/download/customer?customerId=ADA&", "/transaction/customer?customerId=ADA&"],
])("GET /transaction/download/%s", (_side, download, list) => {
  it.each([
    "",
    "type=CREDIT",
    "minAmount=5001&maxAmount=7000",
    "category=WALLET_TO_WALLET_TRANSFER",
    "startDate=2099-01-01",
  ])("exports the same rows as the list, with the filter %j", async (filter) => {
    const reply = await fetchCsv(download.replace("ADA", ada.customerId) + filter);
    expect(reply).toMatchObject({
      statusCode: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": "attachment; filename=data.csv",
        "x-request-id": expect.any(String),
      },
    });
    const [header, ...records] = parseCsv(reply.body);
    expect(header).toEqual(HEADER);
    const { body } = await money.call("GET", list.replace("ADA", ada.customerId) + filter);
    const shown = body.transactions.map((one: LedgerTransaction) =>
      Object.fromEntries(HEADER.map((column) => [column, String(one[column as keyof LedgerTransaction] ?? "")])),
    );
    expect(
      records.map((cells) => unprotected(Object.fromEntries(cells.map((cell, place) => [HEADER[place] ?? "", cell])))),
    ).toEqual(shown);
  });

  it("prefixes spreadsheet formulas with an apostrophe", async () => {
    const records = parseCsv((await fetchCsv(download.replace("ADA", ada.customerId))).body);
    const descriptions = records.map((cells) => cells[HEADER.indexOf("description")]);
    expect(descriptions).toContain(`'${FORMULA}`);
    expect(descriptions).toContain("'＝1+1");
  });
});

it("has the chosen columns with naira, Lagos time, both sides and the balance after", async () => {
  const query = "columns=createdAt,balanceAfter,wallet,counterparty,narration,note,amount&unit=naira&zone=Lagos";
  await money.call("POST", "/wallet/credit", {
    customerId: bola.customerId,
    amount: 125_005,
    narration: "March salary",
    note: "Ticket 4711",
  });
  const [header, newest] = parseCsv(
    (await fetchCsv(`/transaction/download/customer?customerId=${bola.customerId}&${query}`)).body,
  );
  const columns = ["amountNaira", "narration", "note", "wallet", "counterparty", "balanceAfterNaira", "createdAt"];
  expect(header).toEqual(columns);
  expect(newest).toEqual([
    "1250.05",
    "March salary",
    "Ticket 4711",
    expect.any(String),
    expect.any(String),
    "1370.05",
    expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  ]);
  const [, newestOfAll] = parseCsv((await fetchCsv(`/transaction/download/merchant?${query}`)).body);
  expect(newestOfAll?.slice(0, 3)).toEqual(newest?.slice(0, 3));
  const refused = await money.call("GET", "/transaction/download/merchant?columns=amount,password");
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: expect.stringContaining("columns") }] } });
});

it("audits a download with its actor and filters", async () => {
  await fetchCsv(`/transaction/download/customer?customerId=${bola.customerId}&type=DEBIT`);
  const { rows } = await database.pool.query(
    `select actor_kind, object_kind, object_id, after from audit_log where action = 'transactions.download'
     order by at desc, id desc limit 1`,
  );
  expect(rows).toEqual([
    {
      actor_kind: "key",
      object_kind: "customer",
      object_id: bola.customerId,
      after: { type: "DEBIT", unit: "kobo", zone: "UTC" },
    },
  ]);
});

it("refuses another merchant's customer before the file starts", async () => {
  const other = await createTestMerchant(money.services);
  const { customerId } = await createTestWallet(testContext(money.services, { tenant: other.sandbox }));
  const reply = await fetchCsv(`/transaction/download/customer?customerId=${customerId}`);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ status: false, code: "customer_not_found" });
  expect(reply.headers["content-disposition"]).toBeUndefined();
});

describe("a file of 100,000 rows", () => {
  const ROWS = 100_000;
  let address: string;
  let big: string;

  beforeAll(async () => {
    const other = await createTestMerchant(money.services);
    big = `Bearer ${await sandboxPrivateKey(money.services, other)}`;
    // Wide, unposted rows, so that one statement creates 60 MB.
    await database.pool.query(
      `insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, actor, at)
       select $1, gen_random_uuid(), 'FAILED-' || i, 'transfer', 'failed', repeat('long ', 100), 1, 2, i, 'job:test',
         timestamptz '2026-01-01Z' + i / 7 * interval '1 second' from generate_series(1, ${ROWS}) i`,
      [other.sandbox.id],
    );
    await database.pool.query("analyze transactions");
    await money.app.listen({ port: 0, host: "127.0.0.1" });
    address = `http://127.0.0.1:${(money.app.server.address() as AddressInfo).port}/v1/transaction/download/merchant`;
  });

  async function open(): Promise<IncomingMessage> {
    const [response] = await once(get(address, { headers: { authorization: big } }), "response");
    return response;
  }

  it("streams each row once, without holding the file in memory", async () => {
    const before = liveHeap();
    let [peak, rest, bytes, chunks] = [0, "", 0, 0];
    const amounts = new Set<string>();
    for await (const chunk of await open()) {
      bytes += chunk.length;
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) amounts.add(line.split(",")[4] ?? "");
      chunks += 1;
      if (chunks % 50 === 0) peak = Math.max(peak, liveHeap() - before);
    }
    expect(amounts.size).toBe(ROWS + 1);
    expect(bytes).toBeGreaterThan(60e6);
    // Two pages of 1,000 rows, and the test's own set of amounts.
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(20e6);
  });

  it("reads from the database no faster than the caller does, and stops when the caller disconnects", async () => {
    const queries = vi.spyOn(money.services.db, "query");
    const reads = () => queries.mock.calls.filter(([query]) => isPage(query)).length;
    const response = await open();
    response.pause();
    const whileWaiting = await settled(reads);
    expect(whileWaiting).toBeGreaterThan(0);
    expect(whileWaiting).toBeLessThan(ROWS / 1_000 / 2);
    response.destroy();
    const afterwards = await settled(reads);
    expect(afterwards).toBeLessThanOrEqual(whileWaiting + 1);
  });

  it("aborts the response if the database fails, so that a partial file is recognisable", async () => {
    const response = await open();
    let isFirst = true;
    const query = money.services.db.query.bind(money.services.db);
    vi.spyOn(money.services.db, "query").mockImplementation(((...args: unknown[]) => {
      if (isPage(args[0]) && !isFirst) return Promise.reject(new Error("gone"));
      isFirst = false;
      return (query as (...args: unknown[]) => unknown)(...args);
    }) as typeof money.services.db.query);
    await expect(response.toArray()).rejects.toThrow("aborted");
  });
});

function isPage(query: unknown): boolean {
  return typeof query === "object" && query !== null && "text" in query && String(query.text).includes("with page as");
}

/** Heap bytes in use after a garbage collection. */
function liveHeap(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

/** Waits until a count is above zero and has not changed for half a second. */
async function settled(count: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = count();
    if (now > 0 && now === before) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
