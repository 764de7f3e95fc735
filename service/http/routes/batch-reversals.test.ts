import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { prepareBatchReversal } from "../../domain/reversals/prepare-batch-reversal.ts";
import { reverseBatch } from "../../domain/reversals/reverse-batch.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type BatchApp, csv, openBatchApp, rowOf } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const PATH = "/wallet/reverse-batch-transaction";
const database = useTestDatabase();
let money: BatchApp;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  money = await openBatchApp(database);
  await fundMerchantWallet(money.ctx, { amount: 100_000_000 });
});
beforeEach(async () => {
  await money.set("can_debit_customer = true, internal_transfers = true");
  [ada, bola] = [await createTestWallet(money.ctx), await createTestWallet(money.ctx)];
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => money.close());

type Headers = Record<string, string>;
const balances = async () => [await money.balanceOf(ada), await money.balanceOf(bola)];
const reverse = (batchReference: string, more: object = {}, headers: Headers = {}) =>
  money.call("POST", PATH, { batchReference, ...more }, headers);
const preview = async (batchReference: string) =>
  (await money.call("POST", `${PATH}/preview`, { batchReference })).body.data;
const reversedOf = async (batch: string) => (await money.call("GET", `/transaction/batch/${batch}`)).body.data.reversed;

/** Credits Ada and Bola in one batch; returns its reference. */
async function credits(...amounts: [number, number]): Promise<string> {
  const batchReference = money.reference();
  const transactions = [ada, bola].map(({ customerId }, at) => ({ customerId, amount: amounts[at] }));
  await money.call("POST", "/wallet/batch-credit-customer-wallet", { transactions, batchReference });
  return batchReference;
}

describe("the reversal of a batch", () => {
  it("takes each item back that can go back, names why others cannot, and takes the rest back when repeated", async () => {
    const batch = await credits(30_000, 20_000);
    await money.call("POST", "/wallet/debit", { customerId: bola.customerId, amount: 5_000 });
    const blocked = [{ code: "insufficient_balance", reason: "Insufficient balance", items: 1, amount: 20_000 }];
    expect(await preview(batch)).toMatchObject({ items: 1, amount: 30_000, blocked, hasMore: false });
    const first = await reverse(batch, { reason: "Wrong file" });
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        batchReference: batch,
        accepted: [
          {
            customerId: ada.customerId,
            amount: 30_000,
            transactionId: expect.any(String),
            reference: expect.any(String),
            reversalOf: { transactionId: expect.any(String), reference: expect.any(String) },
          },
        ],
        rejected: [
          {
            customerId: bola.customerId,
            amount: 20_000,
            reversalOf: expect.any(Object),
            reason: "Insufficient balance",
          },
        ],
        hasMore: false,
      },
    ]);
    expect([await balances(), await reversedOf(batch)]).toEqual([[0, 15_000], false]);
    const [made] = first.body.data.accepted;
    const { body } = await money.call("GET", `/transaction/info?transactionId=${made.transactionId}`);
    expect(body.transaction).toMatchObject({
      note: "Wrong file",
      description: `Reversal of ${made.reversalOf.reference}`,
      reversal: { of: made.reversalOf },
    });
    await money.call("POST", "/wallet/credit", { customerId: bola.customerId, amount: 5_000 });
    const second = await reverse(batch);
    expect(second.body.data).toMatchObject({ accepted: [{ customerId: bola.customerId }], rejected: [] });
    expect([await balances(), await reversedOf(batch)]).toEqual([[0, 0], true]);
    expect((await reverse(batch)).body.data).toMatchObject({ accepted: [], rejected: [] });
    expect(await balances()).toEqual([0, 0]);
  });

  it("happens once under ten requests at the same time, and once per Idempotency-Key", async () => {
    const batch = await credits(30_000, 20_000);
    await credits(90_000, 90_000);
    const key = { "idempotency-key": `reverse-${batch}` };
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => reverse(batch, {}, i < 2 ? key : {})));
    expect(replies.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true);
    const accepted = replies.filter(({ headers }) => !headers["idempotency-replayed"]);
    expect(accepted.flatMap(({ body }) => body.data?.accepted ?? [])).toHaveLength(2);
    expect(await balances()).toEqual([90_000, 90_000]);
  });

  it("takes back nothing else instead of what others took back meanwhile", async () => {
    const batchReference = await credits(30_000, 20_000);
    await credits(90_000, 90_000);
    const prepared = await prepareBatchReversal(money.ctx, { batchReference, reason: "Wrong file" });
    const items = prepared.items.slice(0, 1);
    const first = await money.call("POST", `/transaction/${items[0]?.id}/reverse`, { reason: "Wrong amount" });
    expect(first.status).toBe(200);
    const { data } = await reverseBatch(money.ctx, { ...prepared, items, amount: 30_000n });
    expect(data).toMatchObject({ accepted: [], rejected: [], hasMore: true });
    expect(await balances()).toEqual([90_000, 110_000]);
  });

  it("works for debits, for customers who paid many, and for files", async () => {
    await credits(30_000, 20_000);
    const batchReference = money.reference();
    const debits = [{ customerId: ada.customerId, amount: 10_000 }];
    await money.call("POST", "/wallet/batch-debit-customer-wallet", { transactions: debits, batchReference });
    expect((await reverse(batchReference)).body.data.accepted).toHaveLength(1);
    expect(await balances()).toEqual([30_000, 20_000]);

    const paid = money.reference();
    const recipients = [{ customerId: bola.customerId, amount: 10_000 }];
    const path = "/wallet/customer-batch-credit-customer-wallet";
    await money.call("POST", path, { customerId: ada.customerId, recipients, batchReference: paid });
    const [before] = await balances();
    expect((await reverse(paid)).body.data.accepted).toHaveLength(1);
    expect(await balances()).toEqual([(before ?? 0) + 10_000, 20_000]);

    const file = await money.upload(csv(rowOf(bola, 700), rowOf(bola, 300)));
    expect(await reverse(file.body.data.batchReference)).toMatchObject({ body: { code: "batch_not_reversible" } });
    await money.work();
    expect((await reverse(file.body.data.batchReference)).body.data.accepted).toHaveLength(2);
    expect((await balances())[1]).toBe(20_000);
  });

  it("leaves payments that count no longer as paid: sent again they are no duplicates, and equal ones are not recent", async () => {
    const references = [money.reference(), money.reference()];
    const rows = csv(rowOf(ada, 700, `${references[0]},`), rowOf(bola, 300, `${references[1]},`));
    const send = async () => (await money.upload(rows, { batchReference: money.reference() })).body.data;
    const first = await send();
    await money.work();
    expect((await reverse(first.batchReference)).body.data.accepted).toHaveLength(2);
    const { batchId } = await send();
    await money.work();
    const counts = { accepted: 0, rejected: 2, duplicates: 0 };
    expect(await money.statusOf(batchId)).toMatchObject({ status: "failed", ...counts, paidBy: [] });
    const { body: failed } = await money.call("GET", `/wallet/bulk-credit-customer/${batchId}/items?status=failed`);
    expect(failed.data).toMatchObject([
      { row: 1, reason: "Reference already exist.", duplicateOf: null },
      { row: 2, reason: "Reference already exist.", duplicateOf: null },
    ]);
    const { body: checked } = await money.call("POST", "/wallet/batch/preflight", {
      operation: "credit",
      transactions: [
        { customerId: ada.customerId, amount: 700, reference: references[0] },
        { customerId: bola.customerId, amount: 300, reference: money.reference() },
      ],
    });
    expect(checked.data).toMatchObject([
      { reason: { code: "reference_exists" }, duplicateOf: null, recent: null },
      { reason: null, duplicateOf: null, recent: null },
    ]);
    const mixed = csv(rowOf(ada, 700, `${references[0]},`), rowOf(bola, 300));
    const { headers } = await money.upload(mixed, {}, await money.dashboard(money.operator));
    const { body } = await money.call("GET", String(headers.location).slice(3));
    const nothing = { rows: 0, paidBy: [] };
    expect(body.data.repeats).toEqual({ checkedRows: 2, paid: nothing, recent: nothing });
  });

  it("is refused for an unknown batch, without the right to debit customers, and with a key without the permission", async () => {
    expect(await reverse("BATCH-UNKNOWN")).toMatchObject({
      status: 400,
      body: { message: "Batch transaction do not exists" },
    });
    const batch = await credits(300, 200);
    await money.set("can_debit_customer = false");
    expect(await reverse(batch)).toMatchObject({ status: 403, body: { code: "customer_debit_off" } });
    const key = await money.call(
      "POST",
      "/merchant/restricted-keys",
      { name: "Transfers", permissions: ["MANAGE_TRANSFER"], allowedAddresses: [], expiresAt: null },
      await money.dashboard(money.admin),
    );
    const authorization = `Bearer ${key.body.data.key}`;
    expect(await reverse(batch, {}, { authorization })).toMatchObject({ body: { code: "permission_missing" } });
    expect(await balances()).toEqual([300, 200]);
  });
});

