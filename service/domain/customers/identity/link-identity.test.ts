import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { IdentityRecord } from "../../../providers/identity/identity-registry.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import type { Context } from "../../context.ts";
import { enableWallet } from "../../wallets/controls/enable-wallet.ts";
import { freezeWallet } from "../../wallets/controls/freeze-wallet.ts";
import { linkBvn } from "./link-bvn.ts";
import { linkNin } from "./link-nin.ts";

const database = useTestDatabase();
let ctx: Context;
/** A customer created with a NIN only. */
let customerId: string;
let made = 0;

beforeAll(async () => {
  const services = testServices(database);
  ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
});
beforeEach(async () => {
  customerId = await newCustomer();
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => ctx.committer.close());

async function newCustomer(): Promise<string> {
  made += 1;
  const nin = `70${String(made).padStart(7, "0")}55`;
  return (await createTestWallet(ctx, { bvn: undefined, nin })).customerId;
}

/** A BVN that no other test uses; the ending decides the sandbox registry's answer. */
function newBvn(ending = "55"): string {
  made += 1;
  return `33${String(made).padStart(7, "0")}${ending}`;
}

async function stored(id = customerId) {
  const { rows } = await database.pool.query(
    `select c.bvn_last4 as last4, c.bvn_verified_at is not null as verified, c.bvn_first_name as "firstName",
       c.name_match as "nameMatch", w.freeze_cause as cause, w.freeze_reason as reason, a.frozen
     from customers c join wallets w on w.tenant = c.tenant and w.customer_id = c.id
     join accounts a on a.tenant = w.tenant and a.id = w.account_id where c.tenant = $1 and c.id = $2`,
    [ctx.tenant.id, id],
  );
  return rows[0];
}

async function auditOf(id: string): Promise<{ action: string; before: unknown; after: unknown; reason: string }[]> {
  const { rows } = await database.pool.query(
    `select action, before, after, reason from audit_log where tenant = $1
     and (object_id = $2 or object_id = (select id::text from wallets where tenant = $1 and customer_id = $2::uuid))
     order by id`,
    [ctx.tenant.id, id],
  );
  return rows.filter(({ action }) => action !== "wallet.create");
}

const untouched = { last4: null, verified: false, cause: null, frozen: false };

describe("linking a BVN", () => {
  test("that matches verifies the customer; the audit log holds four digits", async () => {
    const bvn = newBvn();
    expect(await linkBvn(ctx, { customerId, bvn })).toEqual({
      flags: { customerId, isBVNVerified: true, isNINVerified: true, nameMatch: true },
      failure: null,
    });
    expect(await stored()).toEqual({
      last4: bvn.slice(-4),
      verified: true,
      firstName: "Chidi",
      nameMatch: true,
      cause: null,
      reason: null,
      frozen: false,
    });
    const masked = `*******${bvn.slice(-4)}`;
    expect(await auditOf(customerId)).toEqual([
      { action: "customer.link_bvn", before: { bvn: null }, after: { bvn: masked, isBVNVerified: true }, reason: null },
    ]);
  });

  test.each([
    ["00", "BVN Lookup failed", null],
    ["01", "Invalid NIN/BVN", false],
  ])("ending in %s freezes the wallet with %s and links nothing", async (ending, failure, nameMatch) => {
    const result = await linkBvn(ctx, { customerId, bvn: newBvn(ending) });
    expect(result).toEqual({
      flags: { customerId, isBVNVerified: false, isNINVerified: true, nameMatch },
      failure,
    });
    expect(await stored()).toMatchObject({
      last4: null,
      verified: false,
      cause: "identity",
      reason: failure,
      frozen: true,
    });
    expect((await auditOf(customerId)).map(({ action, reason }) => [action, reason])).toEqual([
      ["customer.link_bvn_failed", failure],
      ["wallet.freeze", failure],
    ]);
  });

  test("that fails also blocks enabling a wallet that staff froze, and keeps their reason", async () => {
    await freezeWallet(ctx, { customerId, reason: "Reported stolen" });
    await linkBvn(ctx, { customerId, bvn: newBvn("00") });
    const reason = "BVN Lookup failed (frozen before: Reported stolen)";
    expect(await stored()).toMatchObject({ cause: "identity", reason, frozen: true });
    await expect(enableWallet(ctx, { customerId })).rejects.toMatchObject({
      code: "wallet_frozen_by_identity_check",
      message: expect.stringContaining(reason),
    });
    expect((await auditOf(customerId)).at(-2)).toMatchObject({
      action: "wallet.freeze",
      before: { status: "FROZEN", cause: "staff", reason: "Reported stolen" },
      after: { status: "FROZEN", cause: "identity", reason },
    });
    await linkBvn(ctx, { customerId, bvn: newBvn() });
    await enableWallet(ctx, { customerId });
    expect(await stored()).toMatchObject({ cause: null, frozen: false });
  });

  test("never overwrites the reason of an earlier check", async () => {
    const other = await newCustomer();
    await linkBvn(ctx, { customerId: other, bvn: newBvn("01") });
    await linkBvn(ctx, { customerId: other, bvn: newBvn("00") });
    expect(await stored(other)).toMatchObject({ cause: "identity", reason: "Invalid NIN/BVN" });
  });

  test("after a failed check lifts the block on enabling, but enables nothing", async () => {
    await linkBvn(ctx, { customerId, bvn: newBvn("01") });
    await expect(enableWallet(ctx, { customerId })).rejects.toMatchObject({ code: "wallet_frozen_by_identity_check" });
    await linkBvn(ctx, { customerId, bvn: newBvn() });
    expect(await stored()).toMatchObject({ verified: true, cause: "identity", frozen: true });
    await enableWallet(ctx, { customerId });
    expect(await stored()).toMatchObject({ cause: null, frozen: false });
  });

  test("during an outage is refused and changes nothing", async () => {
    await expect(linkBvn(ctx, { customerId, bvn: newBvn("02") })).rejects.toMatchObject({
      code: "registry_unavailable",
    });
    expect(await stored()).toMatchObject(untouched);
    expect(await auditOf(customerId)).toEqual([]);
  });

  test("twice succeeds twice and is recorded once; a different BVN cannot replace it", async () => {
    const bvn = newBvn();
    const [one, two] = await Promise.all([linkBvn(ctx, { customerId, bvn }), linkBvn(ctx, { customerId, bvn })]);
    expect(one).toEqual(two);
    expect(await auditOf(customerId)).toHaveLength(1);
    await expect(linkBvn(ctx, { customerId, bvn: newBvn() })).rejects.toMatchObject({ code: "identity_linked" });
    await expect(linkBvn(ctx, { customerId, bvn: newBvn("00") })).rejects.toMatchObject({ code: "identity_linked" });
    expect(await stored()).toMatchObject({ last4: bvn.slice(-4), verified: true, frozen: false });
  });

  test("of another customer names that customer and freezes nobody", async () => {
    const [bvn, other] = [newBvn(), await newCustomer()];
    await linkBvn(ctx, { customerId: other, bvn });
    await expect(linkBvn(ctx, { customerId, bvn })).rejects.toMatchObject({
      code: "identity_taken",
      message: "This BVN is linked to another customer.",
      errors: [{ field: "bvn", customerId: other }],
    });
    expect(await stored()).toMatchObject(untouched);
  });

  test("to many customers concurrently links it to one", async () => {
    const [bvn, ids] = [newBvn(), await Promise.all(Array.from({ length: 8 }, newCustomer))];
    const results = await Promise.allSettled(ids.map((id) => linkBvn(ctx, { customerId: id, bvn })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "identity_taken" });
    }
    const verified = await Promise.all(ids.map(async (id) => (await stored(id)).verified));
    expect(verified.filter(Boolean)).toHaveLength(1);
  });

  test("holds no connection during the registry call, and compares with the name stored afterwards", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<IdentityRecord>();
    const slow = () => {
      asked.resolve();
      return answer.promise;
    };
    const providers = {
      ...ctx.providers,
      identity: { ...ctx.providers.identity, SANDBOX: { lookupBvn: slow, lookupNin: slow } },
    };
    const bvn = newBvn();
    const linking = linkBvn({ ...ctx, providers }, { customerId, bvn });
    await asked.promise;
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
    await database.pool.query("update customers set first_name = 'Bola' where tenant = $1 and id = $2", [
      ctx.tenant.id,
      customerId,
    ]);
    answer.resolve({
      number: bvn,
      firstName: "Chidi",
      lastName: "Okafor",
      dateOfBirth: "1990-05-16",
      phoneNumber: "+2348100000000",
    });
    expect(await linking).toMatchObject({ failure: "Invalid NIN/BVN", flags: { nameMatch: false } });
  });
});

