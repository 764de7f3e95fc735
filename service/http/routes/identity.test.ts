import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_MESSAGE } from "../../../contract/envelope.ts";
import type { BuiltInRole } from "../../../contract/permissions.ts";
import type { Context } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import {
  createTestMerchant,
  createTestWallet,
  sandboxPrivateKey,
  TEST_PASSWORD,
  testMember,
} from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { buildApp } from "../app.ts";
import { createLog } from "../monitoring/log.ts";

type Caller = BuiltInRole | "key" | "foreign";

const database = useTestDatabase();
const clock = testClock();
let app: FastifyInstance;
let ctx: Context;
let merchant: CreatedMerchant;
let customerId: string;
let numbersCreated = 0;
let logged = "";
const bearers = new Map<Caller, string>();

beforeAll(async () => {
  const services = testServices(database, { clock });
  const stream = new PassThrough().on("data", (chunk) => {
    logged += String(chunk);
  });
  app = buildApp(services, { log: createLog({ level: "debug", name: "test", stream }) });
  merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
  for (const role of ["Admin", "Operator", "Support"] as const) {
    const { email } = await testMember(services, merchant, role);
    const payload = { email, password: TEST_PASSWORD };
    const reply = await app.inject({ method: "POST", url: "/v1/auth/login", payload });
    bearers.set(role, reply.json().data.accessToken);
  }
  bearers.set("key", await sandboxPrivateKey(services, merchant));
  bearers.set("foreign", await sandboxPrivateKey(services, await createTestMerchant(services)));
});
beforeEach(async () => {
  customerId = (await createTestWallet(ctx, { bvn: undefined, nin: elevenDigits("70") })).customerId;
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await app.close();
  await ctx.committer.close();
});

/** Returns eleven unused digits. */
function elevenDigits(start: string, ending = "55"): string {
  numbersCreated += 1;
  return `${start}${String(numbersCreated).padStart(7, "0")}${ending}`;
}

