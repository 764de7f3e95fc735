import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Permission } from "../../../contract/permissions.ts";
import { approveTransaction } from "../../domain/approvals/approve-transaction.ts";
import { cancelBatch } from "../../domain/batches/cancel-batch.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type BatchApp, openBatchApp } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const PATH = "/wallet/customer-batch-credit-customer-wallet";
const database = useTestDatabase();
let money: BatchApp;
let payer: CreatedWallet;
let ada: CreatedWallet;
let bola: CreatedWallet;

beforeAll(async () => {
  money = await openBatchApp(database);
  await fundMerchantWallet(money.ctx, { amount: 100_000_000 });
});
beforeEach(async () => {
  await money.set("internal_transfers = true, transfer_base_fee = 100, transfer_merchant_fee = 0");
  [payer, ada, bola] = [await wallet("Payer"), await wallet("Ada"), await wallet("Bola")];
  await creditWallet(money.ctx, { customerId: payer.customerId, amount: 100_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => money.close());

const wallet = (firstName: string) => createTestWallet(money.ctx, { firstName });
const pay = (recipients: object[], more: object = {}, headers = {}) =>
  money.call("POST", PATH, { customerId: payer.customerId, recipients, ...more }, headers);
const to = ({ customerId }: CreatedWallet, amount: number, reference?: string) => ({ customerId, amount, reference });
const balances = async () => await Promise.all([payer, ada, bola].map((one) => money.balanceOf(one)));

it("pays many customers from one wallet in one commit, each with the fee of a transfer", async () => {
  const [batchReference, first] = [money.reference(), money.reference()];
  const reply = await pay([to(ada, 20_000, first), to(bola, 5_000)], { batchReference });
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      status: true,
      message: "Transaction successfully completed.",
      data: {
        batchReference,
        accepted: [
          { customerId: ada.customerId, amount: 20_000, reference: first, walletId: ada.walletId },
          { customerId: bola.customerId, amount: 5_000, reference: expect.any(String), walletId: bola.walletId },
        ],
        rejected: [],
      },
    },
  ]);
  expect(await balances()).toEqual([74_800, 20_000, 5_000]);
  const { rows } = await database.pool.query(
    "select distinct t.kind, t.journal, t.description from transactions t join batches b on b.id = t.batch where b.reference = $1",
    [batchReference],
  );
  expect(rows).toMatchObject([{ kind: "transfer", description: "Fund transfer between customers" }]);
  const { body } = await money.call("GET", `/wallet/bulk-credit-customer-status?batchReference=${batchReference}`);
  expect(body.data).toMatchObject({ payer: payer.customerId, operation: "credit", status: "completed" });
  const record = await money.call("GET", `/transaction/batch/${batchReference}`);
  expect(record.body.data.source).toEqual({ type: "Customer", userId: payer.customerId, walletId: payer.walletId });
});

it("gives each rejected item its own reason, also when the balance does not cover the total", async () => {
  const frozen = await wallet("Frozen");
  await freezeWallet(money.ctx, { customerId: frozen.customerId, reason: "Fraud" });
  const used = money.reference();
  await pay([to(ada, 300, used)]);
  const unknown = "0190a000-0000-7000-8000-000000000001";
  const { body } = await pay([
    to(ada, 300, used),
    to(payer, 300),
    to(frozen, 300),
    { customerId: unknown, amount: 300 },
    to(ada, 1),
    to(bola, 90_000),
    to(ada, 90_000),
  ]);
  expect(body.message).toBe("1 of 7 transactions completed, 6 rejected.");
  expect(
    body.data.rejected.map(({ reason, referenceExists }: Record<string, unknown>) => [reason, referenceExists]),
  ).toEqual([
    ["Reference already exist.", true],
    ["Source and destination cannot be the same.", false],
    ["Destination wallet is not active.", false],
    ["Customer not found.", false],
    ["Amount must be greater than 1 kobo.", false],
    ["Insufficient balance on source wallet to complete this transfer.", false],
  ]);
  const { rows } = await database.pool.query<{ code: string }>(
    "select reason_code as code from batch_items where reference = $1 and status = 'rejected'",
    [used],
  );
  // The same payer paid the same amount to the same wallet before: a duplicate, not a conflict.
  expect(rows).toEqual([{ code: "already_paid" }]);
  expect(await balances()).toEqual([9_500, 300, 90_000]);
});

