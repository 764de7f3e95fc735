import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approveTransaction } from "../../domain/approvals/approve-transaction.ts";
import { expireApprovals } from "../../domain/approvals/expire-approvals.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type BatchApp, csv, openBatchApp, rowOf } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const database = useTestDatabase();
let money: BatchApp;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  money = await openBatchApp(database);
});
beforeEach(async () => {
  ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  bola = await createTestWallet(money.ctx, { firstName: "Bola" });
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => money.close());

describe("a batch from a dashboard session", () => {
  const approve = (id: string) =>
    approveTransaction({ ...money.ctx, actor: money.admin, requestId: "r" }, { transactionId: id });
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
      await money.dashboard(money.operator),
    );
  }

  it("as JSON is pending until its approval pays it in one commit", async () => {
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
    expect(await money.statusOf(batchId)).toMatchObject({ status: "awaiting_approval", processed: 0 });
    await money.work();
    expect(await money.balanceOf(ada)).toBe(0);
    await approve(id);
    expect(await money.statusOf(batchId)).toMatchObject({ status: "partially_completed", accepted: 1, rejected: 1 });
    expect(await money.balanceOf(ada)).toBe(400);
    await expect(approve(id)).rejects.toMatchObject({ code: "approval_decided" });
  });

  it("as JSON fails at approval when the merchant balance is insufficient", async () => {
    await money.call("POST", "/wallet/batch-credit-customer-wallet", { transactions: [] });
    const submitted = await submitJson(29_000_000);
    const id = idOf(submitted.headers);
    await expect(approve(id)).rejects.toMatchObject({ code: "merchant_balance_too_low" });
    const { body } = await money.call("GET", `/transaction/pending/${id}`);
    expect(body.data).toMatchObject({ status: "FAILED", failureReason: "Insufficient merchant wallet balance." });
    const { batchId } = body.data;
    expect(await money.statusOf(batchId)).toMatchObject({ status: "failed" });
    const rows = async (status: string) =>
      (await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items?status=${status}`)).body;
    expect(await rows("cancelled")).toMatchObject({
      data: [{ status: "cancelled" }, { status: "cancelled" }],
      metadata: { totalRecords: 2 },
    });
    expect(await rows("pending")).toMatchObject({ data: [], metadata: { totalRecords: 0 } });
    expect((await money.download(batchId, "?status=cancelled")).slice(1)).toHaveLength(2);
  });

  it("is declined and never paid when its request expires or is withdrawn", async () => {
    const expiring = await submitJson(400);
    const fileName = "Àpérò salaries.csv";
    const withdrawn = await money.upload(csv(rowOf(bola, 200)), { fileName }, await money.dashboard(money.operator));
    const reply = await money.remove(`/transaction/${idOf(withdrawn.headers)}`, await money.dashboard(money.operator), {
      reason: "Mistake",
    });
    expect(reply.status).toBe(200);
    const inTwoMonths = { now: () => new Date(money.services.clock.now().getTime() + 60 * 86_400_000) };
    await expireApprovals({ ...money.services, clock: inTwoMonths });
    await money.work();
    const { body } = await money.call("GET", `/transaction/pending/${idOf(expiring.headers)}`);
    expect(body.data.status).toBe("EXPIRED");
    expect(await money.statusOf(body.data.batchId)).toMatchObject({
      status: "declined",
      withdrawn: false,
      processed: 0,
    });
    expect(await money.statusOf(withdrawn.body.data.batchId)).toMatchObject({
      status: "declined",
      withdrawn: true,
      fileName,
    });
    const { body: own } = await money.call("GET", `/transaction/pending/${idOf(withdrawn.headers)}`);
    expect(own.data).toMatchObject({ status: "DECLINED", withdrawn: true, metadata: { fileName } });
    expect([await money.balanceOf(ada), await money.balanceOf(bola)]).toEqual([0, 0]);
  });

  it("tells the approver which rows were paid before, and which equal ones would be paid again", async () => {
    const references = [money.reference(), money.reference()];
    const first = await money.upload(csv(...references.map((reference) => rowOf(ada, 300, `${reference},`))));
    await money.work();
    const again = csv(rowOf(ada, 300, `${references[0]},`), rowOf(ada, 300), rowOf(bola, 300));
    const { headers } = await money.upload(again, {}, await money.dashboard(money.operator));
    const repeats = async () => (await money.call("GET", `/transaction/pending/${idOf(headers)}`)).body.data.repeats;
    const { batchId, batchReference } = first.body.data;
    const paidBy = [{ batchId, batchReference, paidAt: expect.any(String) }];
    expect(await repeats()).toEqual({ checkedRows: 3, paid: { rows: 1, paidBy }, recent: { rows: 1, paidBy } });
    await approve(idOf(headers));
    await money.work();
    expect(await repeats()).toBeNull();
    expect(await money.balanceOf(bola)).toBe(300);
  });

  it("as a file starts when approved and ends when declined or cancelled", async () => {
    const send = async (amount: number) => {
      const reply = await money.upload(
        csv(rowOf(ada, amount)),
        { batchReference: money.reference() },
        await money.dashboard(money.operator),
      );
      expect(reply.body.data.status).toBe("awaiting_approval");
      return { batchId: reply.body.data.batchId as string, id: idOf(reply.headers) };
    };
    const [approved, declined, cancelled] = [await send(100), await send(200), await send(300)];
    await money.work();
    expect(await money.balanceOf(ada)).toBe(0);

    await approve(approved.id);
    expect(await money.statusOf(approved.batchId)).toMatchObject({ status: "pending" });
    const reply = await money.remove(`/transaction/${declined.id}`, await money.dashboard(money.admin), {
      reason: "Wrong details",
    });
    expect(reply.status).toBe(200);
    expect((await money.cancel(cancelled.batchId)).status).toBe(200);
    await money.work();
    expect(await money.balanceOf(ada)).toBe(100);
    expect(await money.statusOf(approved.batchId)).toMatchObject({ status: "completed" });
    expect(await money.statusOf(declined.batchId)).toMatchObject({ status: "declined" });
    expect(await money.statusOf(cancelled.batchId)).toMatchObject({ status: "cancelled" });
    const { body } = await money.call("GET", `/transaction/pending/${cancelled.id}`);
    const isWithdrawn = { withdrawn: false };
    expect(body.data).toMatchObject({ status: "DECLINED", declineReason: "The batch was cancelled.", ...isWithdrawn });
    await expect(approve(cancelled.id)).rejects.toMatchObject({ code: "approval_decided" });
  });
});
