import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { getBatch } from "../../domain/batches/get-batch.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { processBatches } from "../../domain/batches/upload/process-batches.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testContext } from "../../testing/context.ts";
import { uploadTestFile } from "../../testing/csv/upload-file.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const FREEZE = "/merchant/wallets/freeze-all";
const RELEASE = "/merchant/wallets/release-all";
const database = useTestDatabase({ connections: 20 });
let money: MoneyApp;
let merchant: CreatedMerchant;
let ctx: MoneyApp["ctx"];
let owner: { authorization: string };
let customerId: string;
let made = 0;

beforeAll(async () => {
  money = await openMoneyApp(database);
});
beforeEach(async () => {
  made += 1;
  const email = `owner-of-frozen-${made}@test.example`;
  merchant = await createTestMerchant(money.services, {
    owner: { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" },
    canDebitCustomer: true,
  });
  ctx = testContext(money.services, { tenant: merchant.sandbox });
  owner = await bearerOf(money.services, email);
  customerId = (await createTestWallet(ctx)).customerId;
  await fundMerchantWallet(ctx, { amount: 1_000_000 });
  await creditWallet(ctx, { customerId, amount: 50_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

const call = (method: "GET" | "POST", path: string, body?: object, headers = owner) =>
  money.call(method, path, body, headers);
const freezeAll = () => call("POST", FREEZE, { reason: "Keys were stolen" });

it("a MainMerchant freezes every wallet with one call and releases them, audited and mailed", async () => {
  const target = (await createTestWallet(ctx)).customerId;
  const pay = () => call("POST", "/transfer/wallet", { fromCustomerId: customerId, toCustomerId: target, amount: 100 });
  const credit = () => call("POST", "/wallet/credit", { customerId, amount: 100 });
  await database.pool.query("delete from messages");
  expect(await freezeAll()).toMatchObject({ status: 200, body: { message: "All wallets are frozen." } });
  expect(await pay()).toMatchObject({ status: 400, body: { message: "Source wallet is not active." } });
  expect(await credit()).toMatchObject({ status: 400, body: { code: "destination_inactive" } });
  expect(await freezeAll()).toMatchObject({ status: 400, body: { code: "wallets_frozen" } });
  const settings = await call("GET", "/merchant/settings");
  expect(settings.body.data.walletFreeze).toMatchObject({ reason: "Keys were stolen", by: "Ada Obi" });
  const frozen = { reason: "Keys were stolen", by: "Ada Obi", frozenAt: settings.body.data.walletFreeze.frozenAt };
  const shown = async () => (await call("GET", "/user/profile")).body.data.Merchant.walletFreeze;
  expect(await shown()).toEqual(frozen);
  const { rows: mails } = await database.pool.query("select for_tenant from messages");
  expect(mails).toEqual([{ for_tenant: ctx.tenant.id }]);

  expect(await call("POST", RELEASE, { reason: "Keys were replaced" })).toMatchObject({ status: 200 });
  expect(await shown()).toBeNull();
  expect(await call("POST", RELEASE, {})).toMatchObject({ status: 400, body: { code: "wallets_not_frozen" } });
  expect([await pay(), await credit()]).toMatchObject([{ status: 200 }, { status: 200 }]);
  const { rows } = await database.pool.query(
    "select action, reason, actor_name from audit_log where tenant = $1 and action like 'wallet.%_all' order by at, id",
    [merchant.sandbox.id],
  );
  expect(rows).toEqual([
    { action: "wallet.freeze_all", reason: "Keys were stolen", actor_name: "Ada Obi" },
    { action: "wallet.release_all", reason: "Keys were replaced", actor_name: "Ada Obi" },
  ]);
});

it("nobody but a MainMerchant may, and other merchants and the other mode are not touched", async () => {
  const admin = await bearerOf(money.services, (await testMember(money.services, merchant, "Admin")).email);
  expect(await call("POST", FREEZE, { reason: "x" }, admin)).toMatchObject({
    status: 403,
    body: { code: "role_missing" },
  });
  expect((await call("POST", FREEZE, { reason: "x" }, { authorization: money.authorization })).status).toBe(403);
  expect((await call("POST", FREEZE, {})).status).toBe(400);
  await freezeAll();
  const { rows } = await database.pool.query(
    "select tenant from tenant_settings where wallets_frozen_at is not null and tenant in ($1, $2)",
    [merchant.sandbox.id, merchant.production.id],
  );
  expect(rows).toEqual([{ tenant: merchant.sandbox.id }]);
  const other = await createTestWallet(money.ctx);
  await fundMerchantWallet(money.ctx, { amount: 1_000 });
  await creditWallet(money.ctx, { customerId: other.customerId, amount: 100 });
});

it("every wallet shows the emergency; one that staff froze keeps its own reason and stays frozen", async () => {
  const frozen = (await createTestWallet(ctx)).customerId;
  await freezeWallet(ctx, { customerId: frozen, reason: "Court order" });
  await freezeAll();
  const shown = async (id: string) => (await call("GET", `/wallet/customer?customerId=${id}`)).body.wallet;
  const emergency = { status: "FROZEN", freezeCause: "emergency", reason: "Keys were stolen" };
  expect(await shown(customerId)).toMatchObject(emergency);
  expect(await shown(frozen)).toMatchObject({ status: "FROZEN", freezeCause: "staff", reason: "Court order" });
  expect((await call("GET", "/wallet?status=FROZEN")).body.metadata.totalRecords).toBe(2);
  expect((await call("GET", "/wallet?status=ACTIVE")).body).toMatchObject({
    wallets: [],
    metadata: { totalRecords: 0 },
  });
  const preview = await call("POST", "/transfer/wallet/preview", {
    fromCustomerId: customerId,
    toCustomerId: frozen,
    amount: 100,
  });
  expect(preview.body.data).toMatchObject({ allowed: false, source: { status: "FROZEN" } });
  const enable = (id: string) => call("POST", "/wallet/enable", { customerId: id });
  expect(await enable(customerId)).toMatchObject({ status: 400, body: { code: "wallet_frozen_in_emergency" } });
  await call("POST", RELEASE, {});
  expect(await shown(customerId)).toMatchObject({ status: "ACTIVE", freezeCause: null, reason: null, frozenAt: null });
  expect(await shown(frozen)).toMatchObject({ status: "FROZEN", reason: "Court order" });
});

it("no posting touches a wallet once the freeze has answered", async () => {
  const balance = async () =>
    (await call("GET", `/wallet/customer?customerId=${customerId}`)).body.wallet.bookedBalance;
  const credits = Array.from({ length: 60 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n % 20));
    await creditWallet(ctx, { customerId, amount: 100 });
  });
  const settled = Promise.allSettled(credits);
  await new Promise((resolve) => setTimeout(resolve, 8));
  await freezeAll();
  const atFreeze = await balance();
  await settled;
  expect(await balance()).toBe(atFreeze);
});

it("uploads wait for the release instead of rejecting their rows", async () => {
  const batchId = await uploadTestFile(ctx, ["customerId,amount\n", `${customerId},10\n`]);
  await freezeAll();
  expect(await processBatches(money.services, { forMs: 0 })).toMatchObject({ rows: 0 });
  await call("POST", RELEASE, {});
  await processBatches(money.services, { forMs: 0 });
  expect(await getBatch(ctx, { batchId })).toMatchObject({ status: "completed", accepted: 1 });
});