test("a NIN is linked, fails and freezes like a BVN", async () => {
  const { customerId: id } = await createTestWallet(ctx);
  made += 1;
  const nin = `88${String(made).padStart(7, "0")}55`;
  expect(await linkNin(ctx, { customerId: id, nin })).toEqual({
    flags: { customerId: id, isBVNVerified: true, isNINVerified: true, nameMatch: true },
    failure: null,
  });
  await expect(linkNin(ctx, { customerId, nin })).rejects.toMatchObject({ code: "identity_linked" });
  const { customerId: other } = await createTestWallet(ctx);
  await expect(linkNin(ctx, { customerId: other, nin })).rejects.toMatchObject({ code: "identity_taken" });
  expect(await linkNin(ctx, { customerId: other, nin: "88000000000" })).toMatchObject({ failure: "NIN Lookup failed" });
  expect(await stored(other)).toMatchObject({ cause: "identity", reason: "NIN Lookup failed", verified: true });
});

test("linking a NIN after a failed BVN returns the stored name match", async () => {
  const { customerId: id } = await createTestWallet(ctx, { bvn: newBvn("00") });
  made += 1;
  const { flags } = await linkNin(ctx, { customerId: id, nin: `88${String(made).padStart(7, "0")}55` });
  expect(flags).toEqual({ customerId: id, isBVNVerified: false, isNINVerified: true, nameMatch: null });
  expect((await stored(id)).nameMatch).toBeNull();
});

test("a customer of another merchant is not found", async () => {
  const foreign = testContext(ctx, { tenant: (await createTestMerchant(ctx)).sandbox });
  const missing = { code: "customer_not_found" };
  await expect(linkBvn(foreign, { customerId, bvn: newBvn() })).rejects.toMatchObject(missing);
  await expect(linkNin(foreign, { customerId, nin: newBvn() })).rejects.toMatchObject(missing);
});
