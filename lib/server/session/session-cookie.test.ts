import { describe, expect, it } from "vitest";
import { cookieOf, testSession, testSettings, testToken } from "../testing/sessions.ts";
import { openSessionCookie, sessionCookie } from "./session-cookie.ts";

const settings = testSettings("http://127.0.0.1:1/v1");
const https = { ...settings, isSecure: true };

describe("the session cookie", () => {
  it("opens to what was sealed, among other cookies", async () => {
    const token = testToken();
    const header = `theme=dark; ${await cookieOf(token, settings)}; x=1`;
    expect(await openSessionCookie(header, settings)).toEqual(token);
  });

  it("is for our server only, for 12 hours, and under https for https only", async () => {
    expect(await sessionCookie(testToken(), settings)).toMatch(
      /^next-auth\.session-token=[\w.-]+; Path=\/; Max-Age=43(199|200); HttpOnly; SameSite=Lax$/,
    );
    expect(await sessionCookie(testToken(), https)).toMatch(
      /^__Secure-next-auth\.session-token=.*SameSite=Lax; Secure$/,
    );
  });

  it("ends 12 hours after sign-in, however late it is made anew", async () => {
    const hour = 60 * 60_000;
    const late = await sessionCookie(testToken({ signedInAt: Date.now() - 11 * hour }), settings);
    expect(late).toMatch(/Max-Age=3(599|600);/);
    const over = await cookieOf(testToken({ signedInAt: Date.now() - 13 * hour }), settings);
    // A second and jose's tolerance for clocks, no more.
    expect(await openSessionCookie(over, settings)).toBeDefined();
    expect(await sessionCookie(testToken({ signedInAt: Date.now() - 13 * hour }), settings)).toContain("Max-Age=1;");
  });

  it("stays under 3.5 kB with every permission, long names and long tokens", async () => {
    const long = "Ọ̀ṣun".repeat(20).slice(0, 80);
    const session = testSession({
      firstName: long,
      lastName: long,
      role: long,
      merchantName: long,
      email: `${"e".repeat(200)}@demo.example`,
    });
    const token = testToken({ session, accessToken: "a".repeat(64), refreshToken: "r".repeat(64) });
    expect((await sessionCookie(token, https)).length).toBeLessThan(3_500);
  });

  it.each([
    [
      "another secret",
      async () => cookieOf(testToken(), { ...settings, secret: "another secret, also thirty-two long" }),
    ],
    ["plain text", async () => "next-auth.session-token=abc"],
    ["nothing in it", async () => "next-auth.session-token="],
    ["the name that plain http uses, under https", async () => cookieOf(testToken(), settings)],
  ])("does not open with %s", async (name, make) => {
    const sealing = name.endsWith("https") ? https : settings;
    expect(await openSessionCookie(await make(), sealing)).toBeUndefined();
  });
});
