import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import type { Services } from "../../domain/context.ts";
import { createCustomerWallet } from "../../domain/wallets/creation/create-customer-wallet.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import type { TestClock } from "../../testing/clock.ts";
import { testContext } from "../../testing/context.ts";
import { TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const { database, call, merchantOf, now } = useAccountApp();
let clock: TestClock;
let services: Services;
let email: string;

beforeEach(() => {
  ({ clock, services, email } = now());
});

describe("two-factor sign-in", () => {
  const code = (secret: string, afterSeconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime() + afterSeconds * 1000,
    });

  async function withFactor() {
    const { merchant, bearer } = await merchantOf(email);
    const started = await call("POST", "/user/two-factor", { currentPassword: TEST_PASSWORD }, bearer);
    const { secret, uri } = started.body.data;
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    const confirmed = await call("POST", "/user/two-factor/confirm", { code: code(secret) }, bearer);
    return { merchant, bearer, secret, recoveryCodes: confirmed.body.data.recoveryCodes as string[] };
  }
  const logIn = (more: object = {}) => call("POST", "/auth/login", { email, password: TEST_PASSWORD, ...more });

  it("is required at sign-in, and each code works once", async () => {
    const { secret } = await withFactor();
    expect(await logIn()).toMatchObject({ status: 401, body: { code: "two_factor_required" } });
    expect((await logIn({ code: code(secret) })).body.code).toBe("two_factor_wrong"); // already used to confirm the app
    clock.advance(30_000);
    expect((await logIn({ code: code(secret) })).status).toBe(200);
    expect((await logIn({ code: code(secret) })).body.code).toBe("two_factor_wrong");
    expect((await call("POST", "/auth/login", { email, password: "wrong", code: code(secret) })).body.code).toBe(
      "wrong_login",
    );
  });

  it("accepts each recovery code once, regardless of case and dash, and no old one after renewal", async () => {
    const { bearer, recoveryCodes } = await withFactor();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first, second] = recoveryCodes as [string, string];
    expect((await logIn({ code: first.toUpperCase().replace("-", " ") })).status).toBe(200);
    expect((await logIn({ code: first })).status).toBe(401);
    expect((await call("GET", "/user/two-factor", undefined, bearer)).body.data).toMatchObject({
      enabled: true,
      recoveryCodesLeft: 9,
    });
    const renew = (more: object) =>
      call("POST", "/user/two-factor/recovery-codes", { currentPassword: TEST_PASSWORD, ...more }, bearer);
    expect((await renew({})).body.code).toBe("code_missing");
    const renewed = await renew({ code: recoveryCodes[2] });
    expect((await logIn({ code: second })).status).toBe(401);
    expect((await logIn({ code: renewed.body.data.recoveryCodes[0] })).status).toBe(200);
  });

  it("counts wrong codes as failed sign-ins", async () => {
    await withFactor();
    for (let i = 0; i < 5; i++) expect((await logIn({ code: "999999" })).status).toBe(401);
    expect((await logIn({ code: "999999" })).status).toBe(429);
  });

  it("can be disabled only with password and code", async () => {
    const { bearer, secret } = await withFactor();
    const off = (body: object) => call("DELETE", "/user/two-factor", body, bearer);
    expect((await off({ currentPassword: "wrong" })).body.code).toBe("wrong_password");
    expect(await off({ currentPassword: TEST_PASSWORD })).toMatchObject({
      status: 400,
      body: { code: "code_missing" },
    });
    const wrong = await off({ currentPassword: TEST_PASSWORD, code: "999999" });
    expect(wrong).toMatchObject({ status: 400, body: { code: "code_wrong" } });
    clock.advance(30_000);
    expect((await off({ currentPassword: TEST_PASSWORD, code: code(secret) })).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });

  it("stores the secret encrypted and the codes hashed", async () => {
    const { secret, recoveryCodes } = await withFactor();
    const { rows } = await database.pool.query(
      "select (select string_agg(t::text, '') from two_factors t) || (select string_agg(r::text, '') from recovery_codes r) || (select string_agg(a::text, '') from audit_log a) as all",
    );
    for (const text of [secret, ...recoveryCodes]) expect(rows[0].all).not.toContain(text);
  });

  it("is required to approve if the merchant requires it", async () => {
    const { merchant, bearer } = await merchantOf(email);
    const maker = await testMember(services, merchant, "Operator");
    const makerBearer = await bearerOf(services, maker.email, "dashboard");
    await call("POST", "/merchant/fund-wallet", { amount: 1_000_000 }, bearer);
    const ctx = testContext(services, { tenant: merchant.sandbox });
    const { customerId } = await createCustomerWallet(ctx, {
      firstName: "C",
      lastName: "D",
      phoneNumber: "08055555555",
      dateOfBirth: "1990-01-01",
      bvn: "22255555555",
    });
    const submitted = await call("POST", "/wallet/credit", { customerId, amount: 5_000 }, makerBearer);
    const transactionId = String(submitted.headers.location).split("/").at(-1);
    await call("PATCH", "/merchant/settings", { requireTwoFactor: true }, bearer);
    expect(await call("POST", "/transaction/approve", { transactionId }, bearer)).toMatchObject({
      status: 403,
      body: { code: "two_factor_missing" },
    });
    const pending = await call("GET", `/transaction/pending/${transactionId}`, undefined, bearer);
    expect(pending.body.data.viewer).toMatchObject({ canApprove: false });
    const { secret } = (await call("POST", "/user/two-factor", { currentPassword: TEST_PASSWORD }, bearer)).body.data;
    await call("POST", "/user/two-factor/confirm", { code: code(secret) }, bearer);
    expect((await call("POST", "/transaction/approve", { transactionId }, bearer)).status).toBe(200);
  });
});
