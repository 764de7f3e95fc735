import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { isAccountNumberOf } from "../../account-number.ts";
import type { Context } from "../../context.ts";

const database = useTestDatabase();
let ctx: Context;
let inProduction: Context;

beforeAll(async () => {
  const services = testServices(database);
  const merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
  inProduction = testContext(services, { tenant: merchant.production });
});

afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => ctx.committer.close());

async function rowsAbout(customerId: string) {
  const { rows } = await database.pool.query(
    `select c.*, w.freeze_cause, w.freeze_reason, a.frozen, a.balance from customers c
     join wallets w on w.tenant = c.tenant and w.customer_id = c.id
     join accounts a on a.tenant = w.tenant and a.id = w.account_id where c.id = $1`,
    [customerId],
  );
  return rows[0];
}

test("creates an active wallet with an empty account, a NUBAN and a verified BVN", async () => {
  const wallet = await createTestWallet(ctx, { bvn: "22200000111", phoneNumber: "+234 810 111 1111" });
  expect(isAccountNumberOf("090999", wallet.accountNumber)).toBe(true);
  expect(wallet.freezeReason).toBeNull();
  expect(await rowsAbout(wallet.customerId)).toMatchObject({
    phone_number: "+2348101111111",
    email: "2348101111111@no-email.invalid",
    bvn_last4: "0111",
    bvn_verified_at: ctx.clock.now(),
    nin_verified_at: null,
    name_match: true,
    frozen: false,
    balance: 0n,
  });
});

test("stores BVN and NIN sealed, and not in the audit log", async () => {
  const { customerId, walletId } = await createTestWallet(ctx, { bvn: "22298765111", nin: "77712345888" });
  const row = await rowsAbout(customerId);
  expect(ctx.providers.secrets.open(row.bvn_sealed, "customers.bvn_sealed", customerId)).toBe("22298765111");
  expect(ctx.providers.secrets.open(row.nin_sealed, "customers.nin_sealed", customerId)).toBe("77712345888");
  const { rows } = await database.pool.query("select * from audit_log where object_id = $1", [walletId]);
  expect(rows).toMatchObject([{ action: "wallet.create", actor_name: "Test" }]);
  const kept = inspect([row, rows], { depth: null });
  expect(kept).not.toContain("22298765111");
  expect(kept).not.toContain("77712345888");
});

test.each([
  { bvn: "22200000300", nin: undefined, reason: "BVN Lookup failed" },
  { bvn: "22200000301", nin: undefined, reason: "Invalid NIN/BVN" },
  { bvn: undefined, nin: "77700000300", reason: "NIN Lookup failed" },
  { bvn: "22200000399", nin: "77700000401", reason: "Invalid NIN/BVN" },
])("BVN $bvn and NIN $nin create a frozen wallet: $reason", async ({ bvn, nin, reason }) => {
  const wallet = await createTestWallet(ctx, { bvn, nin });
  expect(wallet.freezeReason).toBe(reason);
  expect(await rowsAbout(wallet.customerId)).toMatchObject({
    frozen: true,
    freeze_cause: "identity",
    freeze_reason: reason,
  });
});

test("a registry outage creates nothing", async () => {
  const before = await database.pool.query("select count(*) from customers");
  await expect(createTestWallet(ctx, { bvn: "22200000502" })).rejects.toMatchObject({ code: "registry_unavailable" });
  expect((await database.pool.query("select count(*) from customers")).rows).toEqual(before.rows);
});

test("a phone number or BVN of another customer is refused with that customer's ID", async () => {
  const { customerId } = await createTestWallet(ctx, { bvn: "22200000611", phoneNumber: "08160000000" });
  const exists = { code: "customer_exists", message: "Customer already exist.", errors: [{ customerId }] };
  await expect(createTestWallet(ctx, { phoneNumber: "+2348160000000" })).rejects.toMatchObject(exists);
  await expect(createTestWallet(ctx, { bvn: "22200000611" })).rejects.toMatchObject(exists);
  await expect(createTestWallet(ctx, { customerId })).rejects.toMatchObject(exists);
});

test.each(["bvn", "nin"] as const)("a %s that failed its check can still be used by its owner", async (kind) => {
  const [bvn, nin] = kind === "bvn" ? ["22200000955", undefined] : [undefined, "77700000955"];
  const stranger = { number: "", firstName: "Ngozi", lastName: "Eze", dateOfBirth: "1970-01-01", phoneNumber: "" };
  const asked = vi.spyOn(ctx.providers.identity.SANDBOX, kind === "bvn" ? "lookupBvn" : "lookupNin");
  asked.mockResolvedValueOnce(stranger);
  const typo = await createTestWallet(ctx, { bvn, nin });
  expect([typo.freezeReason, typo.reply.customer.bvn]).toEqual(["Invalid NIN/BVN", bvn ? "*******0955" : null]);
  const owner = await createTestWallet(ctx, { bvn, nin });
  expect(owner.freezeReason).toBeNull();
  await expect(createTestWallet(ctx, { bvn, nin })).rejects.toMatchObject({
    code: "customer_exists",
    errors: [{ customerId: owner.customerId }],
  });
});

test("the registry is not called for a customer who exists", async () => {
  await createTestWallet(ctx, { phoneNumber: "08165000000" });
  const lookupBvn = vi.spyOn(ctx.providers.identity.SANDBOX, "lookupBvn");
  await expect(createTestWallet(ctx, { phoneNumber: "08165000000" })).rejects.toMatchObject({
    code: "customer_exists",
  });
  expect(lookupBvn).not.toHaveBeenCalled();
});

test("the same customer may exist in the other mode", async () => {
  const person = { bvn: "22200000711", phoneNumber: "08170000000" };
  await createTestWallet(ctx, person);
  await expect(createTestWallet(inProduction, person)).resolves.toMatchObject({ freezeReason: null });
});

test("of two concurrent requests one succeeds and the other returns that customer's ID", async () => {
  const person = { bvn: "22200000811", phoneNumber: "08180000000" };
  const both = await Promise.allSettled([createTestWallet(ctx, person), createTestWallet(ctx, person)]);
  const won = both.find((one) => one.status === "fulfilled");
  expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find((one) => one.status === "rejected")?.reason).toMatchObject({
    code: "customer_exists",
    errors: [{ customerId: won?.value.customerId }],
  });
});

test("uses the caller's customer ID and writes the outbox record", async () => {
  const customerId = "0190d8a0-0000-7000-8000-0000000000aa";
  const created = await createTestWallet(ctx, { customerId });
  expect(created.reply.wallet.customerId).toBe(customerId);
  const { rows } = await database.pool.query("select kind, tenant from outbox where object_id = $1", [customerId]);
  expect(rows).toEqual([{ kind: "customer.created", tenant: ctx.tenant.id }]);
});

test("rejects an invalid phone number, and a customer without BVN and NIN", async () => {
  await expect(createTestWallet(ctx, { phoneNumber: "12345" })).rejects.toMatchObject({
    code: "validation_failed",
    errors: [{ field: "phoneNumber" }],
  });
  await expect(createTestWallet(ctx, { bvn: undefined })).rejects.toMatchObject({ errors: [{ field: "bvn" }] });
});
