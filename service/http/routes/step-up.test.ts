import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, it } from "vitest";
import { createCallerCache } from "../../domain/auth/caller-cache.ts";
import type { Services } from "../../domain/context.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import type { TestClock } from "../../testing/clock.ts";
import { TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { buildApp } from "../app.ts";

const { database, call, merchantOf, now } = useAccountApp();
const MINUTES = 60_000;
let clock: TestClock;
let services: Services;
let email: string;

beforeEach(() => {
  ({ clock, services, email } = now());
});

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });

async function turnOn(bearer: Record<string, string>): Promise<string> {
  const started = await call("POST", "/user/two-factor", { currentPassword: TEST_PASSWORD }, bearer);
  const { secret } = started.body.data;
  expect((await call("POST", "/user/two-factor/confirm", { code: codeOf(secret) }, bearer)).status).toBe(200);
  return secret;
}

it.each(["dashboard", "api"] as const)(
  "asks an old %s session for a proof, and a new one for none",
  async (channel) => {
    const { merchant } = await merchantOf(email);
    const bearer = await bearerOf(services, email, channel);
    const settings = (requirePinForDebit: boolean) =>
      call("PATCH", "/merchant/settings", { requirePinForDebit }, bearer);
    expect((await settings(true)).status).toBe(200);
    clock.advance(10 * MINUTES);
    const refused = await settings(false);
    expect(refused).toMatchObject({ status: 403, body: { code: "step_up_required", errors: [{ field: "password" }] } });
    expect(refused.body.message).toContain("POST /user/step-up");
    // Reads and everyday work need no proof.
    expect((await call("GET", "/merchant/settings", undefined, bearer)).body.data.requirePinForDebit).toBe(true);

    expect((await call("POST", "/user/step-up", {}, bearer)).body.code).toBe("password_missing");
    expect((await call("POST", "/user/step-up", { password: "wrong" }, bearer)).body.code).toBe("wrong_password");
    const proven = await call("POST", "/user/step-up", { password: TEST_PASSWORD }, bearer);
    const provenUntil = new Date(clock.now().getTime() + 10 * MINUTES).toISOString();
    expect(proven).toMatchObject({ status: 200, body: { data: { assurance: "password", provenUntil } } });
    expect((await settings(false)).status).toBe(200);
    const { rows } = await database.pool.query(
      "select after from audit_log where action = 'session.step_up' and tenant = $1",
      [merchant.sandbox.id],
    );
    expect(rows).toEqual([{ after: { assurance: "password" } }]);
  },
);

it("asks a person with a second factor for its code, never for the password alone", async () => {
  const { bearer } = await merchantOf(email);
  const secret = await turnOn(bearer);
  clock.advance(10 * MINUTES);
  const team = () => call("POST", "/team/roles", { name: "Tellers", permissions: [] }, bearer);
  expect((await team()).body).toMatchObject({ code: "step_up_required", errors: [{ field: "code" }] });
  const stepUp = (body: object) => call("POST", "/user/step-up", body, bearer);
  expect((await stepUp({ password: TEST_PASSWORD })).body.code).toBe("code_missing");
  expect(await stepUp({ code: codeOf(secret) })).toMatchObject({
    status: 200,
    body: { data: { assurance: "second_factor" } },
  });
  expect((await team()).body.code).not.toBe("step_up_required");
});

it("ends the sessions opened before the second factor, and admits none with the password alone", async () => {
  const { bearer } = await merchantOf(email);
  const before = await bearerOf(services, email, "api");
  const secret = await turnOn(bearer);
  expect((await call("GET", "/user/profile", undefined, before)).status).toBe(401);
  expect((await call("GET", "/user/profile", undefined, bearer)).status).toBe(200);

  // A sign-in that began before the confirmation opens its session after it.
  await database.pool.query(
    "update sessions set revoked_at = null where user_id = (select id from users where email = $1)",
    [email],
  );
  expect((await call("GET", "/merchant/my-access-keys", undefined, before)).body.code).toBe("step_up_required");
  clock.advance(30_000);
  expect((await call("POST", "/user/step-up", { code: codeOf(secret) }, before)).status).toBe(200);
  expect((await call("GET", "/merchant/my-access-keys", undefined, before)).status).toBe(200);
});

it("locks after five wrong proofs", async () => {
  const { bearer } = await merchantOf(email);
  const stepUp = (password: string) => call("POST", "/user/step-up", { password }, bearer);
  for (let i = 0; i < 5; i++) expect((await stepUp("wrong")).body.code).toBe("wrong_password");
  expect((await stepUp(TEST_PASSWORD)).body.code).toBe("login_locked");

  const other = await merchantOf(`two-${email}`);
  await turnOn(other.bearer);
  const guess = () => call("POST", "/user/step-up", { code: "999999" }, other.bearer);
  for (let i = 0; i < 5; i++) expect((await guess()).body.code).toBe("code_wrong");
  expect((await guess()).body.code).toBe("login_locked");
});

it("counts a proof that another process has recorded, and asks no key for one", async () => {
  const { merchant, bearer } = await merchantOf(email);
  const operator = await testMember(services, merchant, "Admin");
  const keys = (await call("GET", "/merchant/my-access-keys", undefined, bearer)).body.data;
  const other = buildApp({ ...services, callers: createCallerCache(clock, 3_600_000) });
  const old = await bearerOf(services, operator.email);
  clock.advance(10 * MINUTES);
  const read = async (headers: Record<string, string>) =>
    (await other.inject({ method: "GET", url: "/v1/merchant/my-access-keys", headers })).statusCode;
  expect(await read(old)).toBe(403);
  expect((await call("POST", "/user/step-up", { password: TEST_PASSWORD }, old)).status).toBe(200);
  expect(await read(old)).toBe(200);
  const roleOfKey = await call("POST", "/team/roles", {}, { authorization: `Bearer ${keys.privateKey}` });
  expect(roleOfKey.body.code).not.toBe("step_up_required");
  await other.close();
});
