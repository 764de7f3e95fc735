import { beforeEach, describe, expect, it } from "vitest";
import { type TestClock, testClock } from "../../../testing/clock.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, TEST_PASSWORD } from "../../../testing/factories.ts";
import { publicContext } from "../../../testing/sign-in.ts";
import type { Caller, Services } from "../../context.ts";
import { authenticate } from "../authenticate.ts";
import { createCallerCache } from "../caller-cache.ts";
import { logIn } from "../sign-in/log-in.ts";
import { purgeSignInTraces } from "../sign-in/purge-sign-in-traces.ts";
import { listSessions } from "./list-sessions.ts";
import { logOut } from "./log-out.ts";
import { refreshSession } from "./refresh-session.ts";
import type { SessionReply } from "./session-reply.ts";

const database = useTestDatabase({ connections: 25 });
let clock: TestClock;
let services: Services;
let email: string;
let first: SessionReply["data"];
const DAY_MS = 86_400_000;

beforeEach(async () => {
  clock = testClock();
  services = { ...testServices(database, { clock }), callers: createCallerCache(clock, 3_000) };
  email = `owner-${services.ids.next()}@test.example`;
  await createTestMerchant(services, { owner: { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" } });
  first = await logInTo("api");
});

async function logInTo(channel: "dashboard" | "api"): Promise<SessionReply["data"]> {
  const input = { email, password: TEST_PASSWORD, channel, userAgent: null };
  const reply = await logIn(publicContext(services), input);
  if ("requiresVerification" in reply) throw new Error("not verified");
  return reply.data;
}

const refresh = (token: string) => refreshSession(publicContext(services), token);
const whoIs = (accessToken: string, from = services): Promise<Caller> =>
  authenticate(from, { authorization: `Bearer ${accessToken}`, accessToken: undefined, isFresh: false });

describe("refreshing", () => {
  it("answers as login does, with another pair that authenticates", async () => {
    const { data, merchant } = await refresh(first.refreshToken);
    expect(data.refreshToken).not.toBe(first.refreshToken);
    expect(merchant.owner).toBe(true);
    expect((await whoIs(data.accessToken)).actor).toEqual((await whoIs(first.accessToken)).actor);
  });

  it("answers a rotated token with its successor for 60 seconds", async () => {
    const second = await refresh(first.refreshToken);
    clock.advance(60_000);
    expect((await refresh(first.refreshToken)).data).toEqual(second.data);
  });

  it("gives twenty parallel refreshes the same successor", async () => {
    // Opens the connections first; otherwise the first refresh finishes before the others have one.
    await Promise.all(Array.from({ length: 20 }, () => database.pool.query("select pg_sleep(0.02)")));
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken)));
    expect(new Set(replies.map((reply) => reply.data.refreshToken)).size).toBe(1);
    expect(new Set(replies.map((reply) => reply.data.accessToken)).size).toBe(1);
  });

  it("ends the family when a rotated token is used after 60 seconds", async () => {
    const { data } = await refresh(first.refreshToken);
    await whoIs(data.accessToken);
    clock.advance(60_001);
    await whoIs(data.accessToken);
    await expect(refresh(first.refreshToken)).rejects.toMatchObject({
      code: "invalid_refresh_token",
      message: "Invalid refresh token provided.",
    });
    await expect(whoIs(data.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(whoIs(first.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(refresh(data.refreshToken)).rejects.toMatchObject({ code: "invalid_refresh_token" });
    const { rows } = await database.pool.query(
      "select count(*)::int as n from audit_log where action = 'session.revoke'",
    );
    expect(rows[0].n).toBeGreaterThan(0);
  });

  it.each([
    ["nothing", ""],
    ["a made-up token", "rt_x"],
  ])("refuses %s", async (_name, token) => {
    await expect(refresh(token)).rejects.toMatchObject({ code: "invalid_refresh_token" });
  });

  it("refuses an access token", async () => {
    await expect(refresh(first.accessToken)).rejects.toMatchObject({ code: "invalid_refresh_token" });
  });

  it("refuses every token 30 days after the sign-in, however often it was refreshed", async () => {
    let last = first;
    for (let day = 0; day < 30; day += 5) {
      last = (await refresh(last.refreshToken)).data;
      clock.advance(5 * DAY_MS - 1);
    }
    last = (await refresh(last.refreshToken)).data;
    expect(Date.parse(last.expiresAt) - clock.now().getTime()).toBe(6);
    clock.advance(6);
    await expect(whoIs(last.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(refresh(last.refreshToken)).rejects.toMatchObject({ code: "invalid_refresh_token" });
  });

  it("refuses a member who was removed", async () => {
    await database.pool.query("update members set removed_at = now() where user_id = $1", [first.id]);
    await expect(refresh(first.refreshToken)).rejects.toMatchObject({ code: "invalid_refresh_token" });
  });

  it("keeps the successor unreadable without the token it replaces", async () => {
    const { data } = await refresh(first.refreshToken);
    const { rows } = await database.pool.query<{ successor_sealed: Buffer | null }>(
      "select successor_sealed from session_tokens where successor_sealed is not null",
    );
    const stored = rows.map((row) => row.successor_sealed?.toString("latin1")).join();
    expect(stored).not.toBe("");
    expect(stored).not.toContain(data.refreshToken);
  });
});

describe("the end of a session", () => {
  it("is reached by the access token after 60 minutes", async () => {
    clock.advance(60 * 60_000 - 1);
    await whoIs(first.accessToken);
    clock.advance(1);
    await expect(whoIs(first.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is reached after 7 days without a call, and nothing revives the session", async () => {
    clock.advance(7 * DAY_MS - 1);
    const second = (await refresh(first.refreshToken)).data;
    clock.advance(7 * DAY_MS);
    await expect(refresh(second.refreshToken)).rejects.toMatchObject({ code: "invalid_refresh_token" });
    await expect(whoIs(second.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is reached in the dashboard after 30 minutes without a call, and 12 hours after the sign-in", async () => {
    let pair = await logInTo("dashboard");
    const idle = await logInTo("dashboard");
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      if (minutes % 40 === 0) pair = (await refresh(pair.refreshToken)).data;
      const { actor, tenant } = await whoIs(pair.accessToken);
      if (minutes === 20) {
        const { data } = await listSessions({ ...testContext(services, { tenant }), actor });
        expect(data.filter(({ channel }) => channel === "dashboard")).toHaveLength(2);
      }
      clock.advance(20 * 60_000);
      if (minutes === 20) {
        await expect(whoIs(idle.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
        await expect(refresh(idle.refreshToken)).rejects.toMatchObject({ code: "invalid_refresh_token" });
        const { data } = await listSessions({ ...testContext(services, { tenant }), actor });
        expect(data.filter(({ channel }) => channel === "dashboard")).toHaveLength(1);
      }
    }
    await expect(whoIs(pair.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(refresh(pair.refreshToken)).rejects.toMatchObject({ code: "invalid_refresh_token" });
  });

  it("is immediate in this process and within 5 seconds in another one after logout", async () => {
    const elsewhere = { ...services, callers: createCallerCache(clock, 3_000) };
    await whoIs(first.accessToken, elsewhere);
    const caller = await whoIs(first.accessToken);
    await logOut({ ...testContext(services, { tenant: caller.tenant }), actor: caller.actor });
    await expect(whoIs(first.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
    await whoIs(first.accessToken, elsewhere);
    clock.advance(5_000);
    await expect(whoIs(first.accessToken, elsewhere)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(refresh(first.refreshToken)).rejects.toMatchObject({ code: "invalid_refresh_token" });
  });

  it("leaves no rows once all its tokens have expired", async () => {
    await purgeSignInTraces(services);
    await whoIs(first.accessToken);
    clock.advance(31 * 86_400_000);
    await purgeSignInTraces(services);
    const { rows } = await database.pool.query("select count(*)::int as n from sessions where user_id = $1", [
      first.id,
    ]);
    expect(rows[0].n).toBe(0);
  });
});
