import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_MESSAGE } from "../../../contract/envelope.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type BatchApp, csv, openBatchApp, rowOf } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const database = useTestDatabase();
let money: BatchApp;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  money = await openBatchApp(database);
});
beforeEach(async () => {
  await money.set(
    "batch_item_fee = 0, can_debit_customer = true, merchant_daily_limit = null, require_pin_for_debit = false",
  );
  ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  bola = await createTestWallet(money.ctx, { firstName: "Bola" });
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => money.close());

describe("an uploaded file", () => {
  it("is accepted immediately, then the worker pays its rows and reports progress", async () => {
    const batchReference = money.reference();
    const file = csv(rowOf(ada, 500, "REF-UPLOAD-1,Salary"), rowOf(bola, 300), rowOf(ada, 1), "x,5,,", rowOf(ada, 700));
    const { status, body } = await money.upload(file, { batchReference });
    expect(status).toBe(202);
    expect(body).toEqual({
      status: true,
      message: DEFAULT_MESSAGE,
      data: { batchId: expect.any(String), batchReference, status: "pending", rows: 5 },
    });
    const { batchId } = body.data;
    expect(await money.statusOf(batchId)).toMatchObject({ status: "pending", total: 5, processed: 2, rejected: 2 });
    expect(await money.balanceOf(ada)).toBe(0);

    expect(await money.work()).toMatchObject({ rows: 5 });
    expect(await money.statusOf(batchId)).toEqual({
      batchId,
      batchReference,
      operation: "credit",
      status: "partially_completed",
      payer: null,
      withdrawn: false,
      fileName: null,
      total: 5,
      processed: 5,
      accepted: 3,
      rejected: 2,
      duplicates: 0,
      paidBy: [],
      totalAmount: 1_500,
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    });
    expect([await money.balanceOf(ada), await money.balanceOf(bola)]).toEqual([1_200, 300]);
    const { body: found } = await money.call("GET", "/transaction/info?reference=REF-UPLOAD-1");
    expect(found.transaction).toMatchObject({ amount: 500, description: "Salary", batchId, actorKind: "key" });
    expect(await money.work()).toMatchObject({ rows: 0 });
  });

  it("lists every row with its result and exports rejected rows for correction", async () => {
    const frozen = await createTestWallet(money.ctx);
    await freezeWallet(money.ctx, { customerId: frozen.customerId, reason: "Fraud" });
    const file = `name,customerId,amount,narration\r\n"Ada, A",${ada.customerId},500,=1+1\r\nFrozen,${frozen.customerId},600,\r\nNobody,0190a000-0000-7000-8000-000000000001,700,\r\nShort,${ada.customerId}\r\nLong,${ada.customerId},500,,x,y\r\n`;
    const { body } = await money.upload(file);
    const { batchId } = body.data;
    await money.work();
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
      note: null,
      reason: null,
      duplicateOf: null,
    });
    const rejected = await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items?status=rejected`);
    expect(rejected.body.metadata.totalRecords).toBe(4);
    expect(rejected.body.data.map((item: { row: number; reason: string }) => [item.row, item.reason])).toEqual([
      [2, "Wallet is not active."],
      [3, "Customer not found."],
      [4, "The row has 2 cells, the header 4."],
      [5, "The row has 6 cells, the header 4."],
    ]);
    expect(await money.download(batchId)).toEqual([
      ["name", "customerId", "amount", "narration", "_row", "_status", "_reason"],
      ["Ada, A", ada.customerId, "500", "'=1+1", "1", "accepted", ""],
      ["Frozen", frozen.customerId, "600", "", "2", "rejected", "Wallet is not active."],
      ["Nobody", expect.any(String), "700", "", "3", "rejected", "Customer not found."],
      ["Short", ada.customerId, "", "", "4", "rejected", "The row has 2 cells, the header 4."],
      ["Long", ada.customerId, "500", "", "5", "rejected", "The row has 6 cells, the header 4.", "x", "y"],
    ]);
    expect(await money.download(batchId, "?status=accepted")).toHaveLength(2);
  });

  it("shows customer, wallet and reference of each accepted item in every list, and the customer in its reversal", async () => {
    const named = [`${bola.customerId},,,40`, `,${ada.walletId},,50`, `,,${ada.accountNumber},60`];
    const file = `customerId,walletId,accountNumber,amount\n${named.join("\n")}\n,,0000000000,70\n`;
    const batchReference = money.reference();
    const { batchId } = (await money.upload(file, { batchReference })).body.data;
    const items = async (query = "") =>
      (await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items${query}`)).body.data;
    expect(await items()).toMatchObject([
      { status: "pending", walletId: null, reference: null },
      { status: "pending", customerId: null, reference: null },
      { status: "pending", customerId: null, walletId: null, reference: null },
      { status: "pending", customerId: null, walletId: null, reference: null },
    ]);
    await money.work();
    const [toBola, toAda] = [bola, ada].map(({ customerId, walletId }) => ({ customerId, walletId }));
    const reference = expect.stringMatching(/^[0-9A-Z]{26}$/);
    const accepted = [
      { ...toBola, amount: 40 },
      { ...toAda, amount: 50 },
      { ...toAda, amount: 60 },
    ];
    const paid = accepted.map((item) => ({ ...item, reference, status: "accepted" }));
    expect(await items()).toMatchObject([...paid, { status: "rejected", reason: "Wallet not found." }]);
    expect(await items("?status=accepted&perPage=2&page=2")).toMatchObject([{ row: 3 }]);
    expect(await items("?status=pending")).toEqual([]);

    const { body: records } = await money.call("GET", "/wallet/bulk-credit-customer-records?perPage=1");
    expect(records.data[0]).toMatchObject({ batchId, accepted: accepted.map((item) => ({ ...item, reference })) });
    const { body: batch } = await money.call("GET", `/transaction/batch/${batchReference}`);
    expect(batch.data.passed_references).toEqual(
      records.data[0].accepted.map((item: typeof toAda & { reference: string }) => item.reference),
    );
    const { body: reversed } = await money.call("POST", "/wallet/reverse-batch-transaction", { batchReference });
    expect(reversed.data.accepted).toMatchObject(accepted.map(({ customerId, amount }) => ({ customerId, amount })));
  });

  it("tells payments that exist already from references that another payment used", async () => {
    const [paid, reused] = [money.reference(), money.reference()];
    const file = (...more: string[]) => csv(rowOf(ada, 500, `${paid},`), rowOf(bola, 501, `${reused},`), ...more);
    const first = (await money.upload(file())).body.data.batchId;
    await money.work();
    const changed = csv(rowOf(ada, 500, `${paid},`), rowOf(bola, 777, `${reused},`), rowOf(bola, 10));
    const { batchId } = (await money.upload(changed)).body.data;
    await money.work();
    const counts = { accepted: 1, rejected: 2, duplicates: 1 };
    expect(await money.statusOf(batchId)).toMatchObject({
      ...{ status: "partially_completed", ...counts },
      paidBy: [{ batchId: first, batchReference: expect.any(String), paidAt: expect.any(String) }],
    });
    const rowsOf = async (status: string) =>
      (await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items?status=${status}`)).body;
    const repeats = await rowsOf("duplicate");
    expect(repeats.metadata.totalRecords).toBe(1);
    const duplicateOf = { transactionId: expect.any(String), batchId: first, paidAt: expect.any(String) };
    expect(repeats.data).toMatchObject([{ row: 1, status: "rejected", duplicateOf }]);
    expect((await rowsOf("failed")).data).toMatchObject([
      { row: 2, status: "rejected", reason: "Reference already exist.", duplicateOf: null },
    ]);
    expect((await rowsOf("rejected")).metadata.totalRecords).toBe(2);
    expect(await money.download(batchId, "?status=failed")).toHaveLength(2);
    const { body } = await money.call("GET", "/wallet/bulk-credit-customer-records?perPage=1");
    expect(body.data[0]).toMatchObject({ batchId, acceptedCount: 1, rejectedCount: 2, duplicates: 1 });
    expect(body.data[0].rejected).toMatchObject([{ referenceExists: true }, { referenceExists: true }]);
    const json = await money.call("POST", "/wallet/batch-credit-customer-wallet", {
      transactions: [
        { customerId: ada.customerId, amount: 500, reference: paid },
        { customerId: ada.customerId, amount: 20, reference: money.reference() },
      ],
      batchReference: money.reference(),
    });
    expect(json.body.data.rejected).toMatchObject([{ referenceExists: true }]);
    const { body: sent } = await money.call("GET", "/wallet/bulk-credit-customer-records?perPage=1");
    expect(sent.data[0]).toMatchObject({ acceptedCount: 1, rejectedCount: 1, duplicates: 1 });
  });

  it.each(["march\u202evsc.exe", "tab\there.csv", "zero\u200bwidth.csv", "x".repeat(201), "  "])(
    "with the file name %j is refused and stores nothing",
    async (fileName) => {
      const { status, body } = await money.upload(csv(rowOf(ada, 500)), { fileName });
      expect([status, body.errors?.[0]?.field]).toEqual([400, "fileName"]);
      const { rows } = await database.pool.query("select from batches where file_name = $1", [fileName]);
      expect(rows).toEqual([]);
    },
  );

  it("creates one batch when sent repeatedly or concurrently", async () => {
    const file = csv(rowOf(ada, 500), rowOf(bola, 501));
    const replies = await Promise.all([money.upload(file), money.upload(file), money.upload(file)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 400, 400]);
    const batchId = replies.find(({ status }) => status === 202)?.body.data.batchId;
    const again = await money.upload(file);
    expect([again.status, again.body.message]).toEqual([400, "Reference already exist."]);
    for (const { status, body } of [...replies, again]) {
      if (status === 400) expect(body.errors).toMatchObject([{ field: "batchReference", batchId }]);
    }
    await money.work();
    expect([await money.balanceOf(ada), await money.balanceOf(bola)]).toEqual([500, 501]);
    expect((await money.upload(file, { batchReference: money.reference() })).status).toBe(202);
    expect((await money.upload(file, { operation: "debit" })).status).toBe(202);
    await money.work();
    expect([await money.balanceOf(ada), await money.balanceOf(bola)]).toEqual([500, 501]);
    const { rows } = await database.pool.query("select 1 from batches where status = 'receiving'");
    expect(rows).toEqual([]);
  });

  it("is accepted once per Idempotency-Key", async () => {
    const key = { "idempotency-key": money.reference() };
    const [file, fields] = [csv(rowOf(ada, 500)), { batchReference: money.reference() }];
    const first = await money.upload(file, fields, key);
    const again = await money.upload(file, fields, key);
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([202, "true"]);
    expect(again.body).toEqual(first.body);
    expect((await money.upload(csv(rowOf(ada, 501)), fields, key)).status).toBe(422);
    await money.work();
    expect(await money.balanceOf(ada)).toBe(500);
  });

  it("without a required column or in another format returns 400 and stores nothing", async () => {
    const before = await database.pool.query("select count(*)::int as n from batch_items");
    for (const file of ["", "customerId,Amount\nx,5\n", csv(rowOf(ada, 5), '"open'), csv()]) {
      const { status, body } = await money.upload(file);
      expect([status, body.code]).toEqual([400, "validation_failed"]);
      expect(body.errors).toMatchObject([{ field: "file" }]);
    }
    const after = await database.pool.query("select count(*)::int as n from batch_items");
    expect(after.rows).toEqual(before.rows);
  });

  it("without a valid row fails immediately", async () => {
    const { status, body } = await money.upload(csv(rowOf(ada, 1)), {}, await money.dashboard(money.operator));
    expect([status, body.data.status]).toEqual([202, "failed"]);
    expect(await money.statusOf(body.data.batchId)).toMatchObject({ status: "failed", total: 1, rejected: 1 });
  });

  it("of debits returns 403 when disabled, 400 when a PIN is required, and rejects rows when disabled later", async () => {
    await creditWallet(money.ctx, { customerId: ada.customerId, amount: 900 });
    const file = csv(rowOf(ada, 500));
    await money.set("require_pin_for_debit = true");
    expect((await money.upload(file, { operation: "debit" })).status).toBe(400);
    await money.set("require_pin_for_debit = false, can_debit_customer = false");
    expect((await money.upload(file, { operation: "debit" })).status).toBe(403);
    await money.set("can_debit_customer = true");
    const { body } = await money.upload(file, { operation: "debit" });
    await money.set("can_debit_customer = false");
    await money.work();
    expect(await money.statusOf(body.data.batchId)).toMatchObject({ status: "failed", rejected: 1 });
    expect(await money.balanceOf(ada)).toBe(900);
  });

  it("enforces the merchant's balance and daily limit for each row", async () => {
    const { rows } = await database.pool.query<{ spent: bigint; balance: bigint }>(
      "select spent, balance from accounts where tenant = $1 and kind = 'merchant'",
      [money.ctx.tenant.id],
    );
    await money.set(`merchant_daily_limit = ${Number(rows[0]?.spent) + 1_000}`);
    const frozen = await createTestWallet(money.ctx);
    await freezeWallet(money.ctx, { customerId: frozen.customerId, reason: "Fraud" });
    const before = [rowOf(frozen, 500), rowOf(ada, 600), rowOf(ada, 29_999_000)];
    const { body } = await money.upload(csv(...before, rowOf(bola, 600), rowOf(bola, 400), rowOf(ada, 2)));
    await money.work();
    expect(await money.statusOf(body.data.batchId)).toMatchObject({ accepted: 2, rejected: 4 });
    expect((await money.download(body.data.batchId, "?status=rejected")).map((cells) => cells.at(-1))).toEqual([
      "_reason",
      "Wallet is not active.",
      "Insufficient balance",
      "Daily transaction limit exceeded.",
      "Daily transaction limit exceeded.",
    ]);
    await money.set("merchant_daily_limit = null");
    const large = await money.upload(csv(rowOf(ada, 20_000_000), rowOf(ada, 5)));
    await money.work();
    expect((await money.download(large.body.data.batchId)).map((cells) => cells.at(-1))).toEqual([
      "_reason",
      "Insufficient balance",
      "",
    ]);
  });
});

describe("cancelling a batch", () => {
  it("succeeds while it is pending and returns 400 otherwise", async () => {
    const { body } = await money.upload(csv(rowOf(ada, 500)));
    const { batchId } = body.data;
    expect(await money.cancel(batchId)).toEqual({
      status: 200,
      body: { status: true, message: "Batch successfully cancelled." },
    });
    await money.work();
    expect(await money.statusOf(batchId)).toMatchObject({ status: "cancelled", processed: 0 });
    const rowsIn = async (status: string) =>
      (await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items?status=${status}`)).body;
    expect((await rowsIn("cancelled")).data).toMatchObject([{ row: 1, status: "cancelled" }]);
    expect((await rowsIn("pending")).metadata.totalRecords).toBe(0);
    expect((await money.download(batchId))[1]?.at(-2)).toBe("cancelled");
    expect(await money.balanceOf(ada)).toBe(0);
    const again = await money.cancel(batchId);
    expect([again.status, again.body.code]).toEqual([400, "batch_begun"]);
  });

  it("concurrently with the start has one winner and a consistent reply", async () => {
    for (let round = 0; round < 8; round += 1) {
      const wallet = await createTestWallet(money.ctx);
      const { body } = await money.upload(csv(rowOf(wallet, 10 + round)));
      const [cancelled] = await Promise.all([money.cancel(body.data.batchId), money.work()]);
      await money.work();
      const { status } = await money.statusOf(body.data.batchId);
      expect([cancelled.status, status]).toEqual(cancelled.status === 200 ? [200, "cancelled"] : [400, "completed"]);
      expect(await money.balanceOf(wallet)).toBe(cancelled.status === 200 ? 0 : 10 + round);
    }
  });

  it("of another merchant returns the same reply as an unknown batch", async () => {
    const { body } = await money.upload(csv(rowOf(ada, 500)));
    const { batchId } = body.data;
    const otherMerchant = await createTestMerchant(money.services);
    const otherKey = { authorization: `Bearer ${await sandboxPrivateKey(money.services, otherMerchant)}` };
    const missing = "0190a000-0000-7000-8000-000000000009";
    for (const path of ["", "/items", "/rows.csv"]) {
      for (const id of [batchId, missing]) {
        const reply = await money.app.inject({
          method: path === "" ? "DELETE" : "GET",
          url: `/v1/wallet/bulk-credit-customer/${id}${path}`,
          headers: otherKey,
        });
        expect([reply.statusCode, reply.json().message]).toEqual([404, "Batch not found."]);
      }
    }
    const status = await money.call(
      "GET",
      `/wallet/bulk-credit-customer-status?batchId=${batchId}`,
      undefined,
      otherKey,
    );
    expect(status.status).toBe(404);
    await money.cancel(batchId);
  });
});
