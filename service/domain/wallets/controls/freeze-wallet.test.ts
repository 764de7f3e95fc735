import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestClock, testClock } from "../../../testing/clock.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { creditWallet } from "../../batches/single/credit-wallet.ts";
import { debitWallet } from "../../batches/single/debit-wallet.ts";
import type { Context } from "../../context.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../../merchant/sign-up/create-merchant.ts";
import type { CreatedWallet } from "../creation/open-wallet.ts";
import { enableWallet } from "./enable-wallet.ts";
import { freezeWallet } from "./freeze-wallet.ts";

const database = useTestDatabase();
let clock: TestClock;
let merchant: CreatedMerchant;
let ctx: Context;
let platform: Context;
let wallet: CreatedWallet;

beforeAll(async () => {
  clock = testClock();
  const services = testServices(database, { clock });
  merchant = await createTestMerchant(services, { canDebitCustomer: true });
  const actor = await testMember(services, merchant, "Admin", { firstName: "Tólá", lastName: "Bánkọ́lé" });
  ctx = testContext(services, { tenant: merchant.sandbox, actor });
  platform = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(platform, { amount: 100_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => ctx.committer.close());

beforeEach(async () => {
  wallet = await createTestWallet(ctx);
});

async function stored(walletId: string) {
  const { rows } = await database.pool.query(
    `select a.frozen, w.freeze_cause as cause, w.freeze_reason as reason, w.frozen_at as at
     from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id where w.id = $1`,
    [walletId],
  );
  return rows[0];
}

async function audited(walletId: string) {
  const { rows } = await database.pool.query(
    `select action, actor_name, reason, before, after, address from audit_log
     where object_id = $1 and action <> 'wallet.create' order by at, id`,
    [walletId],
  );
  return rows;
}

test("freezes an active wallet and stores the reason", async () => {
  clock.advance(1000);
  await freezeWallet(ctx, { customerId: wallet.customerId, reason: "Reported stolen" });
  const expected = { frozen: true, cause: "staff", reason: "Reported stolen", at: clock.now() };
  expect(await stored(wallet.walletId)).toEqual(expected);
  expect(await audited(wallet.walletId)).toEqual([
    {
      action: "wallet.freeze",
      actor_name: "Tólá Bánkọ́lé",
      reason: "Reported stolen",
      before: { status: "ACTIVE" },
      after: { status: "FROZEN", cause: "staff", reason: "Reported stolen" },
      address: "192.0.2.1",
    },
  ]);
});

test("refuses to freeze a frozen wallet and changes nothing", async () => {
  await freezeWallet(ctx, { customerId: wallet.customerId, reason: "First" });
  const before = await stored(wallet.walletId);
  clock.advance(1000);
  await expect(freezeWallet(ctx, { customerId: wallet.customerId, reason: "Second" })).rejects.toMatchObject({
    code: "wallet_already_frozen",
  });
  expect(await stored(wallet.walletId)).toEqual(before);
  expect(await audited(wallet.walletId)).toHaveLength(1);
});

test("never overwrites the reason of a failed identity check", async () => {
  const failed = await createTestWallet(ctx, { bvn: "22211122200" });
  await expect(freezeWallet(ctx, { customerId: failed.customerId, reason: "Other" })).rejects.toMatchObject({
    code: "wallet_already_frozen",
  });
  expect(await stored(failed.walletId)).toMatchObject({ cause: "identity", reason: "BVN Lookup failed" });
});

test("of many concurrent requests exactly one freezes", async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => freezeWallet(ctx, { customerId: wallet.customerId, reason: `Reason ${n}` })),
  );
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  for (const one of all) {
    if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "wallet_already_frozen" });
  }
  expect(await audited(wallet.walletId)).toHaveLength(1);
  expect((await stored(wallet.walletId)).reason).toBe((await audited(wallet.walletId))[0].reason);
});

test("enables a wallet that staff froze, even with an unverified BVN, and stores the reason", async () => {
  const withNin = await createTestWallet(ctx, { bvn: undefined, nin: "77700011155" });
  await freezeWallet(ctx, { customerId: withNin.customerId, reason: "Fraud report" });
  await enableWallet(ctx, { customerId: withNin.customerId, reason: "Ticket SUP-1 solved" });
  expect(await stored(withNin.walletId)).toEqual({ frozen: false, cause: null, reason: null, at: null });
  expect((await audited(withNin.walletId)).at(-1)).toMatchObject({
    action: "wallet.enable",
    reason: "Ticket SUP-1 solved",
    before: { status: "FROZEN", cause: "staff", reason: "Fraud report" },
    after: { status: "ACTIVE" },
  });
});

