import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type MoneyApp, openMoneyApp } from "../../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { creditWallet } from "../../batches/single/credit-wallet.ts";
import type { Context } from "../../context.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import { verifyLedger } from "../../transactions/verify-ledger.ts";

const FEE = 2_500;
const database = useTestDatabase();
let app: MoneyApp;
let ctx: Context;
beforeAll(async () => {
  app = await openMoneyApp(database);
});
beforeEach(async () => {
  const merchant = await createTestMerchant(app.services);
  ctx = { ...app.ctx, tenant: merchant.sandbox };
  await setFee(ctx, FEE);
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(async () => {
  await verifyLedger(app.services);
  const { rows } = await database.pool.query("select problems from ledger_checks where not balanced");
  expect(rows).toEqual([]);
  await app.close();
});

async function setFee({ tenant }: Context, fee: number) {
  await database.pool.query("update tenant_settings set wallet_creation_fee = $2 where tenant = $1", [tenant.id, fee]);
}

async function balances() {
  const { rows } = await database.pool.query<{ kind: string; balance: bigint }>(
    "select kind, balance from accounts where tenant = $1 and kind in ('merchant', 'wallet_fee')",
    [ctx.tenant.id],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

async function counted() {
  const { rows } = await database.pool.query<{ customers: bigint; wallets: bigint; events: bigint; accounts: bigint }>(
    `select (select count(*) from customers where tenant = $1) as customers,
       (select count(*) from wallets where tenant = $1 and customer_id is not null) as wallets,
       (select count(*) from accounts where tenant = $1 and kind = 'wallet') as accounts,
       (select count(*) from outbox where tenant = $1 and kind = 'customer.created') as events`,
    [ctx.tenant.id],
  );
  return rows[0];
}

test("without a fee sends six queries, two of them for the commit, because imports repeat it a hundred thousand times", async () => {
  await setFee(ctx, 0);
  const query = vi.spyOn(pg.Client.prototype, "query");
  await createTestWallet(ctx);
  expect(query.mock.calls.length).toBe(6);
  query.mockRestore();
});

test("charges the merchant the fee in the commit that creates the wallet", async () => {
  await fundMerchantWallet(ctx, { amount: 10_000 });
  const { walletId, customerId } = await createTestWallet(ctx);
  expect(await balances()).toEqual({ merchant: 7_500n, wallet_fee: 2_500n });
  const { rows } = await database.pool.query(
    `select t.kind, t.amount, t.metadata, l.after, t.xmin::text = c.xmin::text as "isOneCommit"
     from transactions t, audit_log l, customers c
     where t.tenant = $1 and t.kind = 'reservation' and l.object_id = $2 and c.id = $3`,
    [ctx.tenant.id, walletId, customerId],
  );
  expect(rows).toMatchObject([
    { amount: 2_500n, metadata: { customerId, walletId }, after: { customerId, fee: 2_500 }, isOneCommit: true },
  ]);
});

test("creates nothing when the merchant's balance does not cover the fee", async () => {
  await fundMerchantWallet(ctx, { amount: FEE - 1 });
  await expect(createTestWallet(ctx)).rejects.toMatchObject({
    code: "merchant_balance_too_low",
    message: "Insufficient merchant wallet balance.",
    errors: [{ balance: FEE - 1, needed: FEE }],
  });
  expect(await counted()).toEqual({ customers: 0n, wallets: 0n, accounts: 0n, events: 0n });
  expect(await balances()).toMatchObject({ merchant: BigInt(FEE - 1) });
});

test("of many requests with one phone number one creates and pays, and other movements of the group post", async () => {
  await fundMerchantWallet(ctx, { amount: 100_000 });
  const { customerId } = await createTestWallet(ctx);
  const creations = Array.from({ length: 8 }, (_, n) =>
    createTestWallet(ctx, { phoneNumber: "07060000001", bvn: undefined, nin: `7771234${n}055` }),
  );
  const credits = Array.from({ length: 8 }, () => creditWallet(ctx, { customerId, amount: 100 }));
  const created = await Promise.allSettled(creations);
  await Promise.all(credits);
  const winner = created.find((one) => one.status === "fulfilled")?.value;
  expect(created.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  for (const one of created.filter((each) => each.status === "rejected")) {
    expect(one.reason).toMatchObject({ code: "customer_exists", errors: [{ customerId: winner?.customerId }] });
  }
  expect(await counted()).toMatchObject({ customers: 2n, wallets: 2n, accounts: 2n, events: 2n });
  expect(await balances()).toEqual({ merchant: 100_000n - 2n * 2_500n - 800n, wallet_fee: 5_000n });
});

test("one Idempotency-Key creates and charges once; a failure is stored as well", async () => {
  await setFee(app.ctx, FEE);
  const body = {
    firstName: "Ngozi",
    lastName: "Adeyemi",
    phoneNumber: "07060000002",
    dateOfBirth: "1992-05-16",
    bvn: "22255550055",
  };
  const create = (key: string) => app.call("POST", "/wallet", body, { "idempotency-key": key });
  const refused = await create("too-poor");
  expect(refused).toMatchObject({ status: 400, body: { message: "Insufficient merchant wallet balance." } });
  await fundMerchantWallet(app.ctx, { amount: 3 * FEE });
  expect((await create("too-poor")).body).toEqual(refused.body);
  const first = await create("rich");
  expect(first.status).toBe(201);
  const again = await create("rich");
  expect(again.body).toEqual(first.body);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  const list = await app.call("GET", "/merchant/transactions?category=WALLET_RESERVATION");
  expect(list.body.transactions).toMatchObject([
    { category: "WALLET_RESERVATION", type: "DEBIT", amount: FEE, balance_after: 2 * FEE, destination: null },
  ]);
  const { transaction } = (await app.call("GET", `/transaction/info?transactionId=${list.body.transactions[0].id}`))
    .body;
  expect(transaction.entries).toMatchObject([
    { accountKind: "merchant", delta: -FEE },
    { accountKind: "wallet_fee", delta: FEE },
  ]);
});

test("without a fee moves no money", async () => {
  await setFee(ctx, 0);
  await createTestWallet(ctx);
  expect(await balances()).toEqual({ merchant: 0n });
});

test.each([
  { tier: 2, nin: undefined, bvn: "22212300100", missing: "BVN" },
  { tier: 3, nin: undefined, bvn: "22212300255", missing: "NIN" },
  { tier: 2, nin: "77712300355", bvn: undefined, missing: "BVN" },
] as const)(
  "TIER_$tier without a verified $missing creates nothing and names the document",
  async ({ missing, ...input }) => {
    await setFee(ctx, 0);
    await expect(createTestWallet(ctx, input)).rejects.toMatchObject({
      code: "tier_document_missing",
      message: `TIER_${input.tier} needs a verified ${missing}.`,
    });
    expect(await counted()).toMatchObject({ customers: 0n });
  },
);

test("creates the wallet at the tier when its documents are verified", async () => {
  await setFee(ctx, 0);
  const { reply, accountId } = await createTestWallet(ctx, { tier: 3, nin: "77712300455" });
  expect(reply.customer.tier).toBe("TIER_3");
  const { rows } = await database.pool.query("select tier from accounts where tenant = $1 and id = $2", [
    ctx.tenant.id,
    accountId,
  ]);
  expect(rows).toEqual([{ tier: 3 }]);
});
