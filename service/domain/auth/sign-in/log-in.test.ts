import { beforeEach, describe, expect, it, vi } from "vitest";
import { createPasswords } from "../../../providers/passwords.ts";
import { type TestClock, testClock } from "../../../testing/clock.ts";
import { testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, TEST_PASSWORD, testMember } from "../../../testing/factories.ts";
import { publicContext } from "../../../testing/sign-in.ts";
import type { Services } from "../../context.ts";
import type { CreatedMerchant } from "../../merchant/sign-up/create-merchant.ts";
import type { SessionReply } from "../sessions/session-reply.ts";
import { type LoginInput, logIn } from "./log-in.ts";

const database = useTestDatabase({ connections: 20 });
let clock: TestClock;
let services: Services;
let merchant: CreatedMerchant;
let email: string;

beforeEach(async () => {
  clock = testClock();
  services = testServices(database, { clock });
  email = `owner-${services.ids.next()}@test.example`;
  merchant = await createTestMerchant(services, {
    owner: { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" },
  });
});

function attempt(overrides: Partial<LoginInput> = {}, address = "192.0.2.1") {
  const input: LoginInput = { email, password: TEST_PASSWORD, channel: "api", userAgent: null, ...overrides };
  return logIn(publicContext(services, { address }), input);
}

async function signIn(overrides: Partial<LoginInput> = {}): Promise<SessionReply> {
  const result = await attempt(overrides);
  if ("requiresVerification" in result) throw new Error("not verified");
  return result;
}

async function channelOf(reply: SessionReply): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ channel: string }>(
    "select channel from sessions s join session_tokens k on k.session_id = s.id where k.hash = sha256($1::bytea)",
    [Buffer.from(reply.data.accessToken)],
  );
  return rows[0]?.channel;
}

describe("signing in", () => {
  it("answers the person, the merchant and a pair of tokens that expire after 60 minutes", async () => {
    const reply = await signIn();
    expect(reply).toMatchObject({
      data: { role: "MainMerchant", email, firstName: "Ada", mode: "SANDBOX", expiresAt: "2026-03-02T10:00:00.000Z" },
      merchant: { id: merchant.merchantId, owner: true, review: "PENDING", parentMerchant: null },
      availableMerchants: [{ id: merchant.merchantId, role: "MainMerchant" }],
      hasMultipleMerchants: false,
    });
    expect(reply.data.accessToken).not.toBe(reply.data.refreshToken);
  });

  it("stores neither token in clear", async () => {
    const { data } = await signIn();
    const { rows } = await database.pool.query("select * from session_tokens");
    expect(JSON.stringify(rows)).not.toContain(data.accessToken.slice(3));
  });

  it("takes e-mail and password in Base64 when the e-mail has no @", async () => {
    const reply = await signIn({ email: btoa(email), password: btoa(TEST_PASSWORD) });
    expect(reply.data.email).toBe(email);
  });

  it("does not take a password in Base64 beside a plain e-mail", async () => {
    await expect(attempt({ password: btoa(TEST_PASSWORD) })).rejects.toMatchObject({ code: "wrong_login" });
  });

  it("finds the e-mail regardless of case", async () => {
    expect((await signIn({ email: email.toUpperCase() })).data.email).toBe(email);
  });

  it("leaves an audit row that names the member and the address", async () => {
    const { data } = await signIn();
    const { rows } = await database.pool.query(
      "select actor_id, actor_name, address from audit_log where tenant = $1 and action = 'session.open'",
      [merchant.sandbox.id],
    );
    expect(data.id).toBeTruthy();
    expect(rows).toEqual([{ actor_id: merchant.owner.memberId, actor_name: "Ada Obi", address: "192.0.2.1" }]);
  });

  it("opens the first merchant of a person who has several, and names them all", async () => {
    const second = await createTestMerchant(services, { businessName: "Second Shop" });
    clock.advance(1);
    await testMember(services, second, "Support", { email });
    const reply = await signIn();
    expect(reply.merchant.id).toBe(merchant.merchantId);
    expect(reply.hasMultipleMerchants).toBe(true);
    expect(reply.availableMerchants).toMatchObject([
      { id: merchant.merchantId, role: "MainMerchant" },
      { id: second.merchantId, role: "Support", name: "Second Shop" },
    ]);
  });

  it("reports the missing membership to a removed member only after a correct password", async () => {
    await database.pool.query("update members set removed_at = now() where id = $1", [merchant.owner.memberId]);
    await expect(attempt({ password: "wrong" })).rejects.toMatchObject({ code: "wrong_login" });
    await expect(attempt()).rejects.toMatchObject({ code: "no_merchant" });
  });

  it("gives an unverified account no tokens", async () => {
    await database.pool.query("update users set verified_at = null where email = $1", [email]);
    expect(await attempt()).toEqual({ requiresVerification: true });
  });

  it("does not reveal to a wrong password that an account is unverified", async () => {
    await database.pool.query("update users set verified_at = null where email = $1", [email]);
    await expect(attempt({ password: "wrong" })).rejects.toMatchObject({ code: "wrong_login" });
  });
});

describe("the channel", () => {
  it.each([
    { role: "Admin", asked: "api", got: "api" },
    { role: "Admin", asked: "dashboard", got: "dashboard" },
    { role: "Operator", asked: "api", got: "dashboard" },
    { role: "Support", asked: "api", got: "dashboard" },
  ] as const)("for role $role asking for $asked is $got", async ({ role, asked, got }) => {
    const member = await testMember(services, merchant, role);
    expect(await channelOf(await signIn({ email: member.email, channel: asked }))).toBe(got);
  });
});

