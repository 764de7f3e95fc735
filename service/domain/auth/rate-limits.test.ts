import { expect, test } from "vitest";
import { buildApp } from "../../http/app.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { authenticate } from "./authenticate.ts";
import { createRateLimits } from "./rate-limits.ts";

const database = useTestDatabase();

async function openApp(limits: { perKey: number; perMerchant: number }) {
  const clock = testClock();
  const services = testServices(database, { clock, rateLimits: createRateLimits(database.pool, clock) });
  const app = buildApp(services);
  const merchant = await createTestMerchant(services);
  const other = await createTestMerchant(services);
  await database.pool.query(
    "update tenant_settings set requests_per_key = $2, requests_per_merchant = $3 where tenant = $1",
    [merchant.sandbox.id, limits.perKey, limits.perMerchant],
  );
  await services.rateLimits?.refresh();
  const key = `Bearer ${await sandboxPrivateKey(services, merchant)}`;
  const otherKey = `Bearer ${await sandboxPrivateKey(services, other)}`;
  const call = async (authorization: string, url = "/v1/wallet/balance") => {
    const { statusCode: status, headers, body } = await app.inject({ url, headers: { authorization } });
    return { status, headers, body: JSON.parse(body) };
  };
  return {
    clock,
    services,
    merchant,
    key,
    otherKey,
    call,
    close: () => app.close().then(() => services.committer.close()),
  };
}

test("a key gets its requests of a minute, then 429 with the time to wait, and the bucket fills again", async () => {
  const { clock, key, otherKey, call, close } = await openApp({ perKey: 6, perMerchant: 100 });
  const first = await call(key);
  expect(first.headers).toMatchObject({
    "ratelimit-policy": '"key";q=6;w=60, "merchant";q=100;w=60',
    ratelimit: '"key";r=5;t=10, "merchant";r=99;t=1',
  });
  const statuses = [];
  for (let nth = 2; nth <= 9; nth += 1) statuses.push((await call(key)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  // A call that may not be made is counted too.
  expect(await call(key, "/v1/user/sessions")).toMatchObject({
    status: 429,
    headers: { "retry-after": "10", ratelimit: '"key";r=0;t=60, "merchant";r=94;t=4' },
    body: {
      status: false,
      code: "rate_limited",
      message: "More than 6 requests a minute with this key. Nothing was done. Try again in 10 seconds.",
    },
  });
  expect((await call(otherKey)).status).toBe(200);
  clock.advance(20_000);
  expect([(await call(key)).status, (await call(key)).status, (await call(key)).status]).toEqual([200, 200, 429]);
  await close();
});

test("all callers of a merchant share its requests; a session has its own", async () => {
  const { services, merchant, key, call, close } = await openApp({ perKey: 3, perMerchant: 5 });
  const { email } = await testMember(services, merchant, "Admin");
  const session = (await bearerOf(services, email)).authorization;
  expect((await call(session)).headers["ratelimit-policy"]).toBe('"session";q=3;w=60, "merchant";q=5;w=60');
  expect([(await call(session)).status, (await call(session)).status]).toEqual([200, 200]);
  expect(await call(session)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining("with this session") },
  });
  expect([(await call(key)).status, (await call(key)).status]).toEqual([200, 200]);
  expect(await call(key)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining("of this merchant") },
  });
  expect((await call("Bearer sk_unknown")).headers.ratelimit).toBeUndefined();
  await close();
});

test("a customer has few requests a minute, and takes none of the merchant's", async () => {
  const { services, merchant, key, call, close } = await openApp({ perKey: 100, perMerchant: 100 });
  const caller = { tenant: merchant.sandbox, actor: { kind: "customer", id: "c-1", name: "Ada" } } as const;
  const takes = Array.from({ length: 61 }, () => services.rateLimits?.take(caller).refused ?? null);
  expect(takes.slice(0, 60).every((refused) => refused === null)).toBe(true);
  expect(takes[60]).toMatchObject({ policy: "customer", quota: 60 });
  expect((await call(key)).headers.ratelimit).toContain('"merchant";r=99');
  await close();
});

test("limits that the platform sets count for cached callers from the next refresh on", async () => {
  const services = testServices(database);
  const limits = createRateLimits(database.pool, services.clock);
  const merchant = await createTestMerchant(services);
  const authorization = `Bearer ${await sandboxPrivateKey(services, merchant)}`;
  const caller = await authenticate(services, { authorization, accessToken: undefined, isFresh: false });
  const policy = () => limits.take(caller).headers["ratelimit-policy"];
  const before = policy();
  expect(before).toBe('"key";q=30000;w=60, "merchant";q=60000;w=60');
  await database.pool.query("update tenant_settings set requests_per_key = 7 where tenant = $1", [merchant.sandbox.id]);
  expect(policy()).toBe(before);
  await limits.refresh();
  expect(policy()).toBe('"key";q=7;w=60, "merchant";q=60000;w=60');
  await services.committer.close();
});
