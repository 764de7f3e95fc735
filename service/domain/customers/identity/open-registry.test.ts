import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSandboxRegistry } from "../../../providers/identity/sandbox-registry.ts";
import { type TestClock, testClock } from "../../../testing/clock.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import type { Context, Services } from "../../context.ts";
import { setReview } from "../../merchant/settings/set-review.ts";
import type { CreatedMerchant } from "../../merchant/sign-up/create-merchant.ts";
import { lookUpBvn } from "./look-up-bvn.ts";
import { matchBvn } from "./match-bvn.ts";

const database = useTestDatabase();
let clock: TestClock;
let services: Services;
let merchant: CreatedMerchant;
/** The numbers that reached the real registry. */
let asked: string[];

beforeAll(() => {
  clock = testClock();
  services = testServices(database, { clock });
  const registry = createSandboxRegistry();
  services.providers.identity.PRODUCTION = {
    lookupBvn(bvn, subject) {
      asked.push(bvn);
      return registry.lookupBvn(bvn, subject);
    },
    lookupNin(nin, subject) {
      asked.push(nin);
      return registry.lookupNin(nin, subject);
    },
  };
});
beforeEach(async () => {
  asked = [];
  merchant = await createTestMerchant(services);
});
afterAll(() => services.committer.close());

function production(): Context {
  return testContext(services, { tenant: merchant.production });
}

async function allow(quota: number): Promise<void> {
  await setReview(production(), "ENABLED");
  await database.pool.query("update tenant_settings set identity_daily_quota = $2 where tenant = $1", [
    merchant.production.id,
    quota,
  ]);
}

const bvn = (n: number) => `22${String(n).padStart(7, "0")}55`;

test("a sandbox merchant never reaches the real registry, by any verb", async () => {
  const ctx = testContext(services, { tenant: merchant.sandbox });
  await lookUpBvn(ctx, { bvn: bvn(1) });
  await matchBvn(ctx, { bvn: bvn(2), firstName: "Ada", lastName: "Obi", dateOfBirth: "1990-01-01" });
  await createTestWallet(ctx, { bvn: bvn(3), nin: "77700000355" });
  expect(asked).toEqual([]);
});

test("a merchant without the platform's review gets no look-up in production", async () => {
  await expect(lookUpBvn(production(), { bvn: bvn(1) })).rejects.toMatchObject({ code: "identity_review_required" });
  await setReview(production(), "ENABLED");
  await lookUpBvn(production(), { bvn: bvn(1) });
  await setReview(production(), "DISABLED");
  await expect(lookUpBvn(production(), { bvn: bvn(1) })).rejects.toMatchObject({ code: "identity_review_required" });
  expect(asked).toEqual([bvn(1)]);
});

test("of 40 concurrent look-ups exactly the daily quota reaches the registry, and the next day starts a new quota", async () => {
  await allow(10);
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => lookUpBvn(production(), { bvn: bvn(n) })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    // 09:00 UTC is 10:00 in Lagos: the next day starts in 14 hours.
    reason: { code: "identity_quota_exceeded", headers: { "retry-after": String(14 * 3_600) } },
  });
  expect(asked).toHaveLength(10);
  clock.advance(86_400_000);
  await lookUpBvn(production(), { bvn: bvn(1) });
  expect(asked).toHaveLength(11);
});

test("many look-ups with few customers are audited once as suspected enumeration", async () => {
  await allow(1_000);
  for (let n = 0; n < 201; n += 1) await lookUpBvn(production(), { bvn: bvn(n) });
  const { rows } = await database.pool.query(
    "select after from audit_log where tenant = $1 and action = 'identity.suspect_enumeration'",
    [merchant.production.id],
  );
  expect(rows).toEqual([{ after: expect.objectContaining({ lookups: 100, fewerCustomersThan: 10 }) }]);
});

test("look-ups that lead to customers are not suspicious", async () => {
  await allow(1_000);
  for (let n = 0; n < 10; n += 1) await createTestWallet(production());
  for (let n = 0; n < 95; n += 1) await lookUpBvn(production(), { bvn: bvn(n) });
  const { rows } = await database.pool.query(
    "select 1 from audit_log where tenant = $1 and action = 'identity.suspect_enumeration'",
    [merchant.production.id],
  );
  expect(rows).toEqual([]);
});
