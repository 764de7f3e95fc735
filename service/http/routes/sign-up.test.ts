import { beforeEach, describe, expect, it } from "vitest";
import type { Services } from "../../domain/context.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import type { TestClock } from "../../testing/clock.ts";
import { TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const { database, call, merchantOf, now } = useAccountApp();
let clock: TestClock;
let services: Services;
let email: string;

beforeEach(() => {
  ({ clock, services, email } = now());
});

/** Messages sent to an address, newest first. */
async function sentTo(to: string): Promise<{ subject: string | null; text: string }[]> {
  await deliverMessages(services);
  const { rows } = await database.pool.query(
    `select subject, text from development_outbox where "to" = $1 order by created_at desc, id desc`,
    [to],
  );
  return rows;
}
async function codeSentTo(to: string): Promise<string> {
  const [message] = await sentTo(to);
  return /code is (\S+)/.exec(message?.text ?? "")?.[1] ?? "";
}

const registration = () => ({
  firstName: "Ngozi",
  lastName: "Eze",
  email,
  password: "a-long-pass-phrase",
  phoneNumber: "08031234567",
  businessName: "Eze Stores",
  businessType: "RETAIL",
});
const signIn = (more: object = {}) => call("POST", "/auth/login", { email, password: "a-long-pass-phrase", ...more });

describe("registration", () => {
  it("opens the account once with the emailed code, then signs in with sandbox books and keys", async () => {
    const response = await call("POST", "/merchant", registration());
    expect(response).toMatchObject({
      status: 201,
      body: {
        status: true,
        requireVerification: true,
        message: "Your activation code has been sent to your email. It expires in 24 hours",
      },
    });
    expect(JSON.stringify(response.body)).not.toMatch(/\d{6}/);
    const early = await signIn();
    expect(early).toMatchObject({ status: 200, body: { requiresVerification: true } });
    expect(early.headers["x-access-token"]).toBeUndefined();
    const activationCode = await codeSentTo(email);
    expect(activationCode).toMatch(/^\d{12}$/);
    const done = await call("PUT", "/merchant/verify", { activationCode });
    expect(done).toMatchObject({ status: 200, body: { message: "Your account has been successfully verified." } });
    expect((await call("PUT", "/merchant/verify", { activationCode })).body.code).toBe("code_invalid");
    const { body } = await signIn();
    expect(body.merchant).toMatchObject({
      businessName: "Eze Stores",
      role: "MainMerchant",
      owner: true,
      review: "PENDING",
    });
    const bearer = { authorization: `Bearer ${body.data.accessToken}` };
    expect((await call("GET", "/merchant/wallet", undefined, bearer)).body.data.availableBalance).toBe(0);
    expect((await call("GET", "/merchant/my-access-keys", undefined, bearer)).body.data.privateKey).toMatch(
      /^sk_sandbox_/,
    );
  });

  it("activates the attempt that the code belongs to, regardless of later attempts", async () => {
    await call("POST", "/merchant", registration());
    const firstCode = await codeSentTo(email);
    clock.advance(1_000);
    const laterAttempt = { ...registration(), password: "another person's phrase", businessName: "Somebody Else" };
    await call("POST", "/merchant", laterAttempt);
    const newest = (await sentTo(email))[0]?.text;
    expect(newest).toContain("the account of Somebody Else");
    expect((await call("PUT", "/merchant/verify", { activationCode: firstCode })).status).toBe(200);
    expect((await signIn()).body.merchant.businessName).toBe("Eze Stores");
    expect((await signIn({ password: "another person's phrase" })).status).toBe(401);
    const laterCode = /code is (\d{12})/.exec(newest ?? "")?.[1];
    expect((await call("PUT", "/merchant/verify", { activationCode: laterCode })).body.code).toBe("code_invalid");
  });

  it("answers a known email like an unknown one, notifies its owner, and changes nothing", async () => {
    await merchantOf(email);
    const known = await call("POST", "/merchant", registration());
    const unknown = await call("POST", "/merchant", { ...registration(), email: `nobody-${email}` });
    expect([known.status, { ...known.body, requestId: "" }]).toEqual([201, { ...unknown.body, requestId: "" }]);
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
    const [mail] = await sentTo(email);
    expect(mail?.subject).toBe("You have an account already");
    expect(mail?.text).toContain("https://wallets.example/forgot");
    expect(mail?.text).not.toMatch(/Ngozi|Eze|\d{6}/);
    expect((await signIn()).status).toBe(401);
    expect((await signIn({ password: TEST_PASSWORD })).status).toBe(200);
    for (let i = 0; i < 4; i++) await call("POST", "/merchant", registration());
    expect((await call("POST", "/merchant", registration())).status).toBe(429);
    const subjects = (await sentTo(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "You have an account already")).toHaveLength(5);
  });

  it("sends one number at most five texts in fifteen minutes, and still sends the emails", async () => {
    const phoneNumber = "08090000001";
    for (let i = 0; i < 7; i++)
      await call("POST", "/merchant", { ...registration(), phoneNumber, email: `${i}-${email}` });
    expect(await sentTo(`+234${phoneNumber.slice(1)}`)).toHaveLength(5);
    expect(await codeSentTo(`6-${email}`)).toMatch(/^\d{12}$/);
  });

  it("refuses passwords that are easy to guess, at registration, reset, change and invitation", async () => {
    const expectRefused = (answer: { status: number; body: { errors?: object[] } }, message: string) =>
      expect([answer.status, answer.body.errors]).toEqual([400, [{ field: "password", message }]]);
    const common = "must not be one of the most common passwords. Three or four words are best";
    const withBusiness = "must not contain the name of the business";
    expectRefused(await call("POST", "/merchant", { ...registration(), password: "password" }), common);
    expectRefused(await call("POST", "/merchant", { ...registration(), password: "EzeSt0res 99" }), withBusiness);
    expectRefused(
      await call("POST", "/merchant", {
        ...registration(),
        email: "bolanle@test.example",
        password: "8olanle b0lanl3",
      }),
      "must not contain your e-mail address",
    );
    expect(await sentTo(email)).toEqual([]);

    const { bearer } = await merchantOf(email); // Ada Ventures
    const change = { currentPassword: TEST_PASSWORD, password: "iloveyou" };
    expectRefused(await call("PUT", "/user/password", change, bearer), common);
    await call("POST", "/auth/password/forget", { email });
    const resetCode = await codeSentTo(email);
    const reset = (password: string) => call("POST", "/auth/password/reset", { resetCode, password });
    // A refused password uses up neither the code nor the guesses at codes.
    for (let i = 0; i < 12; i++) expectRefused(await reset("ada ventures 2026"), withBusiness);
    expect((await reset("a-long-pass-phrase")).status).toBe(200);

    const owners = { authorization: `Bearer ${(await signIn()).body.data.accessToken}` };
    const roleId = "01900000-0000-7000-8000-000000000003";
    await call("POST", "/team/invitations", { roleId, email: `new-${email}` }, owners);
    const invitationCode = await codeSentTo(`new-${email}`);
    const person = { firstName: "Bola", lastName: "Ade", phoneNumber: "08039876543", invitationCode };
    expectRefused(await call("POST", "/team/invitations/accept", { ...person, password: "sunshine" }), common);
    const password = "four quiet river stones";
    expect((await call("POST", "/team/invitations/accept", { ...person, password })).status).toBe(201);
  });

  it("removes links from the names in an email", async () => {
    await call("POST", "/merchant", {
      ...registration(),
      firstName: "win at https://evil.example/x",
      businessName: "evil.example",
    });
    const [mail] = await sentTo(email);
    expect(mail?.text).not.toMatch(/evil\.example|https:\/\/evil/);
    expect(mail?.text.split("\n")[0]).toBe("Hello win at https: / / evil. example/ x,");
  });

  it("sends at most five emails to one address in fifteen minutes", async () => {
    for (let i = 0; i < 5; i++) expect((await call("POST", "/merchant", registration())).status).toBe(201);
    expect((await call("POST", "/merchant", registration())).status).toBe(429);
    expect(await sentTo(email)).toHaveLength(5);
  });

  it("refuses a wrong or expired code, and accepts a resent one", async () => {
    await call("POST", "/merchant", registration());
    const first = await codeSentTo(email);
    const wrong = "000000000000";
    expect((await call("PUT", "/merchant/verify", { activationCode: wrong })).status).toBe(400);
    clock.advance(24 * 3_600_000);
    expect((await call("PUT", "/merchant/verify", { activationCode: first })).body.code).toBe("code_invalid");
    const again = await call("POST", "/merchant/verify/resend", { email: email.toUpperCase() });
    expect(again.body.message).toBe("Your verification code has been sent to your email. It expires in 24 hours");
    const second = await codeSentTo(email);
    expect(second).not.toBe(first);
    expect((await call("PUT", "/merchant/verify", { activationCode: second })).status).toBe(200);
  });

  it("resends the code at most five times in fifteen minutes, and the last one works", async () => {
    await call("POST", "/merchant", registration());
    for (let i = 0; i < 7; i++) {
      clock.advance(61_000);
      await call("POST", "/merchant/verify/resend", { email });
    }
    expect(await sentTo(email)).toHaveLength(6);
    expect((await call("PUT", "/merchant/verify", { activationCode: await codeSentTo(email) })).status).toBe(200);
  });

  it("resends without revealing unknown emails, at most once a minute, and limits guesses", async () => {
    await call("POST", "/merchant", registration());
    const known = await call("POST", "/merchant/verify/resend", { email });
    const unknown = await call("POST", "/merchant/verify/resend", { email: `nobody-${email}` });
    expect({ ...unknown.body, requestId: "" }).toEqual({ ...known.body, requestId: "" });
    expect(await sentTo(email)).toHaveLength(1);
    expect(await sentTo(`nobody-${email}`)).toEqual([]);
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, i) =>
        call("PUT", "/merchant/verify", { activationCode: String(i).padStart(6, "0") }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it("limits wrong codes, not successful ones: thirty merchants can register from one address", async () => {
    for (let i = 0; i < 30; i++) {
      const applicant = {
        ...registration(),
        email: `${i}-${email}`,
        phoneNumber: `0803200${String(i).padStart(4, "0")}`,
      };
      expect((await call("POST", "/merchant", applicant)).status).toBe(201);
      const activationCode = await codeSentTo(applicant.email);
      expect((await call("PUT", "/merchant/verify", { activationCode })).status).toBe(200);
    }
    const guess = () => call("PUT", "/merchant/verify", { activationCode: "000000" });
    for (let i = 0; i < 10; i++) expect((await guess()).body.code).toBe("code_invalid");
    expect((await guess()).body.message).toBe("Too many attempts. Try again in 15 minutes.");
  });

  it("re-registers a user without memberships: same user, new password, own merchant", async () => {
    const { merchant } = await merchantOf(`owner-${email}`);
    const member = await testMember(services, merchant, "Operator", { email });
    await database.pool.query("update members set removed_at = now() where id = $1", [member.id]);
    const old = await call("POST", "/auth/login", { email, password: TEST_PASSWORD });
    expect(old).toMatchObject({ status: 403, body: { code: "no_merchant" } });
    expect((await call("POST", "/merchant", registration())).status).toBe(201);
    expect(await signIn()).toMatchObject({ status: 200, body: { requiresVerification: true } });
    const done = await call("PUT", "/merchant/verify", { activationCode: await codeSentTo(email) });
    expect(done.status).toBe(200);
    expect((await call("POST", "/auth/login", { email, password: TEST_PASSWORD })).status).toBe(401);
    const { body } = await signIn();
    expect(body).toMatchObject({
      data: { id: member.userId, firstName: "Ngozi", role: "MainMerchant" },
      merchant: { businessName: "Eze Stores", owner: true },
      hasMultipleMerchants: false,
    });
    // A user with a membership cannot re-register.
    await call("POST", "/merchant", { ...registration(), password: "another person's phrase" });
    expect((await sentTo(email))[0]?.subject).toBe("You have an account already");
    expect((await signIn()).status).toBe(200);
  });

  it("stores no code, token or password in clear text", async () => {
    await call("POST", "/merchant", registration());
    const { rows } = await database.pool.query(
      "select r::text as all from registrations r union all select m::text from messages m",
    );
    const code = await codeSentTo(email);
    for (const row of rows) expect(row.all).not.toContain(code);
    for (const row of rows) expect(row.all).not.toContain("a-long-pass-phrase");
  });
});

describe("password reset", () => {
  it("sets a new password once per code, ends all sessions, and does not reveal if an account exists", async () => {
    const { bearer } = await merchantOf(email);
    const known = await call("POST", "/auth/password/forget", { email });
    const unknown = await call("POST", "/auth/password/forget", { email: `nobody-${email}` });
    expect(known.body.message).toBe("Your reset code has been sent to your email. It expires in 24 hours.");
    expect({ ...unknown.body, requestId: "" }).toEqual({ ...known.body, requestId: "" });
    const resetCode = await codeSentTo(email);
    expect((await sentTo(email))[0]?.text).toContain(`https://wallets.example/reset#${resetCode}`);
    const done = await call("POST", "/auth/password/reset", { resetCode, password: "a-long-pass-phrase" });
    expect(done.body.message).toBe("Password reset successfully");
    expect((await call("GET", "/user/profile", undefined, bearer)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    expect((await call("POST", "/auth/password/reset", { resetCode, password: "another-one-1" })).body.code).toBe(
      "code_invalid",
    );
  });

  it("sends at most five codes in fifteen minutes, and the last one works", async () => {
    await merchantOf(email);
    const forget = () => call("POST", "/auth/password/forget", { email });
    for (let i = 0; i < 5; i++, clock.advance(61_000)) expect((await forget()).status).toBe(200);
    const resetCode = await codeSentTo(email);
    const sixth = await forget();
    expect([sixth.status, sixth.body.message]).toEqual([
      200,
      "Your reset code has been sent to your email. It expires in 24 hours.",
    ]);
    expect(await sentTo(email)).toHaveLength(5);
    expect((await call("POST", "/auth/password/reset", { resetCode, password: "a-long-pass-phrase" })).status).toBe(
      200,
    );
  });

  it("unlocks a sign-in that too many wrong passwords have locked", async () => {
    await merchantOf(email);
    for (let i = 0; i < 5; i++) expect((await signIn()).status).toBe(401);
    expect((await signIn({ password: TEST_PASSWORD })).status).toBe(429);
    await call("POST", "/auth/password/forget", { email });
    await call("POST", "/auth/password/reset", { resetCode: await codeSentTo(email), password: "a-long-pass-phrase" });
    expect((await signIn()).status).toBe(200);
  });

  it("refuses a code issued before a password change", async () => {
    const { bearer } = await merchantOf(email);
    await call("POST", "/auth/password/forget", { email });
    const resetCode = await codeSentTo(email);
    const change = { currentPassword: TEST_PASSWORD, password: "a-long-pass-phrase" };
    expect((await call("PUT", "/user/password", change, bearer)).status).toBe(200);
    expect((await call("POST", "/auth/password/reset", { resetCode, password: "another-one-1" })).body.code).toBe(
      "code_invalid",
    );
  });

  it("accepts only the newest code, for one day", async () => {
    await merchantOf(email);
    await call("POST", "/auth/password/forget", { email });
    const first = await codeSentTo(email);
    clock.advance(61_000);
    await call("POST", "/auth/password/forget", { email });
    const second = await codeSentTo(email);
    expect((await call("POST", "/auth/password/reset", { resetCode: first, password: "another-one-1" })).status).toBe(
      400,
    );
    clock.advance(24 * 3_600_000);
    expect((await call("POST", "/auth/password/reset", { resetCode: second, password: "another-one-1" })).status).toBe(
      400,
    );
  });
});

describe("invitations", () => {
  const [ADMIN, OPERATOR] = ["01900000-0000-7000-8000-000000000002", "01900000-0000-7000-8000-000000000003"];
  const person = { firstName: "Bola", lastName: "Ade", phoneNumber: "08039876543", password: "a-long-pass-phrase" };

  it("add the holder of the code as a member with role and limit, once", async () => {
    const owner = `owner-${email}`;
    const { bearer } = await merchantOf(owner);
    const sent = await call("POST", "/team/invitations", { roleId: OPERATOR, email, approvalLimit: 5_000 }, bearer);
    expect(sent).toMatchObject({ status: 201, body: { message: "Invitation successfully sent." } });
    const [mail] = await sentTo(email);
    expect(mail?.text).toContain("Ada Obi invites you to the team of Ada Ventures as Operator");
    const invitationCode = await codeSentTo(email);
    const open = await call("GET", "/team/invitations", undefined, bearer);
    expect(open.body.data).toMatchObject([{ email, role: "Operator", approvalLimit: 5_000, accepted: false }]);
    const joined = await call("POST", "/team/invitations/accept", { ...person, invitationCode });
    expect(joined).toMatchObject({ status: 201, body: { email } });
    expect((await call("POST", "/team/invitations/accept", { ...person, invitationCode })).body.code).toBe(
      "code_invalid",
    );
    expect((await signIn()).body.data.role).toBe("Operator");
    const team = await call("GET", "/team/members", undefined, bearer);
    expect(team.body.data[1]).toMatchObject({ email, role: "Operator", approvalLimit: 5_000 });
    expect((await call("GET", "/team/invitations", undefined, bearer)).body.data[0].accepted).toBe(true);
    expect((await call("POST", "/team/invitations", { roleId: OPERATOR, email }, bearer)).body.code).toBe(
      "member_exists",
    );
  });

  it("are limited to 100 in fifteen minutes, including resends", async () => {
    const { bearer } = await merchantOf(`owner-${email}`);
    const invite = (invitee: string) => call("POST", "/team/invitations", { roleId: OPERATOR, email: invitee }, bearer);
    for (let i = 0; i < 100; i++) expect((await invite(`${i}-${email}`)).status).toBe(201);
    expect(await invite(email)).toMatchObject({ status: 429, body: { code: "invitation_limit" } });
    clock.advance(60_000);
    expect((await call("POST", "/team/invitations/resend", { email: `5-${email}` }, bearer)).status).toBe(429);
    clock.advance(15 * 60_000);
    await call("POST", "/user/step-up", { password: TEST_PASSWORD }, bearer);
    expect((await invite(email)).status).toBe(201);
  });

  it("are withdrawn when their sender is removed", async () => {
    const { merchant, bearer } = await merchantOf(`owner-${email}`);
    const admin = await testMember(services, merchant, "Admin");
    await call(
      "POST",
      "/team/invitations",
      { roleId: OPERATOR, email },
      await bearerOf(services, admin.email, "dashboard"),
    );
    const invitationCode = await codeSentTo(email);
    await call("DELETE", `/team/member/${admin.id}`, undefined, bearer);
    expect((await call("POST", "/team/invitations/accept", { ...person, invitationCode })).body.code).toBe(
      "code_invalid",
    );
  });

  it("need a sender with the permissions, or a resend by a member who has them", async () => {
    const { merchant, bearer } = await merchantOf(`owner-${email}`);
    const admin = await testMember(services, merchant, "Admin");
    const adminBearer = await bearerOf(services, admin.email, "dashboard");
    const submitted = await call("POST", "/team/invitations", { roleId: ADMIN, email }, adminBearer);
    const change = String(submitted.headers.location).replace("/v1", "");
    expect((await call("POST", `${change}/approve`, {}, bearer)).status).toBe(200);
    const invitationCode = await codeSentTo(email);
    const keeper = ["INVITE_TEAM_MEMBER", "BROWSE_ROLES"];
    const role = await call("POST", "/team/roles", { name: "Keeper", permissions: keeper }, bearer);
    for (const roleId of [OPERATOR, role.body.data.id]) {
      await call("PUT", `/team/member/${admin.id}`, { roleId }, bearer);
      expect((await call("POST", "/team/invitations/accept", { ...person, invitationCode })).body.code).toBe(
        "code_invalid",
      );
    }
    clock.advance(60_000);
    const again = await call("POST", "/team/invitations/resend", { email }, adminBearer);
    expect(again).toMatchObject({ status: 403, body: { code: "permission_not_held" } });
    expect((await call("POST", "/team/invitations/resend", { email }, bearer)).status).toBe(200);
    const fresh = { ...person, invitationCode: await codeSentTo(email) };
    expect((await call("POST", "/team/invitations/accept", fresh)).status).toBe(201);
    expect((await signIn()).body.data.role).toBe("Admin");
  });

  it("can be resent with a new code, and withdrawn", async () => {
    const { bearer } = await merchantOf(`owner-${email}`);
    await call("POST", "/team/invitations", { roleId: OPERATOR, email }, bearer);
    const first = await codeSentTo(email);
    expect((await call("POST", "/team/invitations", { roleId: OPERATOR, email }, bearer)).body.code).toBe(
      "invitation_open",
    );
    await call("POST", "/team/invitations/resend", { email }, bearer);
    expect(await sentTo(email)).toHaveLength(1); // one email a minute
    clock.advance(60_000);
    const again = await call("POST", "/team/invitations/resend", { email }, bearer);
    expect(again.body.message).toBe("Invitation successfully resend.");
    const second = await codeSentTo(email);
    expect((await call("POST", "/team/invitations/accept", { ...person, invitationCode: first })).status).toBe(400);
    const [invitation] = (await call("GET", "/team/invitations", undefined, bearer)).body.data;
    expect((await call("DELETE", `/team/invitations/${invitation.id}`, undefined, bearer)).status).toBe(200);
    expect((await call("DELETE", `/team/invitations/${invitation.id}`, undefined, bearer)).status).toBe(404);
    expect((await call("POST", "/team/invitations/accept", { ...person, invitationCode: second })).status).toBe(400);
  });

  it("add an existing user after a password check, and keep the name and password", async () => {
    await merchantOf(email);
    const { bearer } = await merchantOf(`owner-${email}`);
    await call("POST", "/team/invitations", { roleId: OPERATOR, email }, bearer);
    const invitationCode = await codeSentTo(email);
    expect(await call("POST", "/team/invitations/accept", { ...person, invitationCode })).toMatchObject({
      status: 400,
      body: { message: "An account with the provided details already exists." },
    });
    const right = { ...person, invitationCode, password: TEST_PASSWORD };
    expect((await call("POST", "/team/invitations/accept", right)).status).toBe(201);
    const { body } = await call("POST", "/auth/login", { email, password: TEST_PASSWORD });
    expect(body).toMatchObject({ data: { firstName: "Ada" }, hasMultipleMerchants: true });
  });

  it("to become a MainMerchant are refused to an Admin", async () => {
    const { merchant } = await merchantOf(`owner-${email}`);
    const admin = await testMember(services, merchant, "Admin");
    const bearer = await bearerOf(services, admin.email, "dashboard");
    const roleId = "01900000-0000-7000-8000-000000000001";
    expect((await call("POST", "/team/invitations", { roleId, email }, bearer)).body.code).toBe("main_merchant_only");
  });

  it("let 25 people join from one address, despite the limit on wrong codes", async () => {
    const { bearer } = await merchantOf(`owner-${email}`);
    for (let i = 0; i < 25; i++) {
      await call("POST", "/team/invitations", { roleId: OPERATOR, email: `${i}-${email}` }, bearer);
      const acceptance = { ...person, invitationCode: await codeSentTo(`${i}-${email}`) };
      expect((await call("POST", "/team/invitations/accept", acceptance)).status).toBe(201);
    }
  });

  it("re-register a user without memberships during registration", async () => {
    const { merchant, bearer } = await merchantOf(`owner-${email}`);
    const member = await testMember(services, merchant, "Support", { email });
    await call("DELETE", `/team/member/${member.id}`, undefined, bearer);
    await call("POST", "/merchant", registration());
    await call("POST", "/team/invitations", { roleId: OPERATOR, email }, bearer);
    const invitationCode = await codeSentTo(email);
    expect((await call("POST", "/team/invitations/accept", { ...person, invitationCode })).status).toBe(201);
    expect((await signIn()).body.data).toMatchObject({ id: member.userId, role: "Operator", firstName: "Bola" });
  });

  it("are accepted once across concurrent requests", async () => {
    const { merchant, bearer } = await merchantOf(`owner-${email}`);
    await call("POST", "/team/invitations", { roleId: OPERATOR, email }, bearer);
    const body = { ...person, invitationCode: await codeSentTo(email) };
    const all = await Promise.all(Array.from({ length: 8 }, () => call("POST", "/team/invitations/accept", body)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    const { rows } = await database.pool.query("select from members where merchant_id = $1", [merchant.merchantId]);
    expect(rows).toHaveLength(2);
  });
});
