import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { list } from "../../commands/list.ts";
import type { PlatformCommand } from "../../commands/platform-command.ts";
import { review } from "../../commands/review.ts";
import { twoFactor } from "../../commands/two-factor.ts";
import type { Services } from "../../domain/context.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import type { TestClock } from "../../testing/clock.ts";
import { platformActor } from "../../testing/context.ts";
import { TEST_PASSWORD, testMember } from "../../testing/factories.ts";

const { database, call, callFrom, merchantOf, now } = useAccountApp();
const OPERATOR = "01900000-0000-7000-8000-000000000003";
const OWNERS_PASSWORD = "the owner's long phrase";
const SQUATTERS_PASSWORD = "a-long-pass-phrase";
let clock: TestClock;
let services: Services;
let email: string;
let phoneNumber: string;
let made = 0;

beforeEach(() => {
  ({ clock, services, email } = now());
  made += 1;
  phoneNumber = `0803${String(made).padStart(3, "0")}${String(made * 37).padStart(4, "0")}`;
});

async function newestTo(to: string): Promise<string> {
  await deliverMessages(services);
  const { rows } = await database.pool.query<{ text: string }>(
    `select text from development_outbox where "to" = $1 order by created_at desc, id desc limit 1`,
    [to],
  );
  return rows[0]?.text ?? "";
}
const codeIn = (text: string) => /code is (\d+)/.exec(text)?.[1] ?? "";
const mailedCode = async () => codeIn(await newestTo(email));
const textedCode = async () => codeIn(await newestTo(`+234${phoneNumber.slice(1)}`));

const register = () =>
  call("POST", "/merchant", {
    firstName: "Ngozi",
    lastName: "Eze",
    email,
    password: SQUATTERS_PASSWORD,
    phoneNumber,
    businessName: "Eze Stores",
    businessType: "RETAIL",
  });
const activate = (activationCode: string, more: object = {}) =>
  call("PUT", "/merchant/verify", { activationCode, ...more });
const signIn = (password: string) => call("POST", "/auth/login", { email, password });
async function bearerWith(password: string) {
  return { authorization: `Bearer ${(await signIn(password)).body.data.accessToken}` };
}

/** Somebody who cannot read the mail of this address opens an account with their own phone. */
async function squat() {
  await register();
  const mailed = await mailedCode();
  expect((await activate(await textedCode())).status).toBe(200);
  return { mailed, bearer: await bearerWith(SQUATTERS_PASSWORD) };
}

async function type(command: PlatformCommand, ...words: string[]): Promise<string> {
  const lines: string[] = [];
  await command.run(
    { services, actor: platformActor, operator: "ada", isProduction: false, print: (line) => void lines.push(line) },
    words,
  );
  return lines.join("\n");
}

describe("the activation codes", () => {
  it("differ between mail and text message; the mailed one confirms the e-mail", async () => {
    await register();
    const [mailed, texted] = [await mailedCode(), await textedCode()];
    expect(mailed).toMatch(/^\d{12}$/);
    expect(texted).toMatch(/^\d{6}$/);
    expect(mailed).not.toContain(texted);
    expect((await activate(mailed)).status).toBe(200);
    expect((await activate(texted)).body.code).toBe("code_invalid");
    const profile = await call("GET", "/user/profile", undefined, await bearerWith(SQUATTERS_PASSWORD));
    expect(profile.body.data.emailConfirmed).toBe(true);
  });

  it("of the text message opens the sandbox, but no review, invitation, production or platform command", async () => {
    const { bearer } = await squat();
    expect((await call("GET", "/user/profile", undefined, bearer)).body.data.emailConfirmed).toBe(false);
    expect((await call("GET", "/merchant/my-access-keys", undefined, bearer)).body.data.privateKey).toMatch(/^sk_sand/);
    const invited = await call("POST", "/team/invitations", { roleId: OPERATOR, email: `x-${email}` }, bearer);
    expect([invited.status, invited.body.code]).toEqual([403, "email_unconfirmed"]);
    const refusal = `Nobody has confirmed the e-mail ${email}`;
    await expect(type(review, email, "enabled")).rejects.toThrow(refusal);
    expect(await type(list)).toContain(`Eze Stores <${email}, not confirmed>: review PENDING`);
    // Not even a review that got in otherwise opens production.
    await database.pool.query("update merchants set review = 'ENABLED' where email = $1", [email]);
    const switched = await call("POST", "/merchant/account-mode", { mode: "PRODUCTION" }, bearer);
    expect([switched.status, switched.body.code]).toEqual([400, "review_missing"]);
  });

  it("of the mail confirms the e-mail later, once, in the session of the person only", async () => {
    const { mailed, bearer } = await squat();
    expect((await activate(mailed)).body.code).toBe("already_active");
    const other = await merchantOf(`other-${email}`);
    const confirm = (by: object, code: string) => call("PUT", "/user/email/verify", { code }, { ...by });
    expect((await confirm(other.bearer, mailed)).body.code).toBe("code_invalid");
    expect((await confirm(bearer, ` ${mailed} `)).status).toBe(200);
    expect((await confirm(bearer, mailed)).body.code).toBe("code_invalid");
    expect((await call("GET", "/user/profile", undefined, bearer)).body.data.emailConfirmed).toBe(true);
    expect(await newestTo(email)).toContain("was confirmed with a code");
    expect(await type(review, email, "enabled")).toContain("PENDING → ENABLED");
  });

  it("is mailed again on request, at most once a minute, and replaces the one before", async () => {
    const { mailed, bearer } = await squat();
    const resend = () => call("POST", "/user/email/verify/resend", undefined, bearer);
    expect((await resend()).status).toBe(200);
    expect(await mailedCode()).toBe(mailed);
    clock.advance(61_000);
    await resend();
    const next = await mailedCode();
    expect(next).not.toBe(mailed);
    expect(await newestTo(email)).toContain(`https://wallets.example/settings/me#${next}`);
    expect((await call("PUT", "/user/email/verify", { code: mailed }, bearer)).body.code).toBe("code_invalid");
    expect((await call("PUT", "/user/email/verify", { code: next }, bearer)).status).toBe(200);
  });

  it("of the text message never continue as a person who was a member before", async () => {
    const { merchant } = await merchantOf(`owner-${email}`);
    const member = await testMember(services, merchant, "Operator", { email });
    await database.pool.query("update members set removed_at = now() where id = $1", [member.id]);
    await register();
    expect(await textedCode()).toBe("");
    expect((await activate(await mailedCode())).status).toBe(200);
  });

  it("of a stranger, 200 times wrong, lock nobody else's activation", async () => {
    await register();
    const [mailed, texted] = [await mailedCode(), await textedCode()];
    const wrong = Array.from({ length: 200 }, (_, i) =>
      callFrom(`198.51.100.${i % 100}`, "PUT", "/merchant/verify", {
        activationCode: String(i).padStart(12, "0"),
        // Half of them know whom they attack.
        ...(i % 2 && { email }),
      }),
    );
    for (const { status } of await Promise.all(wrong)) expect(status).toBe(400);
    // The six digits are dead for this registration, because they could be guessed.
    expect((await activate(texted, { email })).body.code).toBe("code_invalid");
    expect((await activate(mailed, { email })).status).toBe(200);
  });

  it("are counted per registration and address when they come with the e-mail", async () => {
    await register();
    const mailed = await mailedCode();
    const wrong = (to: string) => activate("000000000000", { email: to });
    for (let i = 0; i < 10; i++) expect((await wrong(`colleague-${email}`)).status).toBe(400);
    expect((await wrong(`colleague-${email}`)).status).toBe(429);
    expect((await activate(mailed, { email: `colleague-${email}` })).status).toBe(429);
    expect((await activate(mailed, { email: email.toUpperCase() })).status).toBe(200);
  });
});

