import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { purgeSignInTraces } from "../../domain/auth/sign-in/purge-sign-in-traces.ts";
import { dropSecondFactors } from "../../domain/auth/two-factor/drop-second-factors.ts";
import { loadApprovers } from "../../domain/consent/approvers.ts";
import type { Services } from "../../domain/context.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import type { TestClock } from "../../testing/clock.ts";
import { testContext } from "../../testing/context.ts";
import { TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { type Claims, type SoftwarePasskey, softwarePasskey } from "../../testing/software-passkey.ts";

const { database, call, merchantOf, now } = useAccountApp();
let clock: TestClock;
let services: Services;
let email: string;

beforeEach(() => {
  ({ clock, services, email } = now());
});

type Bearer = { authorization: string };

async function startAdding(bearer: Bearer) {
  return (await call("POST", "/user/passkeys/options", undefined, bearer)).body.data;
}

async function add(bearer: Bearer, passkey: SoftwarePasskey, claims?: Partial<Claims>) {
  const credential = passkey.create(await startAdding(bearer), claims);
  return call("POST", "/user/passkeys", { name: "Laptop", credential }, bearer);
}

async function challenge() {
  return (await call("POST", "/auth/passkey/options", {})).body.data as { challenge: string };
}

async function signIn(passkey: SoftwarePasskey, claims?: Partial<Claims>) {
  return call("POST", "/auth/passkey", { credential: passkey.get(await challenge(), claims) });
}

async function withPasskey(owner = email) {
  const { bearer } = await merchantOf(owner);
  const passkey = softwarePasskey();
  const added = await add(bearer, passkey);
  expect(added.status).toBe(201);
  const { passkey: row, recoveryCodes } = added.body.data;
  return { bearer, passkey, id: row.id as string, recoveryCodes: recoveryCodes as string[] };
}

describe("adding a passkey", () => {
  it("returns options for a discoverable credential with user verification, at the dashboard's domain", async () => {
    const { bearer } = await merchantOf(email);
    expect(await startAdding(bearer)).toMatchObject({
      rp: { id: "wallets.example" },
      user: { name: email, displayName: "Ada Obi" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
  });

  it("makes recovery codes with the first one only, ends sessions opened by the password alone, and lists it", async () => {
    const { bearer } = await merchantOf(email);
    const other = await bearerOf(services, email, "dashboard");
    const first = await add(bearer, softwarePasskey());
    expect(first.body.data.recoveryCodes).toHaveLength(10);
    expect((await call("GET", "/user/profile", undefined, other)).status).toBe(401);
    const second = await add(bearer, softwarePasskey(), { isSynced: false });
    expect(second.body.data.recoveryCodes).toEqual([]);
    const { data } = (await call("GET", "/user/passkeys", undefined, bearer)).body;
    expect(data).toMatchObject([
      { name: "Laptop", synced: true, lastUsedAt: null },
      { name: "Laptop", synced: false },
    ]);
    expect((await startAdding(bearer)).excludeCredentials).toHaveLength(2);
    const { rows } = await database.pool.query(
      "select action, after from audit_log where action like 'passkey.%' order by id desc limit 2",
    );
    expect(rows).toMatchObject([
      { action: "passkey.add", after: { endedSessions: 0 } },
      { action: "passkey.add", after: { endedSessions: 1 } },
    ]);
  });

  it("requires a recent proof of identity, as removing one does", async () => {
    const { bearer, id } = await withPasskey();
    clock.advance(10 * 60_000);
    const refused = { status: 403, body: { code: "step_up_required" } };
    expect(await call("POST", "/user/passkeys/options", undefined, bearer)).toMatchObject(refused);
    expect(await call("DELETE", `/user/passkeys/${id}`, undefined, bearer)).toMatchObject(refused);
  });

  it.each<[string, Partial<Claims>]>([
    ["another origin", { origin: "https://wallets.example.evil.example" }],
    ["another domain", { rpId: "evil.example" }],
    ["no user verification", { isVerified: false }],
  ])("refuses one with %s", async (_what, claims) => {
    const { bearer } = await merchantOf(email);
    expect(await add(bearer, softwarePasskey(), claims)).toMatchObject({
      status: 400,
      body: { code: "passkey_invalid" },
    });
    expect((await call("GET", "/user/passkeys", undefined, bearer)).body.data).toEqual([]);
  });

  it("refuses a challenge that was used, is too old, or belongs to another person or purpose", async () => {
    const { bearer } = await merchantOf(email);
    const stranger = (await merchantOf(`other-${email}`)).bearer;
    const send = (options: { challenge: string }, passkey = softwarePasskey()) =>
      call("POST", "/user/passkeys", { name: "Phone", credential: passkey.create(options) }, bearer);
    const expired = { status: 400, body: { code: "passkey_expired" } };
    expect(await send(await startAdding(stranger))).toMatchObject(expired);
    expect(await send(await challenge())).toMatchObject(expired);
    expect(await send({ challenge: "bWFkZS11cA" })).toMatchObject(expired);
    const late = await startAdding(bearer);
    clock.advance(5 * 60_000);
    expect(await send(late)).toMatchObject(expired);
    const once = await startAdding(bearer);
    expect((await send(once)).status).toBe(201);
    expect(await send(once)).toMatchObject(expired);
  });

  it("refuses a credential that is stored already", async () => {
    const { bearer, passkey } = await withPasskey();
    expect(await add(bearer, passkey)).toMatchObject({ status: 400, body: { code: "passkey_exists" } });
  });

  it("is not offered where the dashboard has no host name", async () => {
    const { bearer } = await merchantOf(email);
    const before = services.dashboardUrl;
    services.dashboardUrl = "https://192.0.2.7";
    try {
      expect((await call("POST", "/auth/passkey/options", {})).body.code).toBe("passkeys_unavailable");
      expect((await call("POST", "/user/passkeys/options", undefined, bearer)).body.code).toBe("passkeys_unavailable");
    } finally {
      if (before) services.dashboardUrl = before;
    }
  });
});

describe("signing in with a passkey", () => {
  it("opens a dashboard session without e-mail, password or code, and records the use", async () => {
    const { passkey, bearer } = await withPasskey();
    const reply = await signIn(passkey);
    expect(reply).toMatchObject({ status: 200, body: { data: { email }, merchant: { owner: true } } });
    expect(reply.headers["x-access-token"]).toBe(reply.body.data.accessToken);
    const own = { authorization: `Bearer ${reply.body.data.accessToken}` };
    const sessions = await call("GET", "/user/sessions", undefined, own);
    expect(sessions.body.data.find(({ current }: { current: boolean }) => current).channel).toBe("dashboard");
    const [row] = (await call("GET", "/user/passkeys", undefined, bearer)).body.data;
    expect(row.lastUsedAt).toBe(clock.now().toISOString());
  });

  it("refuses a replayed response", async () => {
    const { passkey } = await withPasskey();
    const credential = passkey.get(await challenge());
    expect((await call("POST", "/auth/passkey", { credential })).status).toBe(200);
    expect(await call("POST", "/auth/passkey", { credential })).toMatchObject({
      status: 400,
      body: { code: "passkey_expired" },
    });
  });

  it("uses up the challenge of a refused response", async () => {
    const { passkey } = await withPasskey();
    const options = await challenge();
    const send = (claims?: Partial<Claims>) =>
      call("POST", "/auth/passkey", { credential: passkey.get(options, claims) });
    expect((await send({ isVerified: false })).body.code).toBe("passkey_refused");
    expect((await send()).body.code).toBe("passkey_expired");
  });

  it("refuses a challenge after 5 minutes, or of another purpose", async () => {
    const { passkey, bearer } = await withPasskey();
    const options = await challenge();
    const other = await startAdding(bearer);
    const send = (given: { challenge: string }) => call("POST", "/auth/passkey", { credential: passkey.get(given) });
    expect((await send(other)).body.code).toBe("passkey_expired");
    clock.advance(5 * 60_000);
    expect((await send(options)).body.code).toBe("passkey_expired");
  });

  it.each<[string, Partial<Claims>]>([
    ["of another origin", { origin: "https://wallets.example.evil.example" }],
    ["of another domain", { rpId: "evil.example" }],
    ["without user verification", { isVerified: false }],
    ["that names another person", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
  ])("refuses a response %s, and shows it to the owner", async (_what, claims) => {
    const { passkey, bearer } = await withPasskey();
    expect(await signIn(passkey, claims)).toMatchObject({ status: 401, body: { code: "passkey_refused" } });
    const { data } = (await call("GET", "/user/sign-in-failures", undefined, bearer)).body;
    expect(data).toMatchObject([{ reason: "passkey", at: clock.now().toISOString() }]);
  });

  it("refuses another person's credential with an own signature", async () => {
    const { passkey } = await withPasskey();
    const thief = { ...softwarePasskey().get(await challenge()), id: passkey.id, rawId: passkey.id };
    expect((await call("POST", "/auth/passkey", { credential: thief })).body.code).toBe("passkey_refused");
  });

  it("refuses a counter that does not go forward as a possible copy", async () => {
    const { passkey, bearer } = await withPasskey();
    expect((await signIn(passkey, { counter: 5 })).status).toBe(200);
    for (const counter of [5, 4, 0]) expect((await signIn(passkey, { counter })).body.code).toBe("passkey_refused");
    expect((await signIn(passkey, { counter: 6 })).status).toBe(200);
    const { data } = (await call("GET", "/user/sign-in-failures", undefined, bearer)).body;
    expect(data.map(({ reason }: { reason: string }) => reason)).toEqual(Array(3).fill("passkey_copied"));
  });

  it("refuses a passkey that is unknown or was removed", async () => {
    const { passkey, bearer, id } = await withPasskey();
    expect(await signIn(softwarePasskey())).toMatchObject({ status: 401, body: { code: "passkey_unknown" } });
    expect((await call("DELETE", `/user/passkeys/${id}`, undefined, bearer)).status).toBe(200);
    expect(await signIn(passkey)).toMatchObject({ status: 401, body: { code: "passkey_unknown" } });
  });

  it("pauses an address after 20 refusals", async () => {
    for (let i = 0; i < 20; i++) expect((await signIn(softwarePasskey())).status).toBe(401);
    expect(await signIn(softwarePasskey())).toMatchObject({ status: 429, body: { code: "login_locked" } });
  });

  it("answers 400 to a body that is no credential", async () => {
    for (const body of [{}, { credential: {} }, { credential: { id: "a", rawId: "b", type: "public-key" } }]) {
      expect((await call("POST", "/auth/passkey", body)).status).toBe(400);
    }
    const passkey = softwarePasskey();
    const { response, ...rest } = passkey.get(await challenge()) as { response: object };
    const broken = { ...rest, response: { ...response, clientDataJSON: "bm90IGpzb24" } };
    expect((await call("POST", "/auth/passkey", { credential: broken })).body.code).toBe("passkey_expired");
  });
});

describe("the second factor of a person with passkeys", () => {
  const logIn = (more: object = {}) => call("POST", "/auth/login", { email, password: TEST_PASSWORD, ...more });

  it("is asked at a sign-in with the password: a recovery code, or the passkey instead of both", async () => {
    const { recoveryCodes, passkey } = await withPasskey();
    expect(await logIn()).toMatchObject({ status: 401, body: { code: "two_factor_required" } });
    expect((await logIn({ code: "aaaaa-aaaaa" })).body.code).toBe("two_factor_wrong");
    expect((await logIn({ code: recoveryCodes[0] })).status).toBe(200);
    expect((await logIn({ code: recoveryCodes[0] })).body.code).toBe("two_factor_wrong");
    expect((await signIn(passkey)).status).toBe(200);
  });

  it("goes with the last passkey, together with the recovery codes", async () => {
    const { bearer, id } = await withPasskey();
    const remove = () => call("DELETE", `/user/passkeys/${id}`, undefined, bearer);
    expect((await remove()).status).toBe(200);
    expect((await remove()).body.code).toBe("passkey_not_found");
    expect((await call("GET", "/user/two-factor", undefined, bearer)).body.data).toMatchObject({
      recoveryCodesLeft: 0,
      passkeys: 0,
    });
    expect((await logIn()).status).toBe(200);
  });

  it("keeps the recovery codes while an authenticator app or a passkey is left, and they can be renewed", async () => {
    const { bearer, recoveryCodes } = await withPasskey();
    const currentPassword = TEST_PASSWORD;
    const started = await call("POST", "/user/two-factor", { currentPassword }, bearer);
    const totp = new TOTP({ secret: Secret.fromBase32(started.body.data.secret) });
    const code = () => totp.generate({ timestamp: clock.now().getTime() });
    await call("POST", "/user/two-factor/confirm", { code: code() }, bearer);
    clock.advance(30_000);
    expect((await call("DELETE", "/user/two-factor", { currentPassword, code: code() }, bearer)).status).toBe(200);
    const state = (await call("GET", "/user/two-factor", undefined, bearer)).body.data;
    expect(state).toMatchObject({ enabled: false, passkeys: 1, recoveryCodesLeft: 10 });
    // Turning the app on had replaced the first ones.
    expect((await logIn({ code: recoveryCodes[0] })).body.code).toBe("two_factor_wrong");
  });

  it("is dropped as a whole for an account that another person set up", async () => {
    const { passkey } = await withPasskey();
    const { rows } = await database.pool.query("select id from users where email = $1", [email]);
    expect(await inTransaction(services.db, (tx) => dropSecondFactors(tx, rows[0].id))).toBe(true);
    expect(await inTransaction(services.db, (tx) => dropSecondFactors(tx, rows[0].id))).toBe(false);
    expect((await signIn(passkey)).body.code).toBe("passkey_unknown");
    expect((await logIn()).status).toBe(200);
  });

  it("counts where a merchant requires one to approve", async () => {
    const { merchant, bearer } = await merchantOf(email);
    await call("PATCH", "/merchant/settings", { requireTwoFactor: true }, bearer);
    const lacking = async () =>
      (await loadApprovers(testContext(services, { tenant: merchant.sandbox }))).map(({ lacksFactor }) => lacksFactor);
    expect(await lacking()).toEqual([true]);
    await add(bearer, softwarePasskey());
    expect(await lacking()).toEqual([false]);
  });
});

describe("a mailbox that another person reads now", () => {
  const person = {
    firstName: "Carol",
    lastName: "Ade",
    phoneNumber: "08039876543",
    password: "four quiet river stones",
  };

  async function mailedCode(): Promise<string> {
    await deliverMessages(services);
    const { rows } = await database.pool.query<{ text: string }>(
      `select text from development_outbox where "to" = $1 and text like '%code is %' order by created_at desc, id desc limit 1`,
      [email],
    );
    clock.advance(1_000);
    return /code is (\S+)/.exec(rows[0]?.text ?? "")?.[1] ?? "";
  }

  async function reset(): Promise<void> {
    await call("POST", "/auth/password/forget", { email });
    const body = { resetCode: await mailedCode(), password: person.password };
    expect((await call("POST", "/auth/password/reset", body)).status).toBe(200);
  }

  /** A member with a passkey; `remove` ends the membership. */
  async function memberWithPasskey() {
    const { merchant, bearer } = await merchantOf(`owner-${email}`);
    const member = await testMember(services, merchant, "Operator", { email });
    const passkey = softwarePasskey();
    expect((await add(await bearerOf(services, email, "dashboard"), passkey)).status).toBe(201);
    const remove = async () =>
      expect((await call("DELETE", `/team/member/${member.id}`, undefined, bearer)).status).toBe(200);
    return { bearer, passkey, remove };
  }

  it.each(["before", "after"])("leaves its former owner no passkey: reset %s removal, then invited", async (when) => {
    const { bearer, passkey, remove } = await memberWithPasskey();
    if (when === "before") await reset();
    await remove();
    if (when === "after") await reset();
    const roleId = "01900000-0000-7000-8000-000000000003";
    expect((await call("POST", "/team/invitations", { roleId, email }, bearer)).status).toBe(201);
    const joining = { ...person, invitationCode: await mailedCode() };
    expect((await call("POST", "/team/invitations/accept", joining)).status).toBe(201);
    expect(await signIn(passkey)).toMatchObject({ status: 401, body: { code: "passkey_unknown" } });
    expect((await call("POST", "/auth/login", { email, password: person.password })).status).toBe(200);
  });

  it("leaves its former owner neither a passkey nor a reset code: registered again", async () => {
    const { passkey, remove } = await memberWithPasskey();
    await call("POST", "/auth/password/forget", { email });
    const resetCode = await mailedCode();
    await remove();
    await call("POST", "/merchant", { ...person, email, businessName: "Ade Stores", businessType: "RETAIL" });
    expect((await call("PUT", "/merchant/verify", { activationCode: await mailedCode() })).status).toBe(200);
    expect(await signIn(passkey)).toMatchObject({ status: 401, body: { code: "passkey_unknown" } });
    const taken = await call("POST", "/auth/password/reset", { resetCode, password: "another long phrase" });
    expect(taken.body.code).toBe("code_invalid");
    expect((await call("POST", "/auth/login", { email, password: person.password })).status).toBe(200);
    await deliverMessages(services);
    const { rows } = await database.pool.query('select subject from development_outbox where "to" = $1', [email]);
    expect(rows).toContainEqual({ subject: "Two-factor sign-in is off" });
  });

  it("keeps the passkeys of a person who stays in another team", async () => {
    await merchantOf(email);
    const { passkey, remove } = await memberWithPasskey();
    await remove();
    await reset();
    expect((await signIn(passkey)).status).toBe(200);
  });
});

describe("confirming one's identity with a passkey", () => {
  const options = async (by: Bearer) =>
    (await call("POST", "/user/step-up/options", undefined, by)).body.data as { challenge: string };
  const stepUp = (by: Bearer, credential: object) => call("POST", "/user/step-up", { passkey: credential }, by);

  it("admits the session to sensitive calls for ten minutes, and is recorded as a passkey", async () => {
    const { bearer, passkey } = await withPasskey();
    const settings = () => call("PATCH", "/merchant/settings", { requirePinForDebit: true }, bearer);
    clock.advance(10 * 60_000);
    expect((await settings()).body).toMatchObject({
      code: "step_up_required",
      errors: [{ field: "code" }, { field: "passkey" }],
    });
    const given = await options(bearer);
    expect(given).toMatchObject({ userVerification: "required", allowCredentials: [{ id: passkey.id }] });
    const proven = await stepUp(bearer, passkey.get(given));
    expect(proven).toMatchObject({ status: 200, body: { data: { assurance: "passkey" } } });
    expect((await settings()).status).toBe(200);
  });

  it("refuses a sign-in's challenge, a replay, another person's passkey, and no user verification", async () => {
    const { bearer, passkey } = await withPasskey();
    const stranger = await withPasskey(`other-${email}`);
    const refused = (code: string) => ({ status: 400, body: { code } });
    expect(await stepUp(bearer, passkey.get(await challenge()))).toMatchObject(refused("passkey_expired"));
    const once = passkey.get(await options(bearer));
    expect((await stepUp(bearer, once)).status).toBe(200);
    expect(await stepUp(bearer, once)).toMatchObject(refused("passkey_expired"));
    const theirs = stranger.passkey.get(await options(bearer));
    expect(await stepUp(bearer, theirs)).toMatchObject(refused("passkey_invalid"));
    const ofStranger = passkey.get(await options(stranger.bearer));
    expect(await stepUp(bearer, ofStranger)).toMatchObject(refused("passkey_expired"));
    const unverified = passkey.get(await options(bearer), { isVerified: false });
    expect(await stepUp(bearer, unverified)).toMatchObject(refused("passkey_invalid"));
  });

  it("pauses after ten refusals", async () => {
    const { bearer, passkey } = await withPasskey();
    for (let i = 0; i < 10; i++) {
      const credential = passkey.get(await options(bearer), { isVerified: false });
      expect((await stepUp(bearer, credential)).status).toBe(400);
    }
    expect((await stepUp(bearer, passkey.get(await options(bearer)))).body.code).toBe("login_locked");
  });
});

describe("the sign-ins of a person", () => {
  it("renames only own passkeys", async () => {
    const { bearer, id } = await withPasskey();
    const stranger = (await merchantOf(`other-${email}`)).bearer;
    const rename = (by: Bearer) => call("PATCH", `/user/passkeys/${id}`, { name: " Work phone " }, by);
    expect(await rename(stranger)).toMatchObject({ status: 404, body: { code: "passkey_not_found" } });
    const removal = await call("DELETE", `/user/passkeys/${id}`, undefined, stranger);
    expect(removal.body.code).toBe("passkey_not_found");
    expect((await rename(bearer)).body.data.name).toBe("Work phone");
  });

  it("show failed tries with a password or code for 30 days, to their owner only", async () => {
    const { bearer, recoveryCodes } = await withPasskey();
    const stranger = (await merchantOf(`other-${email}`)).bearer;
    const fail = (body: object) =>
      call("POST", "/auth/login", { email, ...body }, { "user-agent": "Probe/1.0", "x-forwarded-for": "203.0.113.9" });
    await fail({ password: "wrong" });
    clock.advance(1000);
    await fail({ password: TEST_PASSWORD, code: "aaaaa-aaaaa" });
    clock.advance(1000);
    expect((await fail({ password: TEST_PASSWORD, code: recoveryCodes[0] })).status).toBe(200);
    const read = async (by: Bearer) => (await call("GET", "/user/sign-in-failures", undefined, by)).body.data;
    const found = await read(bearer);
    expect(found).toMatchObject([{ reason: "code" }, { reason: "password", userAgent: "Probe/1.0" }]);
    expect(await read(stranger)).toEqual([]);
    clock.advance(30 * 86_400_000);
    expect(await read(await loggedIn(recoveryCodes[1]))).toEqual([]);
    expect((await purgeSignInTraces(services)).failedSignIns).toBeGreaterThanOrEqual(2);
  });

  async function loggedIn(code: string | undefined): Promise<Bearer> {
    const { body } = await call("POST", "/auth/login", { email, password: TEST_PASSWORD, code });
    return { authorization: `Bearer ${body.data.accessToken}` };
  }

  it("end together, except the one that asks", async () => {
    const { bearer } = await merchantOf(email);
    const others = [await bearerOf(services, email, "dashboard"), await bearerOf(services, email, "api")];
    const reply = await call("DELETE", "/user/sessions", undefined, bearer);
    expect(reply).toMatchObject({ status: 200, body: { data: { ended: 2 } } });
    for (const other of others) expect((await call("GET", "/user/profile", undefined, other)).status).toBe(401);
    expect((await call("GET", "/user/profile", undefined, bearer)).status).toBe(200);
  });
});