describe("wrong pairs", () => {
  it.each([
    ["a wrong password", () => ({ password: "wrong" })],
    ["an unknown e-mail", () => ({ email: "nobody@test.example" })],
    ["Base64 of nothing", () => ({ email: "AAAA" })],
    ["text that is neither", () => ({ email: "no at sign!" })],
  ])("%s is refused with the same text after checking both readings", async (_name, overrides) => {
    const verify = vi.spyOn(services.providers.passwords, "verify");
    const failure = await attempt(overrides()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "wrong_login", message: "E-mail or password is wrong." });
    expect(verify).toHaveBeenCalledTimes(2);
  });

  it("answers 429 with the time to wait after five failures, even to the correct password", async () => {
    for (let count = 0; count < 5; count += 1) {
      await expect(attempt({ password: "wrong" })).rejects.toMatchObject({ code: "wrong_login" });
      clock.advance(60_000);
    }
    await expect(attempt()).rejects.toMatchObject({ code: "login_locked", headers: { "retry-after": "600" } });
    clock.advance(600_000);
    expect(await attempt()).toHaveProperty("data");
  });

  it("counts unknown e-mails the same way", async () => {
    const unknown = { email: `${services.ids.next()}@test.example`, password: "wrong" };
    for (let count = 0; count < 5; count += 1) {
      await expect(attempt(unknown)).rejects.toMatchObject({ code: "wrong_login" });
    }
    await expect(attempt(unknown)).rejects.toMatchObject({ code: "login_locked" });
  });

  it("counts per address: from another one the correct password still works", async () => {
    for (let count = 0; count < 5; count += 1) await attempt({ password: "wrong" }).catch(() => undefined);
    expect(await attempt({}, "198.51.100.7")).toHaveProperty("data");
  });

  it("resets the count after a success", async () => {
    for (let count = 0; count < 4; count += 1) await attempt({ password: "wrong" }).catch(() => undefined);
    await signIn();
    for (let count = 0; count < 4; count += 1) await attempt({ password: "wrong" }).catch(() => undefined);
    expect(await attempt()).toHaveProperty("data");
  });

  it("checks five of forty parallel guesses and locks out the rest", async () => {
    const guesses = Array.from({ length: 40 }, () => attempt({ password: "wrong" }).catch((error) => error.code));
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === "wrong_login")).toHaveLength(5);
    expect(codes.filter((code) => code === "login_locked")).toHaveLength(35);
  });

  it("checks five of forty parallel guesses across two processes", async () => {
    const slowly = (): Services => {
      const { passwords, ...others } = services.providers;
      const verify: typeof passwords.verify = async (hashed, plain) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return passwords.verify(hashed, plain);
      };
      const { runLimited } = createPasswords({ memoryKiB: 64, passes: 1 });
      return { ...services, providers: { ...others, passwords: { ...passwords, verify, runLimited } } };
    };
    // Opens the connections first; otherwise one process finishes before the other has one.
    await Promise.all([1, 2].map(() => database.pool.query("select pg_sleep(0.02)")));
    const processes = [slowly(), slowly()] as const;
    const input: LoginInput = { email, password: "wrong", channel: "api", userAgent: null };
    const guesses = Array.from({ length: 40 }, (_, index) =>
      logIn(publicContext(processes[index % 2 === 0 ? 0 : 1]), input).catch((error) => error.code),
    );
    expect((await Promise.all(guesses)).filter((code) => code === "wrong_login")).toHaveLength(5);
  });

  it("lets twenty parallel sign-ins with the correct password through", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => attempt()));
    expect(results.every((result) => "data" in result)).toBe(true);
  });
});

describe("guesses at many accounts", () => {
  /** Makes `count` failures from one address, four for each account. */
  async function spray(count: number, address: string) {
    for (let made = 0; made < count; made += 1) {
      const guess = { email: `victim-${Math.floor(made / 4)}-${email}`, password: "Summer2026" };
      await expect(attempt(guess, address)).rejects.toMatchObject({ code: "wrong_login" });
    }
  }

  it("lock the address after a hundred in fifteen minutes, for further accounts too, and no other address", async () => {
    await spray(100, "203.0.113.9");
    const next = { email: `next-${email}`, password: "Summer2026" };
    await expect(attempt(next, "203.0.113.9")).rejects.toMatchObject({
      code: "login_locked",
      headers: { "retry-after": "900" },
    });
    await expect(attempt({}, "203.0.113.9")).rejects.toMatchObject({ code: "login_locked" });
    expect(await attempt({}, "203.0.113.10")).toHaveProperty("data");
    clock.advance(900_000);
    expect(await attempt({}, "203.0.113.9")).toHaveProperty("data");
  });

  it("do not lock out people who have signed in from that address before", async () => {
    await attempt({}, "2001:db8:1:2::1");
    await spray(100, "2001:db8:1:2::bad");
    await expect(attempt({ password: "wrong" }, "2001:db8:1:2::3")).rejects.toMatchObject({ code: "wrong_login" });
    expect(await attempt({}, "2001:db8:1:2::3")).toHaveProperty("data");
  });

  it("do not count when the person signs in successfully in the end", async () => {
    for (let person = 0; person < 3; person += 1) {
      for (let slip = 0; slip < 4; slip += 1)
        await attempt({ password: "wrong" }, "203.0.113.20").catch(() => undefined);
      await attempt({}, "203.0.113.20");
    }
    await spray(99, "203.0.113.20");
    const next = { email: `next-${email}`, password: "Summer2026" };
    await expect(attempt(next, "203.0.113.20")).rejects.toMatchObject({ code: "wrong_login" });
  });
});
