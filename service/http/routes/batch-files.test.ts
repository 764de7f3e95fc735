import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_MESSAGE } from "../../../contract/envelope.ts";
import { approveTransaction } from "../../domain/approvals/approve-transaction.ts";
import { expireApprovals } from "../../domain/approvals/expire-approvals.ts";
import { creditWallet } from "../../domain/batches/credit-wallet.ts";
import { processBatches } from "../../domain/batches/process-batches.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { freezeWallet } from "../../domain/wallets/freeze-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/open-wallet.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/money-app.ts";
import { parseCsv } from "../../testing/parse-csv.ts";
import { expectApprovalsToHold } from "../../testing/pending.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const UPLOAD = "/v1/wallet/bulk-credit-customer";
const database = useTestDatabase();
let money: MoneyApp;
let ada: CreatedWallet;
let bola: CreatedWallet;
let operator: Awaited<ReturnType<typeof testMember>>;
let admin: Awaited<ReturnType<typeof testMember>>;
let made = 0;

beforeAll(async () => {
  money = await openMoneyApp(database);
  operator = await testMember(money.services, money.merchant, "Operator");
  admin = await testMember(money.services, money.merchant, "Admin");
});
beforeEach(async () => {
  await set(
    "batch_item_fee = 0, can_debit_customer = true, merchant_daily_limit = null, require_pin_for_debit = false",
  );
  ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  bola = await createTestWallet(money.ctx, { firstName: "Bola" });
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToHold(database.pool);
});
afterAll(() => money.close());

async function set(columns: string): Promise<void> {
  await database.pool.query(`update tenant_settings set ${columns} where tenant = $1`, [money.ctx.tenant.id]);
}

function reference(): string {
  made += 1;
  return `UPL-${String(made).padStart(10, "0")}`;
}

const work = (forMs = 60_000) => processBatches(money.services, { forMs });
const dashboard = async (who: { email: string }) => bearerOf(money.services, who.email, "dashboard");

async function balanceOf(wallet: { walletId: string }): Promise<number> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select a.balance from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id where w.id = $1",
    [wallet.walletId],
  );
  return Number(rows[0]?.balance);
}

type Fields = { operation?: string; batchReference?: string };

