import { beforeEach, describe, expect, it } from "vitest";
import { permissionsOfKeys } from "../../../contract/permissions.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, TEST_PASSWORD } from "../../testing/factories.ts";
import { publicContext } from "../../testing/sign-in.ts";
import type { Services } from "../context.ts";
import type { CreatedMerchant } from "../merchant/sign-up/create-merchant.ts";
import { authenticate } from "./authenticate.ts";
import { createCallerCache } from "./caller-cache.ts";
import { hashOfKey } from "./merchant-keys.ts";
import { logIn } from "./sign-in/log-in.ts";

const database = useTestDatabase();
const KEY = "sk_sandbox_0123456789012345678901234567890123456789abc";
let clock: TestClock;
let services: Services;
let merchant: CreatedMerchant;
let token: string;

beforeEach(async () => {
  clock = testClock();
  services = testServices(database, { clock });
  const email = `owner-${services.ids.next()}@test.example`;
  const owner = { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" };
  merchant = await createTestMerchant(services, { owner });
  const input = { email, password: TEST_PASSWORD, channel: "dashboard", userAgent: null } as const;
  const reply = await logIn(publicContext(services), input);
  token = "data" in reply ? reply.data.accessToken : "";
});

function call(headers: { authorization?: string; accessToken?: string; isFresh?: boolean }, from = services) {
  return authenticate(from, { authorization: undefined, accessToken: undefined, isFresh: false, ...headers });
}

async function useKey(): Promise<void> {
  await database.pool.query("delete from merchant_keys where private_key_hash = $1", [hashOfKey(KEY)]);
  await database.pool.query("update merchant_keys set private_key_hash = $1 where tenant = $2", [
    hashOfKey(KEY),
    merchant.sandbox.id,
  ]);
}

describe("a session token", () => {
  it("identifies the member, the channel and the tenant of the account's mode", async () => {
    expect(await call({ authorization: `Bearer ${token}` })).toMatchObject({
      tenant: merchant.sandbox,
      actor: { kind: "member", id: merchant.owner.memberId, role: "MainMerchant", channel: "dashboard" },
    });
  });

  it("opens the other tenant once the account mode has switched", async () => {
    await database.pool.query("update merchants set mode = 'PRODUCTION' where id = $1", [merchant.merchantId]);
    expect((await call({ authorization: `Bearer ${token}` })).tenant).toEqual(merchant.production);
  });

  it("works in X-Access-Token without Authorization, and beside one that does not authenticate", async () => {
    expect((await call({ accessToken: token })).tenant).toEqual(merchant.sandbox);
    expect((await call({ authorization: "Bearer at_expired", accessToken: token })).tenant).toEqual(merchant.sandbox);
    expect((await call({ authorization: "Basic eDp5", accessToken: token })).tenant).toEqual(merchant.sandbox);
  });

  it("loses a role's permissions with the role, and keeps the dashboard channel", async () => {
    await database.pool.query(
      `update members set role_id = (select id from roles where name = 'Support' and merchant_id is null) where id = $1`,
      [merchant.owner.memberId],
    );
    await database.pool.query("update sessions set channel = 'api' where member_id = $1", [merchant.owner.memberId]);
    const { actor } = await call({ authorization: `Bearer ${token}` });
    expect(actor).toMatchObject({ role: "Support", channel: "dashboard" });
    expect(actor).not.toHaveProperty("permissions", expect.arrayContaining(["FREEZE_WALLET"]));
  });

  it("of a removed member is refused", async () => {
    await database.pool.query("update members set removed_at = now() where id = $1", [merchant.owner.memberId]);
    await expect(call({ authorization: `Bearer ${token}` })).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

describe("a private key", () => {
  it("opens the tenant of its mode with the permissions of keys", async () => {
    await useKey();
    expect(await call({ authorization: `Bearer ${KEY}` })).toEqual({
      tenant: merchant.sandbox,
      actor: { kind: "key", id: merchant.sandboxKeyId, name: "Private key", permissions: permissionsOfKeys },
    });
  });

  it("of the other mode is refused with both modes in the text", async () => {
    await useKey();
    await database.pool.query("update merchants set mode = 'PRODUCTION' where id = $1", [merchant.merchantId]);
    const refusal = await call({ authorization: `Bearer ${KEY}` }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "wrong_mode_key" });
    expect((refusal as Error).message).toMatch(/SANDBOX.*PRODUCTION/);
  });

  it("stops at its expiry, even when cached", async () => {
    await useKey();
    const remembering = { ...services, callers: createCallerCache(clock, 3_000) };
    const stopsAt = new Date(clock.now().getTime() + 1_000);
    await database.pool.query("update merchant_keys set stops_at = $1 where tenant = $2", [
      stopsAt,
      merchant.sandbox.id,
    ]);
    await call({ authorization: `Bearer ${KEY}` }, remembering);
    clock.advance(1_000);
    await expect(call({ authorization: `Bearer ${KEY}` }, remembering)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});

describe("an invalid credential", () => {
  it.each([
    ["nothing", undefined, "carries no credential"],
    ["another scheme", "Basic eDp5", "must read Bearer"],
    ["a made-up token", "Bearer at_x", "unknown or has expired"],
    ["a refresh token", "Bearer rt_x", "refresh token"],
    ["a customer token", "Bearer ct_x", "customer token"],
    ["a public key", "Bearer pk_sandbox_x", "private key"],
    ["an unknown key", "Bearer sk_live_x", "unknown or no longer valid"],
  ])("%s is refused with the reason", async (_name, authorization, reason) => {
    const refusal = await call(authorization === undefined ? {} : { authorization }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "unauthenticated" });
    expect((refusal as Error).message).toContain(reason);
  });
});

describe("a cached caller", () => {
  it("is read again when the call must know the mode", async () => {
    const remembering = { ...services, callers: createCallerCache(clock, 3_000) };
    const authorization = `Bearer ${token}`;
    await call({ authorization }, remembering);
    await database.pool.query("update merchants set mode = 'PRODUCTION' where id = $1", [merchant.merchantId]);
    expect((await call({ authorization }, remembering)).tenant.mode).toBe("SANDBOX");
    expect((await call({ authorization, isFresh: true }, remembering)).tenant.mode).toBe("PRODUCTION");
    expect((await call({ authorization }, remembering)).tenant.mode).toBe("PRODUCTION");
  });
});