it("obeys the limits of the payer's tier, its freeze, and the switch of transfers", async () => {
  await creditWallet(money.ctx, { customerId: payer.customerId, amount: 9_000_000 });
  const reasonsOf = async (...amounts: number[]) =>
    (await pay(amounts.map((amount) => to(ada, amount)))).body.data.rejected.map(
      (one: { reason: string }) => one.reason,
    );
  expect(await reasonsOf(2_000_001, 2_000_000, 2_000_000, 1_000_001)).toEqual([
    "Single transaction limit exceeded.",
    "Customer daily tier limit exceeded",
  ]);
  await freezeWallet(money.ctx, { customerId: payer.customerId, reason: "Fraud" });
  expect(await reasonsOf(300)).toEqual(["Source wallet is not active."]);
  await money.set("internal_transfers = false");
  expect(await pay([to(ada, 300)])).toMatchObject({ status: 403, body: { code: "internal_transfers_off" } });
});

it("refuses an unknown payer, an empty list and a used reference, and pays a reference once in a race", async () => {
  const unknown = { customerId: "0190a000-0000-7000-8000-000000000001" };
  expect(await pay([to(ada, 300)], unknown)).toMatchObject({ status: 400, body: { code: "customer_not_found" } });
  expect(await pay([])).toMatchObject({ status: 400, body: { message: "No valid transactions to process." } });
  const batchReference = money.reference();
  const replies = await Promise.all(Array.from({ length: 6 }, () => pay([to(ada, 300)], { batchReference })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  expect(replies.filter(({ status }) => status === 400).every(({ body }) => body.code === "reference_exists")).toBe(
    true,
  );
  expect(await balances()).toEqual([99_600, 300, 0]);
  const key = { "idempotency-key": `many-${batchReference}` };
  const [first, second] = [await pay([to(bola, 200)], {}, key), await pay([to(bola, 200)], {}, key)];
  expect(second).toMatchObject({ body: first.body, headers: { "idempotency-replayed": "true" } });
  expect(await money.balanceOf(bola)).toBe(200);
});

it("in a session waits for another member, who sees the payer's wallet", async () => {
  const submitted = await pay([to(ada, 60_000), to(bola, 60_000)], {}, await money.dashboard(money.operator));
  expect(submitted.body.data).toMatchObject({ accepted: [], rejected: [] });
  const id = String(submitted.headers.location).split("/").at(-1) ?? "";
  const pending = async () => (await money.call("GET", `/transaction/pending/${id}`)).body.data;
  expect(await pending()).toMatchObject({
    kind: "batch",
    category: "WALLET_TO_WALLET_TRANSFER",
    metadata: { payer: payer.customerId, items: 2 },
    checks: {
      now: {
        source: { customerId: payer.customerId, balance: 100_000, balanceAfter: -20_200 },
        reasons: [{ code: "insufficient_balance", balance: 100_000, needed: 120_200 }],
      },
    },
  });
  expect(await balances()).toEqual([100_000, 0, 0]);
  await creditWallet(money.ctx, { customerId: payer.customerId, amount: 20_200 });
  await approveTransaction({ ...money.ctx, actor: money.admin, requestId: "r" }, { transactionId: id });
  expect(await balances()).toEqual([0, 60_000, 60_000]);
  const { batchId } = await pending();
  expect(await money.statusOf(batchId)).toMatchObject({ status: "completed", accepted: 2, payer: payer.customerId });
});

it("is cancelled by those who may make its transfers, and by nobody else", async () => {
  const submit = async () => {
    const { headers } = await pay([to(ada, 60_000)], {}, await money.dashboard(money.operator));
    const id = String(headers.location).split("/").at(-1) ?? "";
    return (await money.call("GET", `/transaction/pending/${id}`)).body.data.batchId as string;
  };
  const as = (permission: Permission) => ({ ...money.ctx, actor: { ...money.operator, permissions: [permission] } });
  const batchId = await submit();
  await expect(cancelBatch(as("WALLET_CREDIT_DEBIT"), { batchId })).rejects.toMatchObject({
    code: "permission_missing",
  });
  await cancelBatch(as("MANAGE_TRANSFER"), { batchId });
  expect(await money.statusOf(batchId)).toMatchObject({ status: "cancelled" });
  expect(await money.cancel(await submit())).toMatchObject({ status: 200 });
  expect(await balances()).toEqual([100_000, 0, 0]);
});