async function call(caller: Caller, method: "GET" | "PATCH", path: string, payload?: object) {
  const headers = { authorization: `Bearer ${bearers.get(caller)}` };
  const reply = await app.inject({ method, url: `/v1${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: reply.statusCode, body: reply.json() };
}

const linkBvn = (caller: Caller, bvn: string, id = customerId) =>
  call(caller, "PATCH", "/customer/bvn", { customerId: id, bvn });
const setTier = (caller: Caller, tier: string, id = customerId) =>
  call(caller, "PATCH", "/customer/tier", { customerId: id, tier });

describe("GET /bvn/lookup", () => {
  test("returns the whole BVN and the registered details", async () => {
    const bvn = elevenDigits("22");
    const reply = await call("key", "GET", `/bvn/lookup?bvn=${bvn}`);
    expect(reply).toEqual({
      status: 200,
      body: {
        status: true,
        message: DEFAULT_MESSAGE,
        data: {
          bvn,
          firstName: expect.any(String),
          lastName: expect.any(String),
          dateOfBirth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          phoneNumber: expect.stringMatching(/^0\d{10}$/),
        },
      },
    });
    expect(await call("Admin", "GET", `/bvn/lookup?bvn=${bvn}`)).toEqual(reply);
  });

  test("returns 404 for an unregistered BVN, 503 during an outage and 400 for invalid digits", async () => {
    expect(await call("key", "GET", `/bvn/lookup?bvn=${elevenDigits("22", "00")}`)).toMatchObject({
      status: 404,
      body: { status: false, message: "The registry has no such BVN.", code: "bvn_not_found" },
    });
    expect(await call("key", "GET", `/bvn/lookup?bvn=${elevenDigits("22", "02")}`)).toMatchObject({
      status: 503,
      body: { message: "Identity service unavailable. Nothing was done. Try again shortly." },
    });
    for (const bvn of ["2221234567", "222123456789", "2221234567a", "", "２２２１２３４５６７８"]) {
      const reply = await call("key", "GET", `/bvn/lookup?bvn=${encodeURIComponent(bvn)}`);
      expect(reply, bvn).toMatchObject({ status: 400, body: { errors: [{ field: "bvn" }] } });
    }
  });

  test("audits every lookup with four digits", async () => {
    const bvn = elevenDigits("22");
    await call("key", "GET", `/bvn/lookup?bvn=${bvn}`);
    const { rows } = await database.pool.query(
      "select actor_kind, object_kind, object_id, after from audit_log where tenant = $1 and action = 'identity.look_up_bvn' order by id desc limit 1",
      [merchant.sandbox.id],
    );
    expect(rows[0]).toEqual({
      actor_kind: "key",
      object_kind: "bvn",
      object_id: `*******${bvn.slice(-4)}`,
      after: { found: true },
    });
  });
});

describe("GET /bvn/match", () => {
  const personQuery = "firstName=Ada&lastName=Obi&dateOfBirth=1990-05-16";

  test("matches by customer or by names and date of birth", async () => {
    const match = { status: 200, body: { status: true, message: DEFAULT_MESSAGE, data: { match: true, score: 100 } } };
    expect(await call("key", "GET", `/bvn/match?bvn=${elevenDigits("22")}&customerId=${customerId}`)).toEqual(match);
    expect(await call("key", "GET", `/bvn/match?bvn=${elevenDigits("22")}&${personQuery}`)).toEqual(match);
    for (const ending of ["00", "01"]) {
      const reply = await call("key", "GET", `/bvn/match?bvn=${elevenDigits("22", ending)}&customerId=${customerId}`);
      expect(reply).toMatchObject({ status: 200, body: { data: { match: false, score: expect.any(Number) } } });
      expect(reply.body.data.score).toBeLessThan(90);
    }
    expect(await call("key", "GET", `/bvn/match?bvn=${elevenDigits("22", "02")}&${personQuery}`)).toMatchObject({
      status: 503,
    });
  });

  test("returns 400 and names the field without a customer or a full name and date of birth", async () => {
    for (const query of ["", "&firstName=Ada&lastName=Obi", "&customerId=7"]) {
      expect(await call("key", "GET", `/bvn/match?bvn=${elevenDigits("22")}${query}`)).toMatchObject({
        status: 400,
        body: { errors: [{ field: "customerId" }] },
      });
    }
  });
});

describe("PATCH /customer/bvn, /customer/nin and /customer/tier", () => {
  test("raise a customer from TIER_1 to TIER_3 and name missing documents", async () => {
    const { customerId: id } = await createTestWallet(ctx, { bvn: elevenDigits("22", "00") });
    await database.pool.query("update wallets set freeze_cause = null, frozen_at = null where customer_id = $1", [id]);
    const missing = (tier: string, document: string) => ({
      status: 400,
      body: { status: false, code: "tier_document_missing", message: `${tier} needs a verified ${document}.` },
    });
    expect(await setTier("key", "TIER_2", id)).toMatchObject(missing("TIER_2", "BVN"));
    expect(await setTier("key", "TIER_3", id)).toMatchObject(missing("TIER_3", "BVN"));
    expect(await linkBvn("key", elevenDigits("22"), id)).toEqual({
      status: 200,
      body: {
        status: true,
        message: "BVN successfully linked.",
        data: { customerId: id, isBVNVerified: true, isNINVerified: false, nameMatch: true },
      },
    });
    expect(await setTier("key", "TIER_2", id)).toEqual({
      status: 200,
      body: {
        status: true,
        message: "Customer tier successfully changed.",
        data: { customerId: id, tier: "TIER_2", dailyLimit: 20_000_000, maxBalance: 50_000_000 },
      },
    });
    expect(await setTier("key", "TIER_3", id)).toMatchObject(missing("TIER_3", "NIN"));
    const nin = await call("key", "PATCH", "/customer/nin", { customerId: id, nin: elevenDigits("71") });
    expect(nin).toMatchObject({ status: 200, body: { message: "NIN successfully linked." } });
    expect(await setTier("key", "TIER_3", id)).toMatchObject({
      status: 200,
      body: { data: { tier: "TIER_3", dailyLimit: 500_000_000, maxBalance: null } },
    });
    const shown = await call("Support", "GET", `/wallet/customer?customerId=${id}`);
    expect(shown.body.wallet).toMatchObject({ tier: "TIER_3", dailyLimit: 500_000_000, maxBalance: null });
  });

  test("lower a tier without a document and do not record an unchanged tier", async () => {
    const { customerId: id } = await createTestWallet(ctx);
    const changes = async () => {
      const { rows } = await database.pool.query(
        "select before, after from audit_log where tenant = $1 and object_id = $2 and action = 'customer.change_tier' order by id",
        [merchant.sandbox.id, id],
      );
      return rows.map(({ before, after }) => `${before.tier} ${after.tier}`);
    };
    await setTier("key", "TIER_2", id);
    expect(await setTier("key", "TIER_2", id)).toMatchObject({ status: 200, body: { data: { tier: "TIER_2" } } });
    expect(await setTier("key", "TIER_1", id)).toMatchObject({
      status: 200,
      body: { data: { maxBalance: 30_000_000 } },
    });
    expect(await changes()).toEqual(["TIER_1 TIER_2", "TIER_2 TIER_1"]);
  });

  test("advance updatedAt of both the customer and the wallet", async () => {
    const { customerId: id } = await createTestWallet(ctx, { bvn: elevenDigits("23") });
    const readUpdatedAt = async () => {
      clock.advance(1000);
      const wallet = (await call("key", "GET", `/wallet/customer?customerId=${id}`)).body.wallet.updatedAt;
      return { wallet, customer: (await call("key", "GET", `/customer/${id}`)).body.customer.updatedAt };
    };
    const created = await readUpdatedAt();
    await setTier("key", "TIER_2", id);
    const tierChanged = await readUpdatedAt();
    await call("key", "PATCH", "/customer/nin", { customerId: id, nin: elevenDigits("71") });
    const linked = await readUpdatedAt();
    for (const record of ["wallet", "customer"] as const) {
      expect([created[record] < tierChanged[record], tierChanged[record] < linked[record]]).toEqual([true, true]);
    }
  });

  test("accept an ID in capital letters and record the canonical ID", async () => {
    const { customerId: id } = await createTestWallet(ctx, { bvn: "22299900100" });
    const capitals = id.toUpperCase();
    expect(await linkBvn("key", "22299900100", capitals)).toMatchObject({
      status: 200,
      body: { data: { customerId: id } },
    });
    expect(await setTier("key", "TIER_1", capitals)).toMatchObject({ status: 200, body: { data: { customerId: id } } });
    await call("key", "GET", `/bvn/match?bvn=22299900155&customerId=${capitals}`);
    const activity = await call("Support", "GET", `/wallet/${capitals}/activity`);
    expect(activity.body.data.map(({ action }: { action: string }) => action)).toContain("identity.match_bvn");
  });

  test("return 200 with the failure message and freeze the wallet when a number fails the check", async () => {
    expect(await linkBvn("key", elevenDigits("22", "01"))).toEqual({
      status: 200,
      body: {
        status: true,
        message: "BVN check failed. The wallet is frozen.",
        data: { customerId, isBVNVerified: false, isNINVerified: true, nameMatch: false },
      },
    });
    const shown = await call("Support", "GET", `/wallet/customer?customerId=${customerId}`);
    expect(shown.body.wallet).toMatchObject({ status: "FROZEN", reason: "Invalid NIN/BVN" });
  });

  test("reject invalid bodies with 400 and name the field", async () => {
    for (const bvn of ["2221234567", "222123456789", 22212345678, null, "", "22212345 78", ["22212345678"]]) {
      const reply = await call("key", "PATCH", "/customer/bvn", { customerId, bvn });
      expect(reply, JSON.stringify(bvn)).toMatchObject({ status: 400, body: { errors: [{ field: "bvn" }] } });
      expect(JSON.stringify(reply.body)).not.toContain("222123");
    }
    for (const tier of ["TIER_4", "tier_2", 2, null, "", "toString", "__proto__"]) {
      expect(await call("key", "PATCH", "/customer/tier", { customerId, tier })).toMatchObject({
        status: 400,
        body: { errors: [{ field: "tier" }] },
      });
    }
  });

  test("return the same reply for another merchant's customer and an unknown one", async () => {
    const requests = [
      (id: string) => linkBvn("foreign", "22200000055", id),
      (id: string) => call("foreign", "PATCH", "/customer/nin", { customerId: id, nin: "22200000055" }),
      (id: string) => setTier("foreign", "TIER_1", id),
      (id: string) => call("foreign", "GET", `/bvn/match?bvn=22200000055&customerId=${id}`),
    ];
    for (const request of requests) {
      const foreign = await request(customerId);
      expect(foreign).toMatchObject({ status: 400, body: { code: "customer_not_found" } });
      const missing = await request(ctx.ids.next());
      expect({ ...foreign.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
    }
  });
});

test.each([
  { caller: "Admin", allowed: true },
  { caller: "Operator", allowed: false },
  { caller: "Support", allowed: false },
  { caller: "key", allowed: true },
] as const)("$caller may use the registry: $allowed", async ({ caller, allowed }) => {
  const replies = [
    await call(caller, "GET", `/bvn/lookup?bvn=${elevenDigits("22")}`),
    await call(caller, "GET", `/bvn/match?bvn=${elevenDigits("22")}&customerId=${customerId}`),
    await linkBvn(caller, elevenDigits("22")),
    await setTier(caller, "TIER_1"),
  ];
  for (const { status, body } of replies) {
    expect(status).toBe(allowed ? 200 : 403);
    if (!allowed) expect(body.message).toContain("BVN_VERIFICATION");
  }
});

test("a whole BVN or NIN appears only in the lookup reply, not in logs, tables or other replies", async () => {
  const [bvn, nin, failingBvn] = [elevenDigits("24"), elevenDigits("74"), elevenDigits("24", "01")];
  const replies = [
    await linkBvn("key", failingBvn),
    await linkBvn("key", bvn),
    await call("key", "PATCH", "/customer/nin", { customerId, nin }),
    await call("key", "GET", `/bvn/match?bvn=${bvn}&customerId=${customerId}`),
    await linkBvn("key", bvn, (await createTestWallet(ctx)).customerId),
    await call("Support", "GET", `/customer/${customerId}`),
    await call("Support", "GET", `/wallet/${customerId}/activity`),
    await call("Support", "GET", `/bvn/lookup?bvn=${bvn}`),
  ];
  await call("key", "GET", `/bvn/lookup?bvn=${bvn}`);
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => (await database.pool.query(`select t::text as row from ${name} t`)).rows),
  );
  expect(logged).toContain("/v1/bvn/lookup");
  const everything = JSON.stringify(replies) + JSON.stringify(rows) + logged;
  for (const number of [bvn, nin, failingBvn]) {
    expect(everything).not.toContain(number);
    expect(everything).not.toContain(Buffer.from(number).toString("hex"));
  }
});