async function upload(file: string, fields: Fields = {}, headers: Record<string, string> = {}) {
  const boundary = "a-boundary";
  const parts = Object.entries({ operation: "credit", ...fields }).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  const reply = await money.app.inject({
    method: "POST",
    url: UPLOAD,
    headers: {
      authorization: money.authorization,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: `${parts.join("")}${head}${file}\r\n--${boundary}--\r\n`,
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

const csv = (...rows: string[]) => `customerId,amount,reference,narration\n${rows.join("\n")}\n`;
const rowOf = (wallet: { customerId: string }, amount: number, more = ",") => `${wallet.customerId},${amount},${more}`;

async function statusOf(batchId: string): Promise<Record<string, unknown>> {
  const { body } = await money.call("GET", `/wallet/bulk-credit-customer-status?batchId=${batchId}`);
  return body.data;
}

async function remove(path: string, headers: Record<string, string> = {}, payload?: object) {
  const reply = await money.app.inject({
    method: "DELETE",
    url: `/v1${path}`,
    headers: { authorization: money.authorization, ...headers },
    ...(payload ? { payload } : {}),
  });
  return { status: reply.statusCode, body: reply.json() };
}
const cancel = (batchId: string) => remove(`/wallet/bulk-credit-customer/${batchId}`);

async function download(batchId: string, query = ""): Promise<string[][]> {
  const reply = await money.app.inject({
    method: "GET",
    url: `${UPLOAD}/${batchId}/rows.csv${query}`,
    headers: { authorization: money.authorization },
  });
  return parseCsv(reply.body);
}

describe("an uploaded file", () => {
  it("is accepted at once, paid by the worker, and followed all the way", async () => {
    const batchReference = reference();
    const file = csv(rowOf(ada, 500, "REF-UPLOAD-1,Salary"), rowOf(bola, 300), rowOf(ada, 1), "x,5,,", rowOf(ada, 700));
    const { status, body } = await upload(file, { batchReference });
    expect(status).toBe(202);
    expect(body).toEqual({
      status: true,
      message: DEFAULT_MESSAGE,
      data: { batchId: expect.any(String), batchReference, status: "pending", rows: 5 },
    });
    const { batchId } = body.data;
    expect(await statusOf(batchId)).toMatchObject({ status: "pending", total: 5, processed: 2, rejected: 2 });
    expect(await balanceOf(ada)).toBe(0);

    expect(await work()).toEqual({ rows: 5 });
    expect(await statusOf(batchId)).toEqual({
      batchId,
      batchReference,
      operation: "credit",
      status: "partially_completed",
      total: 5,
      processed: 5,
      accepted: 3,
      rejected: 2,
      totalAmount: 1_500,
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    });
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([1_200, 300]);
    const { body: found } = await money.call("GET", "/transaction/info?reference=REF-UPLOAD-1");
    expect(found.transaction).toMatchObject({ amount: 500, description: "Salary", batchId, actorKind: "key" });
    expect(await work()).toEqual({ rows: 0 });
  });

  it("shows every row with what became of it, and gives the rejected ones back to be repaired", async () => {
    const frozen = await createTestWallet(money.ctx);
    await freezeWallet(money.ctx, { customerId: frozen.customerId, reason: "Fraud" });
    const file = `name,customerId,amount,narration\r\n"Ada, A",${ada.customerId},500,=1+1\r\nFrozen,${frozen.customerId},600,\r\nNobody,0190a000-0000-7000-8000-000000000001,700,\r\nShort,${ada.customerId}\r\nLong,${ada.customerId},500,,x,y\r\n`;
    const { body } = await upload(file);
    const { batchId } = body.data;
    await work();
    const { body: items } = await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items?perPage=2`);
    expect(items.metadata).toEqual({ page: 1, perPage: 2, totalRecords: 5, totalPages: 3 });
    expect(items.data[0]).toEqual({
      row: 1,
      status: "accepted",
      customerId: ada.customerId,
      walletId: ada.walletId,
      accountNumber: null,
      amount: 500,
      reference: expect.stringMatching(/^[0-9A-Z]{26}$/),
      narration: "=1+1",
      reason: null,
    });
    const rejected = await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items?status=rejected`);
    expect(rejected.body.metadata.totalRecords).toBe(4);
    expect(rejected.body.data.map((item: { row: number; reason: string }) => [item.row, item.reason])).toEqual([
      [2, "Wallet is not active."],
      [3, "Customer not found."],
      [4, "The row has 2 cells, the header 4."],
      [5, "The row has 6 cells, the header 4."],
    ]);
    expect(await download(batchId)).toEqual([
      ["name", "customerId", "amount", "narration", "_row", "_status", "_reason"],
      ["Ada, A", ada.customerId, "500", "'=1+1", "1", "accepted", ""],
      ["Frozen", frozen.customerId, "600", "", "2", "rejected", "Wallet is not active."],
      ["Nobody", expect.any(String), "700", "", "3", "rejected", "Customer not found."],
      ["Short", ada.customerId, "", "", "4", "rejected", "The row has 2 cells, the header 4."],
      ["Long", ada.customerId, "500", "", "5", "rejected", "The row has 6 cells, the header 4.", "x", "y"],
    ]);
    expect(await download(batchId, "?status=accepted")).toHaveLength(2);
  });

  it("is one batch however often it is sent, also by two browsers at once", async () => {
    const file = csv(rowOf(ada, 500), rowOf(bola, 501));
    const replies = await Promise.all([upload(file), upload(file), upload(file)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 400, 400]);
    const batchId = replies.find(({ status }) => status === 202)?.body.data.batchId;
    const again = await upload(file);
    expect([again.status, again.body.message]).toEqual([400, "Reference already exist."]);
    for (const { status, body } of [...replies, again]) {
      if (status === 400) expect(body.errors).toMatchObject([{ field: "batchReference", batchId }]);
    }
    await work();
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([500, 501]);
    expect((await upload(file, { batchReference: reference() })).status).toBe(202);
    expect((await upload(file, { operation: "debit" })).status).toBe(202);
    await work();
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([500, 501]);
    const { rows } = await database.pool.query("select 1 from batches where status = 'receiving'");
    expect(rows).toEqual([]);
  });

  it("is accepted once under an Idempotency-Key", async () => {
    const key = { "idempotency-key": reference() };
    const [file, fields] = [csv(rowOf(ada, 500)), { batchReference: reference() }];
    const first = await upload(file, fields, key);
    const again = await upload(file, fields, key);
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([202, "true"]);
    expect(again.body).toEqual(first.body);
    expect((await upload(csv(rowOf(ada, 501)), fields, key)).status).toBe(422);
    await work();
    expect(await balanceOf(ada)).toBe(500);
  });

  it("without a required column or of another kind is 400, and leaves nothing", async () => {
    const before = await database.pool.query("select count(*)::int as n from batch_items");
    for (const file of ["", "customerId,Amount\nx,5\n", csv(rowOf(ada, 5), '"open'), csv()]) {
      const { status, body } = await upload(file);
      expect([status, body.code]).toEqual([400, "validation_failed"]);
      expect(body.errors).toMatchObject([{ field: "file" }]);
    }
    const after = await database.pool.query("select count(*)::int as n from batch_items");
    expect(after.rows).toEqual(before.rows);
  });

  it("of which no row can be tried has failed at once", async () => {
    const { status, body } = await upload(csv(rowOf(ada, 1)), {}, await dashboard(operator));
    expect([status, body.data.status]).toEqual([202, "failed"]);
    expect(await statusOf(body.data.batchId)).toMatchObject({ status: "failed", total: 1, rejected: 1 });
  });

  it("of debits is 403 while they are off, 400 while they need a PIN, and rejected where that came later", async () => {
    await creditWallet(money.ctx, { customerId: ada.customerId, amount: 900 });
    const file = csv(rowOf(ada, 500));
    await set("require_pin_for_debit = true");
    expect((await upload(file, { operation: "debit" })).status).toBe(400);
    await set("require_pin_for_debit = false, can_debit_customer = false");
    expect((await upload(file, { operation: "debit" })).status).toBe(403);
    await set("can_debit_customer = true");
    const { body } = await upload(file, { operation: "debit" });
    await set("can_debit_customer = false");
    await work();
    expect(await statusOf(body.data.batchId)).toMatchObject({ status: "failed", rejected: 1 });
    expect(await balanceOf(ada)).toBe(900);
  });

  it("stops at the merchant's balance and daily limit, row by row", async () => {
    const { rows } = await database.pool.query<{ spent: bigint; balance: bigint }>(
      "select spent, balance from accounts where tenant = $1 and kind = 'merchant'",
      [money.ctx.tenant.id],
    );
    await set(`merchant_daily_limit = ${Number(rows[0]?.spent) + 1_000}`);
    const frozen = await createTestWallet(money.ctx);
    await freezeWallet(money.ctx, { customerId: frozen.customerId, reason: "Fraud" });
    const before = [rowOf(frozen, 500), rowOf(ada, 600), rowOf(ada, 29_999_000)];
    const { body } = await upload(csv(...before, rowOf(bola, 600), rowOf(bola, 400), rowOf(ada, 2)));
    await work();
    expect(await statusOf(body.data.batchId)).toMatchObject({ accepted: 2, rejected: 4 });
    expect((await download(body.data.batchId, "?status=rejected")).map((cells) => cells.at(-1))).toEqual([
      "_reason",
      "Wallet is not active.",
      "Insufficient balance",
      "Daily transaction limit exceeded.",
      "Daily transaction limit exceeded.",
    ]);
    await set("merchant_daily_limit = null");
    const large = await upload(csv(rowOf(ada, 20_000_000), rowOf(ada, 5)));
    await work();
    expect((await download(large.body.data.batchId)).map((cells) => cells.at(-1))).toEqual([
      "_reason",
      "Insufficient balance",
      "",
    ]);
  });
});

describe("cancelling", () => {
  it("stops a batch that waits, and says no to any other", async () => {
    const { body } = await upload(csv(rowOf(ada, 500)));
    const { batchId } = body.data;
    expect(await cancel(batchId)).toEqual({
      status: 200,
      body: { status: true, message: "Batch successfully cancelled." },
    });
    await work();
    expect(await statusOf(batchId)).toMatchObject({ status: "cancelled", processed: 0 });
    expect(await balanceOf(ada)).toBe(0);
    const again = await cancel(batchId);
    expect([again.status, again.body.code]).toEqual([400, "batch_begun"]);
  });

  it("races the start: one wins, and both say so", async () => {
    for (let round = 0; round < 8; round += 1) {
      const wallet = await createTestWallet(money.ctx);
      const { body } = await upload(csv(rowOf(wallet, 10 + round)));
      const [cancelled] = await Promise.all([cancel(body.data.batchId), work()]);
      await work();
      const { status } = await statusOf(body.data.batchId);
      expect([cancelled.status, status]).toEqual(cancelled.status === 200 ? [200, "cancelled"] : [400, "completed"]);
      expect(await balanceOf(wallet)).toBe(cancelled.status === 200 ? 0 : 10 + round);
    }
  });

  it("of another merchant's batch, or none, answers like a missing one", async () => {
    const { body } = await upload(csv(rowOf(ada, 500)));
    const { batchId } = body.data;
    const other = await createTestMerchant(money.services);
    const theirs = { authorization: `Bearer ${await sandboxPrivateKey(money.services, other)}` };
    const missing = "0190a000-0000-7000-8000-000000000009";
    for (const path of ["", "/items", "/rows.csv"]) {
      for (const id of [batchId, missing]) {
        const reply = await money.app.inject({
          method: path === "" ? "DELETE" : "GET",
          url: `${UPLOAD}/${id}${path}`,
          headers: theirs,
        });
        expect([reply.statusCode, reply.json().message]).toEqual([404, "Batch not found."]);
      }
    }
    const status = await money.call("GET", `/wallet/bulk-credit-customer-status?batchId=${batchId}`, undefined, theirs);
    expect(status.status).toBe(404);
    await cancel(batchId);
  });
});

describe("the records", () => {
  it("list JSON batches and uploads, newest first, small ones with their items", async () => {
    const [json, file] = [reference(), reference()];
    await money.call("POST", "/wallet/batch-credit-customer-wallet", {
      transactions: [
        { customerId: ada.customerId, amount: 20 },
        { customerId: ada.customerId, amount: 99_000_000 },
      ],
      batchReference: json,
    });
    await upload(csv(rowOf(ada, 5), "x,5,,"), { batchReference: file });
    await work();
    await upload(csv(...Array.from({ length: 101 }, () => rowOf(ada, 5))), { operation: "debit" });
    const { body } = await money.call("GET", "/wallet/bulk-credit-customer-records?perPage=3");
    expect(body.data[0]).toMatchObject({ operation: "debit", status: "pending", hasAllItems: false, accepted: [] });
    const byReference = Object.fromEntries(
      body.data.map((one: { batchReference: string }) => [one.batchReference, one]),
    );
    expect(byReference[json]).toMatchObject({
      status: "partially_completed",
      acceptedCount: 1,
      rejectedCount: 1,
      hasAllItems: true,
      accepted: [{ customerId: ada.customerId, walletId: ada.walletId, amount: 20 }],
      rejected: [{ amount: 99_000_000, reason: "Insufficient balance", referenceExists: false }],
    });
    expect(byReference[file]).toMatchObject({
      accepted: [{ amount: 5 }],
      rejected: [{ amount: null, reference: null, reason: "customerId must be a UUID." }],
    });
    const debits = await money.call("GET", "/wallet/bulk-credit-customer-records?operation=debit&status=pending");
    expect(debits.body.data.every((one: { operation: string }) => one.operation === "debit")).toBe(true);
    const none = await money.call("GET", "/wallet/bulk-credit-customer-records?endDate=2020-01-01");
    expect(none.body.metadata.totalRecords).toBe(0);
    await work();
  });
});

describe("the batches of transactions", () => {
  it("show the references that passed and that failed", async () => {
    const batchReference = reference();
    const [passed, failed] = [reference(), reference()];
    await money.call("POST", "/wallet/batch-credit-customer-wallet", {
      transactions: [
        { customerId: ada.customerId, amount: 20, reference: passed },
        { customerId: ada.customerId, amount: 30_000_001, reference: failed },
      ],
      batchReference,
    });
    const one = await money.call("GET", `/transaction/batch/${batchReference}`);
    expect(one.body.data).toEqual({
      id: expect.any(String),
      type: "CREDIT",
      source: { type: "Merchants", userId: money.merchant.sandbox.merchantId, walletId: expect.any(String) },
      reference: batchReference,
      reversed: false,
      all_references: [passed, failed],
      passed_references: [passed],
      failed_references: [failed],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const list = await money.call("GET", `/transaction/batch?search=${batchReference}&type=CREDIT`);
    expect(list.body.data).toEqual([one.body.data]);
    for (const query of ["type=DEBIT", "category=MERCHANT_FUND_LOAD", "category=DEBIT_CUSTOMER_WALLET&type=CREDIT"]) {
      const none = await money.call("GET", `/transaction/batch?search=${batchReference}&${query}`);
      expect(none.body.metadata.totalRecords).toBe(0);
    }
    expect((await money.call("GET", "/transaction/batch/no-such-batch")).status).toBe(404);
  });
});

describe("a dashboard session's batch", () => {
  const approve = (id: string) =>
    approveTransaction({ ...money.ctx, actor: admin, requestId: "r" }, { transactionId: id });
  const idOf = (headers: Record<string, unknown>) => String(headers.location).split("/").at(-1) ?? "";

  async function submitJson(amount: number) {
    return money.call(
      "POST",
      "/wallet/batch-credit-customer-wallet",
      {
        transactions: [
          { customerId: ada.customerId, amount },
          { customerId: bola.customerId, amount: 30_000_001 },
          { customerId: bola.customerId, amount: 1 },
        ],
      },
      await dashboard(operator),
    );
  }

  it("of JSON waits, and is paid in one commit with its approval", async () => {
    const submitted = await submitJson(400);
    expect(submitted.status).toBe(200);
    expect(submitted.body).toMatchObject({
      message: "Transaction successfully submitted for approval.",
      data: { accepted: [], rejected: [], filtered: [{ amount: 1 }] },
    });
    const id = idOf(submitted.headers);
    const { body } = await money.call("GET", `/transaction/pending/${id}`);
    expect(body.data).toMatchObject({ kind: "batch", type: "CREDIT", amount: 30_000_401, status: "PENDING" });
    expect(body.data.metadata).toMatchObject({ items: 2, rows: 2, operation: "credit" });
    expect(body.data.checks.now.allowed).toBe(false);
    expect(body.data.checks.now.reasons).toMatchObject([{ code: "merchant_balance_too_low" }]);
    const { batchId } = body.data;
    expect(await statusOf(batchId)).toMatchObject({ status: "awaiting_approval", processed: 0 });
    await work();
    expect(await balanceOf(ada)).toBe(0);
    await approve(id);
    expect(await statusOf(batchId)).toMatchObject({ status: "partially_completed", accepted: 1, rejected: 1 });
    expect(await balanceOf(ada)).toBe(400);
    await expect(approve(id)).rejects.toMatchObject({ code: "approval_decided" });
  });

  it("of JSON that the balance no longer covers fails with its approval", async () => {
    await money.call("POST", "/wallet/batch-credit-customer-wallet", { transactions: [] });
    const submitted = await submitJson(29_000_000);
    const id = idOf(submitted.headers);
    await expect(approve(id)).rejects.toMatchObject({ code: "merchant_balance_too_low" });
    const { body } = await money.call("GET", `/transaction/pending/${id}`);
    expect(body.data).toMatchObject({ status: "FAILED", failureReason: "Insufficient merchant wallet balance." });
    expect(await statusOf(body.data.batchId)).toMatchObject({ status: "failed" });
  });

  it("that nobody approves in time, or whose sender takes it back, is declined and never paid", async () => {
    const late = await submitJson(400);
    const taken = await upload(csv(rowOf(bola, 200)), {}, await dashboard(operator));
    const reply = await remove(`/transaction/${idOf(taken.headers)}`, await dashboard(operator), { reason: "Mistake" });
    expect(reply.status).toBe(200);
    const inTwoMonths = { now: () => new Date(money.services.clock.now().getTime() + 60 * 86_400_000) };
    await expireApprovals({ ...money.services, clock: inTwoMonths });
    await work();
    const { body } = await money.call("GET", `/transaction/pending/${idOf(late.headers)}`);
    expect(body.data.status).toBe("EXPIRED");
    expect(await statusOf(body.data.batchId)).toMatchObject({ status: "declined", processed: 0 });
    expect(await statusOf(taken.body.data.batchId)).toMatchObject({ status: "declined" });
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([0, 0]);
  });

  it("of a file waits, begins when it is approved, and ends when it is declined or cancelled", async () => {
    const send = async (amount: number) => {
      const reply = await upload(csv(rowOf(ada, amount)), { batchReference: reference() }, await dashboard(operator));
      expect(reply.body.data.status).toBe("awaiting_approval");
      return { batchId: reply.body.data.batchId as string, id: idOf(reply.headers) };
    };
    const [approved, declined, cancelled] = [await send(100), await send(200), await send(300)];
    await work();
    expect(await balanceOf(ada)).toBe(0);

    await approve(approved.id);
    expect(await statusOf(approved.batchId)).toMatchObject({ status: "pending" });
    const reply = await remove(`/transaction/${declined.id}`, await dashboard(admin), { reason: "Wrong details" });
    expect(reply.status).toBe(200);
    expect((await cancel(cancelled.batchId)).status).toBe(200);
    await work();
    expect(await balanceOf(ada)).toBe(100);
    expect(await statusOf(approved.batchId)).toMatchObject({ status: "completed" });
    expect(await statusOf(declined.batchId)).toMatchObject({ status: "declined" });
    expect(await statusOf(cancelled.batchId)).toMatchObject({ status: "cancelled" });
    const { body } = await money.call("GET", `/transaction/pending/${cancelled.id}`);
    expect(body.data).toMatchObject({ status: "DECLINED", declineReason: "The batch was cancelled." });
    await expect(approve(cancelled.id)).rejects.toMatchObject({ code: "approval_decided" });
  });
});