describe("the owner of an e-mail that a stranger registered", () => {
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });

  async function turnOnTwoFactor(bearer: { authorization: string }, password: string) {
    const started = await call("POST", "/user/two-factor", { currentPassword: password }, bearer);
    const done = await call("POST", "/user/two-factor/confirm", { code: codeOf(started.body.data.secret) }, bearer);
    expect(done.status).toBe(200);
  }
  async function reset() {
    await call("POST", "/auth/password/forget", { email });
    const [, resetCode] = /code is (\S+)/.exec(await newestTo(email)) ?? [];
    return await call("POST", "/auth/password/reset", { resetCode, password: OWNERS_PASSWORD });
  }

  it("gets in with a reset: sessions, second factor, keys and webhooks of the stranger end", async () => {
    const { bearer } = await squat();
    const { privateKey } = (await call("GET", "/merchant/my-access-keys", undefined, bearer)).body.data;
    const key = { authorization: `Bearer ${privateKey}` };
    const hook = { callbackURL: "https://squatter.example/hooks" };
    expect((await call("PATCH", "/merchant/profile", hook, bearer)).status).toBe(200);
    await turnOnTwoFactor(bearer, SQUATTERS_PASSWORD);
    expect((await call("GET", "/merchant/wallet", undefined, key)).status).toBe(200);

    expect((await reset()).status).toBe(200);
    expect((await call("GET", "/user/profile", undefined, bearer)).status).toBe(401);
    expect((await call("GET", "/merchant/wallet", undefined, key)).status).toBe(401);
    expect((await signIn(SQUATTERS_PASSWORD)).status).toBe(401);
    const owners = await bearerWith(OWNERS_PASSWORD);
    expect((await call("GET", "/user/profile", undefined, owners)).body.data.emailConfirmed).toBe(true);
    expect((await call("GET", "/merchant/profile", undefined, owners)).body.data.callbackURL).toBeNull();
    expect((await call("GET", "/merchant/my-access-keys", undefined, owners)).body.data.privateKey).not.toBe(
      privateKey,
    );
  });

  it("keeps their second factor on a reset once the e-mail was confirmed; the platform can remove it", async () => {
    const { bearer } = await merchantOf(email);
    await turnOnTwoFactor(bearer, TEST_PASSWORD);
    expect((await reset()).status).toBe(200);
    expect((await signIn(OWNERS_PASSWORD)).body.code).toBe("two_factor_required");
    await expect(type(twoFactor, "reset", `nobody-${email}`)).rejects.toThrow("belongs to a merchant");
    expect(await type(twoFactor, "reset", email.toUpperCase())).toContain("second factor removed");
    expect(await newestTo(email)).toContain("no longer asks for a second factor");
    const { rows } = await database.pool.query(
      "select actor_kind from audit_log where action = 'two_factor.reset' and object_id in (select id::text from users where email = $1)",
      [email],
    );
    expect(rows).toEqual([{ actor_kind: "platform" }]);
    expect((await signIn(OWNERS_PASSWORD)).status).toBe(200);
    await expect(type(twoFactor, "reset", email)).rejects.toThrow("no second factor");
  });
});
