import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

const database = useTestDatabase();
let app: MoneyApp;
let foreign: { authorization: string };
beforeAll(async () => {
  app = await openMoneyApp(database);
  const otherMerchant = await createTestMerchant(app.services);
  foreign = { authorization: `Bearer ${await sandboxPrivateKey(app.services, otherMerchant)}` };
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await app.close();
});

const person = { firstName: "Ngozi", lastName: "Adeyemi", dateOfBirth: "1992-05-16", bvn: "22212300155" };
let created = 0;
/** Builds a `POST /wallet` body with unused numbers. */
function newPerson(overrides: object = {}) {
  created += 1;
  const digits = String(created).padStart(4, "0");
  return { ...person, bvn: `2221230${digits}`.slice(0, 9).concat("55"), phoneNumber: `0703000${digits}`, ...overrides };
}

describe("POST /wallet", () => {
  test("creates a customer and a wallet and returns both", async () => {
    const body = newPerson({ bvn: "22211110055", metadata: { branch: "Ikeja" }, currency: "NGN", tier: "TIER_1" });
    const reply = await app.call("POST", "/wallet", body);
    expect(reply.status).toBe(201);
    const { customer, wallet } = reply.body;
    expect(customer).toMatchObject({
      bvn: "*******0055",
      firstName: "Ngozi",
      lastName: "Adeyemi",
      BVNFirstName: "Ngozi",
      nameMatch: true,
      phoneNumber: body.phoneNumber,
      email: `234${body.phoneNumber.slice(1)}@no-email.invalid`,
      address: null,
      currency: "NGN",
      mode: "SANDBOX",
      MerchantId: app.merchant.merchantId,
      tier: "TIER_1",
      metadata: { branch: "Ikeja" },
    });
    expect(wallet).toMatchObject({
      customerId: customer.id,
      walletType: "Customers",
      accountName: "Ngozi Adeyemi",
      bookedBalance: 0,
      availableBalance: 0,
      status: "ACTIVE",
      reason: null,
    });
    expect(JSON.stringify(reply.body)).not.toContain("22211110055");
    const found = await app.call("GET", `/wallet/customer?customerId=${customer.id}`);
    expect(found.body.wallet).toMatchObject({ id: wallet.id, accountNumber: wallet.accountNumber });
  });

  test("creates a FROZEN wallet with the reason when a check fails", async () => {
    const reply = await app.call("POST", "/wallet", newPerson({ bvn: "22211112200" }));
    expect(reply).toMatchObject({
      status: 201,
      body: { customer: { nameMatch: null }, wallet: { status: "FROZEN", reason: "BVN Lookup failed" } },
    });
  });

  test("returns 503 and creates nothing during a registry outage", async () => {
    const body = newPerson({ bvn: "22211113302" });
    expect(await app.call("POST", "/wallet", body)).toMatchObject({
      status: 503,
      body: { status: false, code: "registry_unavailable" },
    });
    expect((await app.call("GET", `/wallet?search=${body.phoneNumber}`)).body.wallets).toEqual([]);
    expect((await app.call("POST", "/wallet", { ...body, bvn: "22211113355" })).status).toBe(201);
  });

  test("rejects a duplicate phone number, BVN, NIN or ID and names the existing customer", async () => {
    const numbers = { bvn: "22211114455", nin: "77711114455" };
    const customerId = app.services.ids.next();
    const body = newPerson({ ...numbers, customerId });
    const { customer } = (await app.call("POST", "/wallet", body)).body;
    expect(customer.id).toBe(customerId);
    for (const duplicate of [
      newPerson({ phoneNumber: `+234 ${body.phoneNumber.slice(1)}` }),
      newPerson({ bvn: numbers.bvn }),
      newPerson({ nin: numbers.nin }),
      newPerson({ customerId: customer.id.toUpperCase() }),
    ]) {
      expect(await app.call("POST", "/wallet", duplicate)).toMatchObject({
        status: 400,
        body: {
          status: false,
          code: "customer_exists",
          message: "Customer already exist.",
          errors: [{ customerId: customer.id }],
        },
      });
    }
    expect((await app.call("POST", "/wallet", body, foreign)).status).toBe(201);
  });

  test("creates one customer from ten concurrent requests with one phone number", async () => {
    const body = newPerson({ bvn: undefined, nin: undefined });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => app.call("POST", "/wallet", { ...body, nin: `7770000${n}055` })),
    );
    const [winner] = replies.filter((reply) => reply.status === 201);
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(9).fill(400)]);
    for (const reply of replies.filter(({ status }) => status === 400)) {
      expect(reply.body.errors).toMatchObject([{ customerId: winner?.body.customer.id }]);
    }
  });

  test("returns the same customer for the same Idempotency-Key and rejects a duplicate under another key", async () => {
    const body = newPerson({ bvn: "22211115555" });
    const key = { "idempotency-key": "creation-1" };
    const first = await app.call("POST", "/wallet", body, key);
    const again = await app.call("POST", "/wallet", body, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect((await app.call("POST", "/wallet", newPerson(), key)).status).toBe(422);
    const rejected = await app.call("POST", "/wallet", body, { "idempotency-key": "creation-2" });
    expect(rejected).toMatchObject({ status: 400, body: { code: "customer_exists" } });
  });

  test.each<[object, string, string]>([
    [{ firstName: undefined }, "firstName", "is required"],
    [{ lastName: "  " }, "lastName", "must"],
    [{ phoneNumber: "12345" }, "phoneNumber", "must be a mobile number"],
    [{ phoneNumber: "01234567890" }, "phoneNumber", "must be a mobile number"],
    [{ dateOfBirth: "1992-02-30" }, "dateOfBirth", "must be a date"],
    [{ dateOfBirth: "0000-01-01" }, "dateOfBirth", "must be a date"],
    [{ dateOfBirth: "2390-01-01" }, "dateOfBirth", "must not be in the future"],
    [{ bvn: "123" }, "bvn", "must be exactly 11 digits"],
    [{ bvn: undefined }, "bvn", "is required, or nin instead"],
    [{ email: "nobody" }, "email", "must be an e-mail address"],
    [{ currency: "USD" }, "currency", "must"],
    [{ customerId: "17" }, "customerId", "must be a UUID"],
    [{ tier: "TIER_4" }, "tier", "must be one of"],
  ])("%j returns 400 and names %s", async (overrides, field, text) => {
    const reply = await app.call("POST", "/wallet", newPerson(overrides));
    expect(reply).toMatchObject({ status: 400, body: { status: false, code: "validation_failed" } });
    const error = reply.body.errors.find((problem: { field: string }) => problem.field === field);
    expect(error?.message).toContain(text);
    expect(JSON.stringify(reply.body)).not.toContain("22212300155");
  });
});