test("refuses to enable an active wallet and changes nothing", async () => {
  await expect(enableWallet(ctx, { customerId: wallet.customerId })).rejects.toMatchObject({
    code: "wallet_already_active",
  });
  expect(await audited(wallet.walletId)).toEqual([]);
});

test("refuses to enable after a failed identity check, quotes the reason and audits the member", async () => {
  const failed = await createTestWallet(ctx, { bvn: "22233344401" });
  const before = await stored(failed.walletId);
  await expect(enableWallet(ctx, { customerId: failed.customerId, reason: "Please" })).rejects.toMatchObject({
    code: "wallet_frozen_by_identity_check",
    message: expect.stringContaining("Invalid NIN/BVN"),
  });
  expect(await stored(failed.walletId)).toEqual(before);
  expect(await audited(failed.walletId)).toMatchObject([
    { action: "wallet.enable_refused", actor_name: "Tólá Bánkọ́lé", reason: "Invalid NIN/BVN" },
  ]);
});

test("enables after a failed identity check once the BVN is verified", async () => {
  const failed = await createTestWallet(ctx, { bvn: "22233344500" });
  await database.pool.query("update customers set bvn_verified_at = $2 where id = $1", [
    failed.customerId,
    clock.now(),
  ]);
  await enableWallet(ctx, { customerId: failed.customerId });
  expect(await stored(failed.walletId)).toMatchObject({ frozen: false, reason: null });
});

test("customers of another merchant or mode are not found, like unknown ones", async () => {
  const other = await createTestMerchant(ctx);
  const missing = { code: "customer_not_found", message: "Customer not found." };
  for (const tenant of [other.sandbox, merchant.production]) {
    const outside = { ...ctx, tenant };
    await expect(freezeWallet(outside, { customerId: wallet.customerId, reason: "x" })).rejects.toMatchObject(missing);
    await expect(enableWallet(outside, { customerId: wallet.customerId })).rejects.toMatchObject(missing);
  }
  const nobody = ctx.ids.next();
  await expect(freezeWallet(ctx, { customerId: nobody, reason: "x" })).rejects.toMatchObject(missing);
  expect(await stored(wallet.walletId)).toMatchObject({ frozen: false });
});

test("a frozen wallet neither sends nor receives; an enabled one does again", async () => {
  const { customerId } = wallet;
  await creditWallet(platform, { customerId, amount: 50_000 });
  await freezeWallet(ctx, { customerId, reason: "Fraud report" });
  await expect(creditWallet(platform, { customerId, amount: 1_000 })).rejects.toMatchObject({
    code: "destination_inactive",
  });
  await expect(debitWallet(platform, { customerId, amount: 1_000 })).rejects.toMatchObject({ code: "source_inactive" });
  expect(await balanceOf(wallet)).toBe(50_000n);
  await enableWallet(ctx, { customerId });
  await debitWallet(platform, { customerId, amount: 1_000 });
  expect(await balanceOf(wallet)).toBe(49_000n);
});

test("a freeze during running credits: once it has returned, no further credit posts", async () => {
  const { customerId } = wallet;
  const credits = Array.from({ length: 60 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n % 20));
    await creditWallet(platform, { customerId, amount: 100 });
  });
  const settled = Promise.allSettled(credits);
  await new Promise((resolve) => setTimeout(resolve, 8));
  await freezeWallet(ctx, { customerId, reason: "Fraud report" });
  const atFreeze = await balanceOf(wallet);
  await settled;
  expect(await balanceOf(wallet)).toBe(atFreeze);
});

test("waits for a running posting group and holds no lock meanwhile", async () => {
  const group = await database.pool.connect();
  try {
    await group.query("begin");
    await group.query("select from accounts where id = $1 for update", [wallet.accountId]);
    const freezing = freezeWallet(ctx, { customerId: wallet.customerId, reason: "Fraud report" });
    await waitUntilBlocked();
    // Accounts are always locked first, so the wallet row is still free.
    await group.query("select from wallets where id = $1 for update nowait", [wallet.walletId]);
    expect(await stored(wallet.walletId)).toMatchObject({ frozen: false });
    await group.query("commit");
    await freezing;
  } finally {
    group.release();
  }
  expect(await stored(wallet.walletId)).toMatchObject({ frozen: true });
});

async function waitUntilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function balanceOf({ accountId }: CreatedWallet): Promise<bigint> {
  const { rows } = await database.pool.query("select balance from accounts where id = $1", [accountId]);
  return rows[0].balance;
}
