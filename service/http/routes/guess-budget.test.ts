import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, it } from "vitest";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import type { TestClock } from "../../testing/clock.ts";
import { TEST_PASSWORD } from "../../testing/factories.ts";

const { call, callFrom, merchantOf, now } = useAccountApp();
const HOUR_MS = 3_600_000;
let clock: TestClock;
let email: string;

beforeEach(() => {
  ({ clock, email } = now());
});

const signInFrom = (address: string, password: string, more: { device?: string; code?: string } = {}) =>
  callFrom(
    address,
    "POST",
    "/auth/login",
    { email, password, ...(more.code && { code: more.code }) },
    more.device === undefined ? {} : { "x-device-token": more.device },
  );
const stranger = (i: number) => `198.51.100.${i}`;
/** Wrong passwords from 120 addresses, three from each: no address reaches its own limit. */
async function guess360(): Promise<number[]> {
  const all = Array.from({ length: 360 }, (_, i) => signInFrom(stranger(i % 120), `guess-${i}`));
  return (await Promise.all(all)).map(({ status }) => status);
}
const deviceOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers["x-device-token"]);

it("lets 360 guesses from 120 addresses check 20 passwords, then one per growing pause", async () => {
  await merchantOf(email);
  const statuses = await guess360();
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(340);
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    const refused = await signInFrom(stranger(121 + i), "another");
    expect(refused.body.code).toBe("login_locked");
    waits.push(Number(refused.headers["retry-after"]) / 60);
    clock.advance(Number(refused.headers["retry-after"]) * 1000);
    expect((await signInFrom(stranger(121 + i), "another")).status).toBe(401);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  clock.advance(25 * HOUR_MS);
  expect((await signInFrom(stranger(240), "another")).status).toBe(401);
});

it("locks out neither a known device nor an address of a past session, each with its own count", async () => {
  await merchantOf(email); // signs in from 192.0.2.1
  const device = deviceOf(await signInFrom("203.0.113.1", TEST_PASSWORD));
  await guess360();
  expect((await signInFrom("203.0.113.99", TEST_PASSWORD)).status).toBe(429);
  expect((await signInFrom("203.0.113.99", TEST_PASSWORD, { device })).status).toBe(200);
  expect((await signInFrom("192.0.2.1", TEST_PASSWORD)).status).toBe(200);
  // The device's own failures count for it alone.
  for (let i = 0; i < 5; i++) expect((await signInFrom("203.0.113.99", "wrong", { device })).status).toBe(401);
  expect((await signInFrom("203.0.113.98", TEST_PASSWORD, { device })).status).toBe(429);
  expect((await signInFrom("192.0.2.1", TEST_PASSWORD)).status).toBe(200);
});

it("keeps the device's ID over sign-ins, and takes no forged, foreign or expired token", async () => {
  await merchantOf(email);
  const device = deviceOf(await signInFrom("203.0.113.1", TEST_PASSWORD));
  clock.advance(1_000);
  const next = deviceOf(await signInFrom("203.0.113.1", TEST_PASSWORD, { device }));
  expect(next).not.toBe(device);
  expect(next.split(".")[0]).toBe(device.split(".")[0]);
  const [id, expires, signature] = device.split(".") as [string, string, string];
  const forged = `${id}.${Number(expires) + 1}.${signature}`;
  await merchantOf(`other-${email}`);
  const login = { email: `other-${email}`, password: TEST_PASSWORD };
  const foreign = deviceOf(await call("POST", "/auth/login", login));
  await guess360();
  for (const token of [forged, foreign, "dv_x", `${device}x`]) {
    expect((await signInFrom("203.0.113.9", TEST_PASSWORD, { device: token })).status).toBe(429);
  }
  expect((await signInFrom("203.0.113.9", TEST_PASSWORD, { device })).status).toBe(200);
  clock.advance(181 * 24 * HOUR_MS);
  await guess360();
  expect((await signInFrom("203.0.113.10", TEST_PASSWORD, { device })).status).toBe(429);
});

it("counts guesses of an open session apart, so the owner can change the password during an attack", async () => {
  const { bearer } = await merchantOf(email);
  await guess360();
  const change = (currentPassword: string) =>
    call("PUT", "/user/password", { currentPassword, password: "a-long-pass-phrase" }, bearer);
  expect((await change("wrong")).body.code).toBe("wrong_password");
  expect((await change(TEST_PASSWORD)).status).toBe(200);
});

it("lets strangers who know the password not lock the second factor of a known device", async () => {
  const { bearer } = await merchantOf(email);
  const device = deviceOf(await signInFrom("203.0.113.1", TEST_PASSWORD));
  const { secret } = (await call("POST", "/user/two-factor", { currentPassword: TEST_PASSWORD }, bearer)).body.data;
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
  expect((await call("POST", "/user/two-factor/confirm", { code: code() }, bearer)).status).toBe(200);
  for (let i = 0; i < 4; i++) {
    for (let n = 0; n < 5; n++) await signInFrom(stranger(n), TEST_PASSWORD, { code: "000000" });
    expect((await signInFrom(stranger(9), TEST_PASSWORD, { code: code() })).status).toBe(429);
    clock.advance(15 * 60_000 + 1_000);
  }
  // The window of five is over, but there were twenty today.
  await signInFrom(stranger(1), TEST_PASSWORD, { code: "000000" });
  const paused = await signInFrom(stranger(2), TEST_PASSWORD, { code: code() });
  expect([paused.status, paused.headers["retry-after"]]).toEqual([429, "120"]);
  expect((await signInFrom("203.0.113.77", TEST_PASSWORD, { device, code: code() })).status).toBe(200);
});