describe("GET /customer/{id} and /customer/phone", () => {
  test("return the customer with four digits of BVN and NIN", async () => {
    const body = newPerson({ bvn: "22211116655", nin: "77711116655" });
    const { customer, wallet } = (await app.call("POST", "/wallet", body)).body;
    const byId = await app.call("GET", `/customer/${customer.id}`);
    expect(byId).toMatchObject({
      status: 200,
      body: {
        customer: {
          bvn: "*******6655",
          nin: "*******6655",
          isBVNVerified: true,
          isBVNVerificationRequired: false,
          isNINVerified: true,
          isPhoneVerified: false,
          walletId: wallet.id,
          accountNumber: wallet.accountNumber,
        },
      },
    });
    for (const phoneNumber of [
      body.phoneNumber,
      `+234${body.phoneNumber.slice(1)}`,
      `234 ${body.phoneNumber.slice(1)}`,
    ]) {
      const byPhone = await app.call("GET", `/customer/phone?phoneNumber=${encodeURIComponent(phoneNumber)}`);
      expect(byPhone.body).toEqual(byId.body);
    }
  });

  test("return the same reply for another merchant's customer and an unknown one", async () => {
    const { customerId } = await createTestWallet(app.ctx, { phoneNumber: "07039999999" });
    const unknownId = app.services.ids.next();
    const pairs = [
      ["GET", `/customer/${customerId}`, `/customer/${unknownId}`],
      ["GET", "/customer/phone?phoneNumber=07039999999", "/customer/phone?phoneNumber=07039999998"],
    ] as const;
    for (const [method, knownPath, unknownPath] of pairs) {
      const known = await app.call(method, knownPath, undefined, foreign);
      const unknown = await app.call(method, unknownPath, undefined, foreign);
      expect(known).toMatchObject({ status: 400, body: { message: "Customer not found." } });
      expect({ ...known.body, requestId: "" }).toEqual({ ...unknown.body, requestId: "" });
    }
  });
});

