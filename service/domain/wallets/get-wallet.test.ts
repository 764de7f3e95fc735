import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import type { Context } from "../context.ts";
import { changeTier } from "../customers/identity/change-tier.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../merchant/sign-up/create-merchant.ts";
import { transferBetweenCustomers } from "../transfers/transfer-between-customers.ts";
import { setPostNoCredit } from "./controls/set-post-no-credit.ts";
import { setTransactionPin } from "./controls/set-transaction-pin.ts";
import { getWalletByAccount } from "./get-wallet-by-account.ts";
import { getWalletByCustomer } from "./get-wallet-by-customer.ts";
import { getWalletInfo } from "./get-wallet-info.ts";
import { listWalletActivity } from "./list-wallet-activity.ts";

const database = useTestDatabase();
let clock: TestClock;
let merchant: CreatedMerchant;
let ctx: Context;

beforeAll(async () => {
  clock = testClock("2026-03-02T22:30:00Z"); // 23:30 in Lagos
  const services = testServices(database, { clock });
  merchant = await createTestMerchant(services, { businessName: "Ada Ventures" });
  ctx = testContext(services, { tenant: merchant.sandbox });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => ctx.committer.close());

test("spending counts for the day in Lagos only", async () => {
  const from = await createTestWallet(ctx);
  const to = await createTestWallet(ctx);
  await fundMerchantWallet(ctx, { amount: 1_000_000 });
  await creditWallet(ctx, { customerId: from.customerId, amount: 500_000 });
  const transfer = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 200_000 };
  await transferBetweenCustomers(ctx, transfer);
  const before = await getWalletByCustomer(ctx, from);
  expect(before).toMatchObject({ spentToday: 200_000, availableBalance: 299_000, bookedBalance: 299_000 });
  clock.set("2026-03-02T23:00:00Z"); // midnight in Lagos
  expect(await getWalletByCustomer(ctx, from)).toMatchObject({ spentToday: 0, availableBalance: 299_000 });
});

test("tier, post-no-credit and whether a PIN is set are returned, never the PIN", async () => {
  const { customerId } = await createTestWallet(ctx, { nin: "77700001155" });
  await changeTier(ctx, { customerId, tier: 3 });
  await setPostNoCredit(ctx, { customerId, postNoCredit: true, reason: "Review" });
  await setTransactionPin(ctx, { customerId, pin: "4821" });
  const wallet = await getWalletByCustomer(ctx, { customerId });
  expect(wallet).toMatchObject({
    tier: "TIER_3",
    dailyLimit: 500_000_000,
    maxBalance: null,
    postNoCredit: true,
    isPinSet: true,
    isNINVerified: true,
  });
  const { rows } = await database.pool.query("select pin_hash, * from wallets where customer_id = $1", [customerId]);
  expect(rows[0].pin_hash).toMatch(/^\$argon2id\$/);
  const { rows: audit } = await database.pool.query("select before, after, reason from audit_log");
  expect(JSON.stringify(audit)).not.toContain("4821");
});

test("a tier requires its documents", async () => {
  const { customerId } = await createTestWallet(ctx);
  await expect(changeTier(ctx, { customerId, tier: 3 })).rejects.toMatchObject({
    code: "tier_document_missing",
    message: "TIER_3 needs a verified NIN.",
  });
  const unverified = await createTestWallet(ctx, { bvn: undefined, nin: "77700002255" });
  await expect(changeTier(ctx, { customerId: unverified.customerId, tier: 2 })).rejects.toThrow("verified BVN");
});

test("by account number returns the same wallet and its merchant; the merchant's own number is not found", async () => {
  const wallet = await createTestWallet(ctx);
  expect(await getWalletByAccount(ctx, wallet)).toEqual({
    ...(await getWalletByCustomer(ctx, wallet)),
    merchantId: merchant.merchantId,
  });
  const own = await database.pool.query(
    "select account_number from wallets where tenant = $1 and customer_id is null",
    [merchant.sandbox.id],
  );
  const accountNumber: string = own.rows[0].account_number;
  await expect(getWalletByAccount(ctx, { accountNumber })).rejects.toMatchObject({ code: "wallet_not_found" });
  expect(await getWalletInfo(ctx, { accountNumber })).toMatchObject({ accountName: "Ada Ventures", status: "ACTIVE" });
});

test("wallets of another merchant or mode are not found, like unknown ones", async () => {
  const wallet = await createTestWallet(ctx);
  const other = await createTestMerchant(ctx);
  for (const tenant of [other.sandbox, merchant.production]) {
    const outside = { ...ctx, tenant };
    await expect(getWalletByCustomer(outside, wallet)).rejects.toMatchObject({ code: "customer_not_found" });
    await expect(getWalletByAccount(outside, wallet)).rejects.toMatchObject({ code: "wallet_not_found" });
    await expect(getWalletInfo(outside, wallet)).rejects.toMatchObject({ code: "wallet_not_found" });
  }
});

test("lookups and activity read large tables through indexes only", async () => {
  const wallet = await createTestWallet(ctx);
  await database.pool.query(
    `insert into audit_log (tenant, id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id, request_id)
     select $1, gen_random_uuid(), $2::timestamptz + n * interval '1 ms', 'job', 'test', 'Test', 'wallet.test', 'wallet', n::text, ''
     from generate_series(1, 30000) n`,
    [ctx.tenant.id, clock.now()],
  );
  await database.pool.query(
    `with opened as (
       insert into accounts (tenant, id, kind, tier)
       select $1, nextval('account_ids'), 'wallet', 1 from generate_series(1, 30000) returning id)
     insert into wallets (tenant, id, account_id, account_number, account_name, email, created_at, updated_at)
     select $1, gen_random_uuid(), id, lpad(id::text, 10, '0'), '', '', $2, $2 from opened`,
    [ctx.tenant.id, clock.now()],
  );
  await database.pool.query("analyze");
  const query = vi.spyOn(ctx.db, "query");
  await getWalletByCustomer(ctx, wallet);
  await getWalletByAccount(ctx, wallet);
  await getWalletInfo(ctx, wallet);
  await listWalletActivity(ctx, { customerId: wallet.customerId, page: 1, perPage: 20 });
  const statements = [...query.mock.calls] as unknown as [string, unknown[]][];
  query.mockRestore();
  expect(statements).toHaveLength(4);
  for (const [sql, values] of statements) {
    const { rows } = await database.pool.query(`explain ${sql}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).not.toMatch(/Seq Scan on (audit_log|accounts|wallets)/);
  }
});
