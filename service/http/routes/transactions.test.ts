import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { findBooks } from "../../db/ledger/accounts.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { debitWallet } from "../../domain/batches/single/debit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { moveMoney } from "../../domain/transactions/move-money.ts";
import { transferBetweenCustomers } from "../../domain/transfers/transfer-between-customers.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const database = useTestDatabase();
// 23:30 on 1 March in Lagos.
const clock = testClock("2026-03-01T22:30:00.000Z");
let money: MoneyApp;
let ada: CreatedWallet;
let bola: CreatedWallet;
let stranger: { customerId: string; transactionId: string; authorization: string };
const FAILED = "0190a000-0000-7000-8000-00000000fa11";
const BATCH = "0190a000-0000-7000-8000-0000000ba7c4";

beforeAll(async () => {
  money = await openMoneyApp(database, { clock });
  const { ctx } = money;
  ada = await createTestWallet(ctx, { firstName: "Adaeze", lastName: "Nwosu" });
  bola = await createTestWallet(ctx, { firstName: "Bola", lastName: "O'Neil" });
  await database.pool.query("update tenant_settings set can_debit_customer = true");
  await fundMerchantWallet(ctx, { amount: 10_000_000 });
  await creditWallet(ctx, {
    customerId: ada.customerId,
    amount: 500_000,
    reference: "CREDIT-0001",
    metadata: { n: 1 },
  });
  clock.set("2026-03-01T23:30:00.000Z");
  await transferBetweenCustomers(ctx, {
    fromCustomerId: ada.customerId,
    toCustomerId: bola.customerId,
    amount: 100_000,
    description: "Rent",
  });
  clock.advance(1_000);
  await debitWallet(ctx, { customerId: bola.customerId, amount: 30_000, reference: "DEBIT-0001" });
  clock.advance(1_000);
  await creditInBatch([ada, bola]);
  clock.advance(1_000);
  await insertFailedTransfer();
  stranger = await createStranger();
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

async function creditInBatch(wallets: CreatedWallet[]): Promise<void> {
  const books = await findBooks(database.pool, money.ctx.tenant.id);
  if (!books) throw new Error("no books");
  await moveMoney(money.ctx, {
    movements: wallets.map((wallet, index) => ({
      kind: "credit",
      source: books.merchantAccountId,
      destination: wallet.accountId,
      amount: BigInt(index + 5),
      reference: `BATCH-000${index}`,
      batch: BATCH,
    })),
    answer: () => ({}),
    audit: () => [],
  });
}

/** Inserts the record that a failed approval creates (Wire 3.3). */
async function insertFailedTransfer(): Promise<void> {
  await database.pool.query(
    `insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, fee_base, description,
       actor, at)
     values ($1, $2, 'FAILED-0001', 'transfer', 'failed', 'Source wallet is not active.', $3, $4, 700, 1000, 'Rent', 'job:test', $5)`,
    [money.ctx.tenant.id, FAILED, ada.accountId, bola.accountId, clock.now()],
  );
}

async function createStranger() {
  const other = await createTestMerchant(money.services);
  const ctx = testContext(money.services, { tenant: other.sandbox });
  await fundMerchantWallet(ctx, { amount: 1_000 });
  const { customerId } = await createTestWallet(ctx);
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from transactions where tenant = $1 and status = 'success'",
    [ctx.tenant.id],
  );
  await database.pool.query(
    `insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, actor, at)
     select $1, gen_random_uuid(), reference, kind, status, failure, source, destination, amount, actor, at
     from transactions where id = $2`,
    [ctx.tenant.id, FAILED],
  );
  const authorization = `Bearer ${await sandboxPrivateKey(money.services, other)}`;
  return { customerId, transactionId: rows[0]?.id ?? "", authorization };
}

type Listed = { transactions: LedgerTransaction[]; metadata: object };

async function list(path: string, query: Record<string, string> = {}): Promise<Listed> {
  const reply = await money.call("GET", `${path}?${new URLSearchParams(query)}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

async function references(path: string, query: Record<string, string> = {}): Promise<string[]> {
  const { transactions } = await list(path, query);
  return transactions.map(({ reference, category }) => (/^[A-Z]+-/.test(reference) ? reference : category));
}

const EVERYTHING = [
  "FAILED-0001",
  "BATCH-0001",
  "BATCH-0000",
  "DEBIT-0001",
  "WALLET_TO_WALLET_TRANSFER",
  "CREDIT-0001",
  "MERCHANT_FUND_LOAD",
];

describe("GET /merchant/transactions", () => {
  it("lists every transaction once, newest first, from the merchant's side", async () => {
    const { transactions, metadata } = await list("/merchant/transactions");
    expect(await references("/merchant/transactions")).toEqual(EVERYTHING);
    expect(metadata).toEqual({ page: 1, perPage: 20, totalRecords: 7, totalPages: 1 });
    expect(
      transactions.map(({ type, balance_before, balance_after }) => [type, balance_before, balance_after]),
    ).toEqual([
      ["DEBIT", null, null],
      ["DEBIT", null, null],
      ["DEBIT", null, null],
      ["CREDIT", 9_500_000, 9_530_000],
      ["DEBIT", 500_000, 399_000],
      ["DEBIT", 10_000_000, 9_500_000],
      ["CREDIT", 0, 10_000_000],
    ]);
  });

  it("returns exactly the fields of the record", async () => {
    const { transactions } = await list("/merchant/transactions", {
      category: "WALLET_TO_WALLET_TRANSFER",
      status: "success",
      include: "metadata",
    });
    const adasWallet = {
      walletId: ada.walletId,
      customerId: ada.customerId,
      name: "Adaeze Nwosu",
      accountNumber: ada.accountNumber,
    };
    expect(transactions).toEqual([
      {
        id: expect.any(String),
        reference: expect.stringMatching(/^[0-9A-Z]{26}$/),
        type: "DEBIT",
        status: "success",
        amount: 100_000,
        fee: 1_000,
        vat: 0,
        total: 101_000,
        currency: "NGN",
        category: "WALLET_TO_WALLET_TRANSFER",
        description: "Rent",
        narration: null,
        note: null,
        isReversal: false,
        mode: "SANDBOX",
        completed: true,
        source: ada.walletId,
        destination: bola.walletId,
        sourceWallet: adasWallet,
        destinationWallet: expect.objectContaining({ name: "Bola O'Neil", accountNumber: bola.accountNumber }),
        balance_before: 500_000,
        balance_after: 399_000,
        metadata: {},
        createdAt: "2026-03-01T23:30:00.000Z",
        updatedAt: "2026-03-01T23:30:00.000Z",
      },
    ]);
  });

  it("leaves metadata out of both lists unless it is asked for", async () => {
    const lists: [string, Record<string, string>][] = [
      ["/merchant/transactions", {}],
      ["/transaction/customer", { customerId: ada.customerId }],
    ];
    for (const [path, query] of lists) {
      const isThere = async (asked: Record<string, string>) =>
        (await list(path, { ...query, ...asked })).transactions.map((one) => "metadata" in one);
      expect(new Set(await isThere({}))).toEqual(new Set([false]));
      expect(new Set(await isThere({ include: "metadata" }))).toEqual(new Set([true]));
    }
    const { transactions } = await list("/merchant/transactions", { include: "metadata", search: "CREDIT-0001" });
    expect(transactions[0]?.metadata).toEqual({ n: 1 });
  });

  it("returns a failed transaction with its reason and without balances", async () => {
    const { transactions } = await list("/merchant/transactions", { status: "failed" });
    expect(transactions).toMatchObject([
      {
        id: FAILED,
        status: "failed",
        completed: false,
        description: "Source wallet is not active.",
        balance_before: null,
        balance_after: null,
      },
    ]);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ type: "CREDIT" }, ["DEBIT-0001", "MERCHANT_FUND_LOAD"]],
    [{ type: "DEBIT", status: "success" }, ["BATCH-0001", "BATCH-0000", "WALLET_TO_WALLET_TRANSFER", "CREDIT-0001"]],
    [{ category: "CREDIT_CUSTOMER_WALLET" }, ["BATCH-0001", "BATCH-0000", "CREDIT-0001"]],
    [{ category: "WALLET_CREDITED_BY_MERCHANT" }, []],
    [{ category: "MERCHANT_FUND_LOAD", type: "DEBIT" }, []],
    [{ status: "failed" }, ["FAILED-0001"]],
    [{ status: "pending" }, []],
    [{ endDate: "2026-03-01" }, ["CREDIT-0001", "MERCHANT_FUND_LOAD"]],
    [{ startDate: "2026-03-02" }, EVERYTHING.slice(0, 5)],
    [{ startDate: "2026-03-02", endDate: "2026-03-02", type: "CREDIT" }, ["DEBIT-0001"]],
    [{ startDate: "2026-03-01T23:30:01Z", endDate: "2026-03-02T00:30:01+01:00" }, ["DEBIT-0001"]],
    [{ startDate: "0001-01-01", endDate: "9999-12-31" }, EVERYTHING],
    [{ startDate: "0000-01-01", endDate: "9999-12-31T23:59:59-23:59" }, EVERYTHING],
    [{ search: "CREDIT-0" }, ["CREDIT-0001"]],
    [{ search: "credit-0001" }, ["CREDIT-0001"]],
    [{ search: "FAILED-0" }, ["FAILED-0001"]],
    [{ search: "bola" }, ["FAILED-0001", "BATCH-0001", "DEBIT-0001", "WALLET_TO_WALLET_TRANSFER"]],
    [{ search: "o'neil bo", status: "failed" }, ["FAILED-0001"]],
    [{ search: "nwosu", category: "CREDIT_CUSTOMER_WALLET" }, ["BATCH-0000", "CREDIT-0001"]],
    [{ search: "nobody" }, []],
    [{ search: FAILED }, ["FAILED-0001"]],
    [{ search: "' & | ! ( ) \\ :* <->" }, []],
    [{ search: "%" }, []],
  ])("filters by %j", async (query, expected) => {
    expect(await references("/merchant/transactions", query)).toEqual(expected);
    expect((await list("/merchant/transactions", query)).metadata).toMatchObject({ totalRecords: expected.length });
  });

  it("finds a wallet's transactions by account number, customer ID and wallet ID", async () => {
    const ofBola = await references("/merchant/transactions", { search: "bola" });
    for (const search of [bola.accountNumber, bola.customerId, bola.walletId]) {
      expect(await references("/merchant/transactions", { search })).toEqual(ofBola);
    }
  });

  it("pages without gaps or repeats, and is empty past the end", async () => {
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page) => references("/merchant/transactions", { page, perPage: "2" })),
    );
    expect(pages.flat()).toEqual(EVERYTHING);
    const behind = await list("/merchant/transactions", { page: "999999999", perPage: "2" });
    expect(behind).toMatchObject({ transactions: [], metadata: { page: 999_999_999, totalRecords: 7, totalPages: 4 } });
  });
});

describe("GET /transaction/customer", () => {
  it("lists the same transactions from the wallet's side", async () => {
    const { transactions } = await list("/transaction/customer", { customerId: bola.customerId });
    expect(
      transactions.map((one) => [one.type, one.category, one.total, one.balance_before, one.balance_after]),
    ).toEqual([
      ["CREDIT", "WALLET_TO_WALLET_TRANSFER", 700, null, null],
      ["CREDIT", "WALLET_CREDITED_BY_MERCHANT", 6, 70_000, 70_006],
      ["DEBIT", "WALLET_DEBITED_BY_MERCHANT", 30_000, 100_000, 70_000],
      ["CREDIT", "WALLET_TO_WALLET_TRANSFER", 100_000, 0, 100_000],
    ]);
  });

  it("shows the fee to the payer only", async () => {
    const transfer = { category: "WALLET_TO_WALLET_TRANSFER", status: "success" };
    const [paid] = (await list("/transaction/customer", { customerId: ada.customerId, ...transfer })).transactions;
    const [got] = (await list("/transaction/customer", { customerId: bola.customerId, ...transfer })).transactions;
    expect([paid?.id, paid?.type, paid?.fee, paid?.total]).toEqual([got?.id, "DEBIT", 1_000, 101_000]);
    expect([got?.type, got?.fee, got?.total]).toEqual(["CREDIT", 0, 100_000]);
  });

  it.each<[Record<string, string>, string[]]>([
    [{}, ["FAILED-0001", "BATCH-0000", "WALLET_TO_WALLET_TRANSFER", "CREDIT-0001"]],
    [{ type: "CREDIT" }, ["BATCH-0000", "CREDIT-0001"]],
    [{ type: "DEBIT", status: "success" }, ["WALLET_TO_WALLET_TRANSFER"]],
    [{ category: "WALLET_CREDITED_BY_MERCHANT" }, ["BATCH-0000", "CREDIT-0001"]],
    [{ category: "CREDIT_CUSTOMER_WALLET" }, []],
    [{ status: "failed" }, ["FAILED-0001"]],
    [{ endDate: "2026-03-01" }, ["CREDIT-0001"]],
    [{ startDate: "0000-01-01", endDate: "9999-12-31T23:59:59-23:59", type: "CREDIT" }, ["BATCH-0000", "CREDIT-0001"]],
    [{ startDate: "2026-03-02", status: "success" }, ["BATCH-0000", "WALLET_TO_WALLET_TRANSFER"]],
    [{ search: "neil" }, ["FAILED-0001", "WALLET_TO_WALLET_TRANSFER"]],
    [{ search: "nwosu" }, []],
    [{ search: "batch-0" }, ["BATCH-0000"]],
    [{ search: "FAILED-0001" }, ["FAILED-0001"]],
    [{ page: "2", perPage: "3" }, ["CREDIT-0001"]],
  ])("filters by %j", async (query, expected) => {
    expect(await references("/transaction/customer", { customerId: ada.customerId, ...query })).toEqual(expected);
  });

  it("does not find another merchant's customer", async () => {
    const foreign = await money.call("GET", `/transaction/customer?customerId=${stranger.customerId}`);
    const missing = await money.call("GET", `/transaction/customer?customerId=${FAILED}`);
    expect(foreign).toMatchObject({ status: 400, body: { code: "customer_not_found" } });
    expect({ ...foreign.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
  });
});

describe("GET /transaction/info", () => {
  it("returns entries that sum to zero, the fees and both sides", async () => {
    const [listed] = (
      await list("/merchant/transactions", {
        category: "WALLET_TO_WALLET_TRANSFER",
        status: "success",
        include: "metadata",
      })
    ).transactions;
    const { body } = await money.call("GET", `/transaction/info?transactionId=${listed?.id}`);
    expect(body.transaction).toEqual({
      ...listed,
      fee_breakdown: { base_fee: 1_000, merchant_fee: 0, total_fee: 1_000 },
      failureReason: null,
      actorKind: "platform",
      actorName: "",
      batchId: null,
      approvalId: null,
      reversal: { of: null, by: null, pendingId: null, isPossible: true },
      entries: [
        {
          accountKind: "wallet",
          name: "Adaeze Nwosu",
          accountNumber: ada.accountNumber,
          delta: -101_000,
          balanceAfter: 399_000,
        },
        {
          accountKind: "wallet",
          name: "Bola O'Neil",
          accountNumber: bola.accountNumber,
          delta: 100_000,
          balanceAfter: 100_000,
        },
        { accountKind: "platform_fee", name: null, accountNumber: null, delta: 1_000, balanceAfter: null },
      ],
    });
    expect(body).toEqual((await money.call("GET", `/transaction/info?reference=${listed?.reference}`)).body);
    expect(body).toEqual((await money.call("GET", `/merchant/transaction/${listed?.reference}`)).body);
  });

  it("returns the batch of a batch item, and no balance for a shared entry", async () => {
    const { body } = await money.call("GET", "/transaction/info?reference=BATCH-0001");
    expect(body.transaction).toMatchObject({
      batchId: BATCH,
      balance_after: null,
      entries: [
        { accountKind: "merchant", delta: -6, balanceAfter: null },
        { accountKind: "wallet", delta: 6, balanceAfter: 70_006 },
      ],
    });
  });

  it("returns the reason of a failed transaction, and prefers a posted one with the same reference", async () => {
    const failed = await money.call("GET", "/transaction/info?reference=FAILED-0001");
    expect(failed.body.transaction).toMatchObject({
      id: FAILED,
      failureReason: "Source wallet is not active.",
      entries: [],
      fee_breakdown: { base_fee: 1_000, merchant_fee: 0, total_fee: 1_000 },
    });
    await database.pool.query(
      `insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, actor, at)
       select tenant, gen_random_uuid(), 'DEBIT-0001', kind, status, failure, source, destination, amount, actor, at - interval '1 year'
       from transactions where id = $1`,
      [FAILED],
    );
    const posted = await money.call("GET", "/transaction/info?reference=DEBIT-0001");
    expect(posted.body.transaction).toMatchObject({ status: "success", amount: 30_000 });
  });

  it("does not find another merchant's transaction by ID or by reference", async () => {
    const foreign = await money.call("GET", `/transaction/info?transactionId=${stranger.transactionId}`);
    const missing = await money.call("GET", `/transaction/info?transactionId=${BATCH}`);
    expect(foreign).toMatchObject({ status: 404, body: { code: "transaction_not_found" } });
    expect({ ...foreign.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
    const { authorization } = stranger;
    const byReference = await money.call("GET", "/transaction/info?reference=DEBIT-0001", undefined, { authorization });
    expect(byReference.status).toBe(404);
  });

  it("requires an ID or a reference, which must match if both are given", async () => {
    expect(await money.call("GET", "/transaction/info")).toMatchObject({ status: 400 });
    expect(await money.call("GET", `/transaction/info?transactionId=${FAILED}&reference=DEBIT-0001`)).toMatchObject({
      status: 404,
    });
  });
});

describe("malformed input", () => {
  it.each([
    "/merchant/transactions?page=0",
    "/merchant/transactions?perPage=x",
    "/merchant/transactions?type=BOTH",
    "/merchant/transactions?category=RENT",
    "/merchant/transactions?status=done",
    "/merchant/transactions?startDate=2026-02-30",
    "/merchant/transactions?startDate=2026-03-02&endDate=2026-03-01",
    "/merchant/transactions?search=",
    "/merchant/transactions?search=%00",
    "/merchant/transactions?search=a&search=b",
    `/merchant/transactions?search=${"x".repeat(101)}`,
    "/transaction/customer",
    "/transaction/customer?customerId=9900000001",
    "/transaction/info?transactionId=x",
    `/transaction/info?reference=${"x".repeat(101)}`,
    "/transaction/download/customer?customerId=x",
    "/transaction/download/merchant?endDate=soon",
  ])("refuses %s with 400", async (path) => {
    expect(await money.call("GET", path)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  });

  it.each(["?search=%F0%9F%92%B8", "?search=%EF%BC%9D", "?search=\u0130stanbul", "?search=a%20%20%27b", "?search=0"])(
    "accepts %s",
    async (query) => {
      expect((await money.call("GET", `/merchant/transactions${query}`)).status).toBe(200);
      const customer = `/transaction/customer${query}&customerId=${ada.customerId}`;
      expect((await money.call("GET", customer)).status).toBe(200);
    },
  );
});