async function change(customerId: string, body: object, headers: Record<string, string> = {}) {
  const reply = await app.app.inject({
    method: "PUT",
    url: `/v1/customer/${customerId}`,
    headers: { authorization: app.authorization, ...headers },
    payload: body,
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe("PUT /customer/{id}", () => {
  test("reports a name mismatch after a rename and a match after the name is restored", async () => {
    const { customerId } = await createTestWallet(app.ctx, { phoneNumber: "07038000011" });
    const renamed = await change(customerId, { firstName: "Somebody", lastName: "Else" });
    expect(renamed.body.customer).toMatchObject({ isBVNVerified: true, nameMatch: false, BVNFirstName: "Chidi" });
    const restored = await change(customerId, { firstName: "Chídí", lastName: "Okafor" });
    expect(restored.body.customer.nameMatch).toBe(true);
  });

  test("updates the given fields on customer and wallet and audits the old and new values", async () => {
    const { customerId, walletId } = await createTestWallet(app.ctx, { phoneNumber: "07038000001" });
    const changed = await change(customerId, {
      lastName: "Nwosu",
      phoneNumber: "+2347038000002",
      address: "12 Marina, Lagos",
      metadata: { branch: "Yaba" },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        customer: {
          firstName: "Chidi",
          lastName: "Nwosu",
          phoneNumber: "07038000002",
          address: "12 Marina, Lagos",
          metadata: { branch: "Yaba" },
        },
      },
    });
    const { wallet } = (await app.call("GET", `/wallet/customer?customerId=${customerId}`)).body;
    expect(wallet).toMatchObject({ id: walletId, accountName: "Chidi Nwosu", phoneNumber: "07038000002" });
    const { rows } = await database.pool.query(
      "select actor_kind, before, after from audit_log where object_id = $1 and action = 'customer.update'",
      [customerId],
    );
    expect(rows).toEqual([
      {
        actor_kind: "key",
        before: { lastName: "Okafor", address: null, phoneNumber: "+2347038000001", metadata: {} },
        after: {
          lastName: "Nwosu",
          address: "12 Marina, Lagos",
          phoneNumber: "+2347038000002",
          metadata: { branch: "Yaba" },
        },
      },
    ]);
    expect((await change(customerId, { address: null })).body.customer.address).toBeNull();
  });

  test("does not write or audit unchanged values", async () => {
    const { customerId } = await createTestWallet(app.ctx);
    expect((await change(customerId, { firstName: "Chidi" })).status).toBe(200);
    expect((await change(customerId, {})).status).toBe(200);
    const { rows } = await database.pool.query("select from audit_log where object_id = $1", [customerId]);
    expect(rows).toEqual([]);
  });

  test("resets verification for a new phone number and keeps it for the same one", async () => {
    const { customerId } = await createTestWallet(app.ctx, { phoneNumber: "07038000003" });
    await database.pool.query("update customers set phone_verified_at = now() where id = $1", [customerId]);
    const same = await change(customerId, { phoneNumber: "0703 800 0003", lastName: "Eze" });
    expect(same.body.customer.isPhoneVerified).toBe(true);
    const other = await change(customerId, { phoneNumber: "07038000004" });
    expect(other.body.customer.isPhoneVerified).toBe(false);
  });

  test("rejects another customer's phone number, names that customer and changes nothing", async () => {
    const { customerId: owner } = await createTestWallet(app.ctx, { phoneNumber: "07038000005" });
    const { customerId } = await createTestWallet(app.ctx, { phoneNumber: "07038000006" });
    expect(await change(customerId, { phoneNumber: "07038000005", lastName: "Nwosu" })).toMatchObject({
      status: 400,
      body: { message: "Customer already exist.", errors: [{ customerId: owner }] },
    });
    const { customer } = (await app.call("GET", `/customer/${customerId}`)).body;
    expect(customer).toMatchObject({ phoneNumber: "07038000006", lastName: "Okafor" });
  });

  test("gives one number to one of two concurrent requests", async () => {
    const wallets = [await createTestWallet(app.ctx), await createTestWallet(app.ctx)];
    const replies = await Promise.all(
      wallets.map((wallet) => change(wallet.customerId, { phoneNumber: "07038000007" })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400]);
  });

  test("rejects a tier and names the endpoint that changes it", async () => {
    const { customerId } = await createTestWallet(app.ctx);
    const reply = await change(customerId, { tier: "TIER_2" });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: "tier" }] } });
    expect(reply.body.message).toContain("PATCH /customer/tier");
  });

  test("returns the same reply for another merchant's customer and an unknown one", async () => {
    const { customerId } = await createTestWallet(app.ctx);
    const known = await change(customerId, { lastName: "X" }, foreign);
    const unknown = await change(app.services.ids.next(), { lastName: "X" }, foreign);
    expect(known).toMatchObject({ status: 400, body: { message: "Customer not found." } });
    expect({ ...known.body, requestId: "" }).toEqual({ ...unknown.body, requestId: "" });
  });
});

test("lists paginate and filter, and reject invalid parameters with 400", async () => {
  const page = await app.call("GET", "/wallet?perPage=2&page=2&status=ACTIVE&tier=TIER_1&postNoCredit=false");
  expect(page.status).toBe(200);
  expect(page.body.wallets).toHaveLength(2);
  expect(page.body.metadata).toMatchObject({ page: 2, perPage: 2 });
  const customers = await app.call("GET", "/customer?perPage=1000&search=okafor");
  expect(customers.body.metadata.perPage).toBe(100);
  for (const query of [
    "page=0",
    "perPage=x",
    "status=CLOSED",
    "tier=4",
    "postNoCredit=maybe",
    "search=",
    "search=%00",
    `search=${"x".repeat(101)}`,
  ]) {
    for (const path of ["/wallet", "/customer"]) {
      expect((await app.call("GET", `${path}?${query}`)).status, `${path}?${query}`).toBe(400);
    }
  }
});

describe("GET /customer", () => {
  test("leaves metadata out unless it is asked for", async () => {
    const metadata = { note: "x".repeat(4_000) };
    const created = await app.call("POST", "/wallet", newPerson({ metadata }));
    const { id } = created.body.customer;
    const find = async (query: string) => {
      const { body } = await app.call("GET", `/customer?search=${id}${query}`);
      return body.customers[0];
    };
    expect(await find("")).not.toHaveProperty("metadata");
    expect(await find("&include=metadata")).toMatchObject({ id, metadata });
    expect((await app.call("GET", `/customer/${id}`)).body.customer).toMatchObject({ metadata });
    expect((await app.call("GET", "/customer?include=everything")).status).toBe(400);
  });
});
