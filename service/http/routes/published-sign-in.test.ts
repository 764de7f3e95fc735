import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Services } from "../../domain/context.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import type { TestClock } from "../../testing/clock.ts";
import { TEST_PASSWORD } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

/** How existing clients register and sign in: some encode in Base64. Decisions 0130 and 0131. */
const { database, call, merchantOf, now } = useAccountApp();
let clock: TestClock;
let services: Services;
let email: string;

beforeEach(() => {
  ({ clock, services, email } = now());
});

const PASSWORD = "four quiet river stones";
const inBase64 = (text: string) => Buffer.from(text).toString("base64");
const signIn = (login: { email: string; password: string }) => call("POST", "/auth/login", login);

async function codeSentTo(to: string): Promise<string> {
  await deliverMessages(services);
  const { rows } = await database.pool.query(
    `select text from development_outbox where "to" = $1 order by created_at desc, id desc limit 1`,
    [to],
  );
  return /code is (\S+)/.exec(rows[0]?.text ?? "")?.[1] ?? "";
}

const register = (password: string) =>
  call("POST", "/merchant", {
    firstName: "Ngozi",
    lastName: "Eze",
    password,
    accountNumber: "0123456789",
    phoneNumber: "08031234567",
    businessName: "Eze Stores",
    email,
    businessType: "FINANCIAL-SERVICES",
    sendEmail: true,
  });

async function openAccount(password: string): Promise<void> {
  expect((await register(password)).status).toBe(201);
  expect((await call("PUT", "/merchant/verify", { activationCode: await codeSentTo(email) })).status).toBe(200);
}

describe("a password that was registered", () => {
  it.each([
    ["in Base64", inBase64(PASSWORD)],
    ["plain", PASSWORD],
  ])("%s signs in plain and in Base64", async (_, registered) => {
    await openAccount(registered);
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
    expect((await signIn({ email: inBase64(email), password: inBase64(PASSWORD) })).status).toBe(200);
    const wrong = inBase64(`${PASSWORD}!`);
    for (const login of [
      { email, password: `${PASSWORD}!` },
      { email: inBase64(email), password: wrong },
      { email: inBase64(email), password: PASSWORD },
    ]) {
      expect(await signIn(login)).toMatchObject({ status: 401, body: { code: "wrong_login" } });
    }
  });

  it("in Base64 by an invited member signs in both ways", async () => {
    const { bearer } = await merchantOf(email);
    const invited = `new-${email}`;
    const roleId = "01900000-0000-7000-8000-000000000002";
    await call("POST", "/team/invitations", { roleId, email: invited, approvalLimit: null }, bearer);
    const person = { firstName: "Bola", lastName: "Ade", phoneNumber: "08039876543", password: inBase64(PASSWORD) };
    const accepted = { ...person, invitationCode: await codeSentTo(invited) };
    expect((await call("POST", "/team/invitations/accept", accepted)).status).toBe(201);
    expect((await signIn({ email: inBase64(invited), password: inBase64(PASSWORD) })).status).toBe(200);
    expect((await signIn({ email: invited, password: PASSWORD })).status).toBe(200);
  });

  it.each([
    ["right, the first reading", (own: string) => ({ email: own, password: TEST_PASSWORD })],
    ["right, in Base64", (own: string) => ({ email: inBase64(own), password: inBase64(TEST_PASSWORD) })],
    ["wrong", (own: string) => ({ email: own, password: "wrong" })],
    ["of nobody", () => ({ email: "nobody@test.example", password: "wrong" })],
    ["not decodable", () => ({ email: "!!", password: "!!" })],
  ])("takes the same work when it is %s", async (_, login) => {
    await merchantOf(email);
    const verify = vi.spyOn(services.providers.passwords, "verify");
    await signIn(login(email));
    expect(verify).toHaveBeenCalledTimes(2);
    verify.mockRestore();
  });

  it.each([
    [inBase64("password1"), "must not be one of the most common passwords"],
    [inBase64("abc-12").padEnd(8, "="), "must have at least 8 characters before it is encoded in Base64"],
    [inBase64("eze stores 2026"), "must not contain the name of the business"],
  ])("%s is judged by what it encodes", async (password, text) => {
    const { status, body } = await register(password);
    expect([status, body.errors?.[0]]).toMatchObject([
      400,
      { field: "password", message: expect.stringContaining(text) },
    ]);
  });
});

describe("PUT /user/password", () => {
  const change = async (bearer: Record<string, string>) =>
    await call("PUT", "/user/password", { password: PASSWORD }, bearer);

  it("needs no current password ten minutes after signing in, and one later", async () => {
    await merchantOf(email);
    const bearer = await bearerOf(services, email);
    clock.advance(11 * 60_000);
    expect(await change(bearer)).toMatchObject({ status: 403, body: { code: "step_up_required" } });
    expect((await signIn({ email, password: PASSWORD })).status).toBe(401);
    await call("POST", "/user/step-up", { password: TEST_PASSWORD }, bearer);
    expect(await change(bearer)).toMatchObject({ status: 200, body: { message: "Password successfully changed." } });
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
  });

  it("still refuses a wrong current password in a fresh session", async () => {
    await merchantOf(email);
    const body = { currentPassword: "wrong", password: PASSWORD };
    expect((await call("PUT", "/user/password", body, await bearerOf(services, email))).body.code).toBe(
      "wrong_password",
    );
  });
});
