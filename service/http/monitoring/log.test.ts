import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../domain/context.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, TEST_PASSWORD } from "../../testing/factories.ts";
import { buildApp } from "../app.ts";
import { createLog, scrub } from "./log.ts";

const database = useTestDatabase();
const EMAIL = "owner@log.example";
let services: Services;

beforeAll(async () => {
  services = testServices(database);
  const owner = { email: EMAIL, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" };
  await createTestMerchant(services, { owner });
});
afterAll(() => services.committer.close());

function listen() {
  const lines: string[] = [];
  const log = createLog({ level: "debug", name: "test", stream: { write: (line: string) => void lines.push(line) } });
  return { log, text: () => lines.join(""), last: () => JSON.parse(lines.at(-1) ?? "{}") };
}

describe("the log of the service", () => {
  it("has one line per request, with the route's template instead of the path", async () => {
    const { log, last, text } = listen();
    const app = buildApp(services, { log });
    const answer = await app.inject({ method: "GET", url: "/v1/wallet/customer/account?accountNumber=9912345678" });
    expect(text().trim().split("\n")).toHaveLength(1);
    expect(last()).toMatchObject({
      level: "info",
      requestId: answer.headers["x-request-id"],
      method: "GET",
      route: "/v1/wallet/customer/account",
      status: 401,
      ms: expect.any(Number),
    });
    await app.inject("/v1/nowhere/somebody@log.example");
    expect(last().route).toBe("unmatched");
    await app.close();
  });

  it("never contains secrets or personal data, wherever they are sent", async () => {
    const { log, text } = listen();
    const app = buildApp(services, { log });
    const login = { method: "POST", url: "/v1/auth/login" } as const;
    const { data } = (await app.inject({ ...login, payload: { email: EMAIL, password: TEST_PASSWORD } })).json();
    const headers = { authorization: `Bearer ${data.accessToken}`, cookie: "session=c00kie" };
    const secret = { pin: "4821", bvn: "22212345678", nin: "33312345678", code: "919191", phoneNumber: "08031234567" };
    await app.inject({ ...login, payload: { email: EMAIL, password: "wr0ng-secret" } });
    await app.inject({
      method: "POST",
      url: "/v1/wallet/close",
      headers,
      payload: { customerId: "x", reason: "r", ...secret },
    });
    await app.inject({ method: "GET", url: `/v1/wallet/customer?customerId=${data.accessToken}`, headers });
    await app.inject({
      method: "GET",
      url: `/v1/wallet?search=Chidi&bvn=${secret.bvn}&phoneNumber=${secret.phoneNumber}`,
      headers,
    });
    await app.inject({ method: "GET", url: `/v1/nowhere/${secret.nin}?token=${data.refreshToken}`, headers });
    await app.inject({ method: "GET", url: `/%zz${secret.nin}`, headers });
    await app.inject({
      method: "POST",
      url: "/v1/auth/refresh/token",
      headers: { "x-refresh-token": data.refreshToken },
    });
    await app.close();
    const secrets = [
      EMAIL,
      TEST_PASSWORD,
      "wr0ng-secret",
      "c00kie",
      "Chidi",
      data.accessToken,
      data.refreshToken,
      ...Object.values(secret),
    ];
    for (const one of secrets) expect(text()).not.toContain(one);
    expect(text().trim().split("\n").length).toBeGreaterThan(6);
  });

  it("logs internal failures with the request ID, without the values that the database quotes", async () => {
    const { log, last, text } = listen();
    const db = {
      query: () =>
        Promise.reject(
          Object.assign(new Error('duplicate key value violates unique constraint "customers_phone"'), {
            code: "23505",
            detail: "Key (phone_number)=(+2348031234567) already exists.",
            constraint: "customers_phone",
            parameters: ["22212345678"],
          }),
        ),
    };
    const app = buildApp({ ...services, db: db as unknown as Services["db"] }, { log });
    const answer = await app.inject({
      method: "GET",
      url: "/v1/user/profile",
      headers: { authorization: "Bearer at_x" },
    });
    const [failed] = text().split("\n");
    expect(JSON.parse(failed ?? "")).toMatchObject({
      level: "error",
      requestId: answer.json().requestId,
      error: { sqlState: "23505", constraint: "customers_phone" },
    });
    expect(text()).not.toContain("8031234567");
    expect(text()).not.toContain("22212345678");
    expect(last()).toMatchObject({ status: 500, requestId: answer.json().requestId });
    await app.close();
  });

  it("redacts secrets by name on the first three levels", () => {
    const { log, text } = listen();
    log.info(
      { password: "s1", headers: { authorization: "s2", cookie: "s3" }, body: { customer: { bvn: "s4", pin: "s5" } } },
      "x",
    );
    expect(text()).not.toMatch(/s[1-5]/);
    expect(text().match(/\[redacted\]/g)).toHaveLength(5);
  });
});

describe("scrubbing a text", () => {
  it.each([
    ["no user ada.obi@log.example here", "no user [redacted] here"],
    ["Bearer abc.def is bad", "Bearer [redacted] is bad"],
    ["key sk_live_a-B_9 and at_xyz", "key [redacted] and [redacted]"],
    ["phone +2348031234567 or 22212345678", "phone [redacted] or [redacted]"],
    ["port 5432, line 1234567", "port 5432, line 1234567"],
  ])("%s", (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed);
  });

  it("is fast for long texts too", () => {
    const began = performance.now();
    expect(scrub("a".repeat(60_000))).toHaveLength(2000);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