describe("the reversal of a batch from the dashboard", () => {
  const idOf = (headers: Record<string, unknown>) => String(headers.location).split("/").at(-1) ?? "";
  const submit = async (batch: string) =>
    reverse(batch, { reason: "Wrong file" }, await money.dashboard(money.operator));
  const approve = async (transactionId: string) =>
    money.call("POST", "/transaction/approve", { transactionId }, await money.dashboard(money.admin));

  it("waits for another member, once, and takes back at approval what can go back then", async () => {
    const batch = await credits(30_000, 20_000);
    const submitted = await submit(batch);
    expect(await submit(batch)).toMatchObject({ status: 409, body: { code: "reversal_pending" } });
    const id = idOf(submitted.headers);
    const pending = async () => (await money.call("GET", `/transaction/pending/${id}`)).body.data;
    expect(await pending()).toMatchObject({
      kind: "batch_reversal",
      amount: 50_000,
      note: "Wrong file",
      metadata: { batchReference: batch, items: 2 },
      checks: { now: { allowed: true } },
    });
    expect(await balances()).toEqual([30_000, 20_000]);
    await freezeWallet(money.ctx, { customerId: bola.customerId, reason: "Reported stolen" });
    expect((await approve(id)).status).toBe(200);
    expect(await balances()).toEqual([0, 20_000]);
    expect(await pending()).toMatchObject({ status: "APPROVED" });
    // The batch itself keeps its result.
    expect(await money.statusOf((await pending()).batchId)).toMatchObject({ status: "completed", accepted: 2 });
  });

  it("fails with the reason if nothing can go back any more", async () => {
    const batch = await credits(30_000, 20_000);
    const id = idOf((await submit(batch)).headers);
    await reverse(batch);
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: "transaction_reversed" } });
    const { body } = await money.call("GET", `/transaction/pending/${id}`);
    expect(body.data).toMatchObject({ status: "FAILED" });
    expect(await balances()).toEqual([0, 0]);
    expect(await submit(batch)).toMatchObject({ status: 400, body: { code: "batch_not_reversible" } });
  });

  it("can be read by everybody who reads requests, with the reason why it is off now", async () => {
    const id = idOf((await submit(await credits(30_000, 20_000))).headers);
    await money.set("can_debit_customer = false");
    const support = await money.dashboard(await testMember(money.services, money.merchant, "Support"));
    const { status, body } = await money.call("GET", `/transaction/pending/${id}`, undefined, support);
    expect([status, body.data?.checks.now]).toMatchObject([
      200,
      { total: 50_000, allowed: false, reasons: [{ code: "customer_debit_off" }] },
    ]);
  });

  it("never takes back a larger sum than the approved one", async () => {
    const rows = [...Array.from({ length: 5_000 }, () => rowOf(ada, 2)), rowOf(bola, 100_000)];
    const { batchReference: batch } = (await money.upload(csv(...rows))).body.data;
    await money.work();
    const id = idOf((await submit(batch)).headers);
    expect((await reverse(batch)).body.data).toMatchObject({ hasMore: true });
    expect(await approve(id)).toMatchObject({ status: 400, body: { code: "batch_changed" } });
    const { body } = await money.call("GET", `/transaction/pending/${id}`);
    expect([body.data.amount, body.data.status]).toEqual([10_000, "FAILED"]);
    expect(await balances()).toEqual([0, 100_000]);
  });
});
