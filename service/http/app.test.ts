import { connect } from "node:net";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../domain/context.ts";
import { testClock } from "../testing/clock.ts";
import { testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant, TEST_PASSWORD } from "../testing/factories.ts";
import { bearerOf } from "../testing/sign-in.ts";
import { buildApp } from "./app.ts";

const database = useTestDatabase();
let services: Services;
let app: FastifyInstance;
let bearer: { authorization: string };

beforeAll(async () => {
  services = testServices(database, { clock: testClock() });
  const email = "owner@app.example";
  await createTestMerchant(services, { owner: { email, password: TEST_PASSWORD, firstName: "A", lastName: "B" } });
  bearer = await bearerOf(services, email);
  app = buildApp(services);
});
afterAll(() => app.close());

const FREEZE = "/v1/wallet/close";
const post = (url: string, overrides: InjectOptions = {}) =>
  app.inject({ method: "POST", url, ...overrides, headers: { ...bearer, ...overrides.headers } });
const get = (url: string, overrides: InjectOptions = {}) => app.inject({ method: "GET", url, ...overrides });
const json = { "content-type": "application/json" };

describe("every reply", () => {
  it.each([
    ["/v1", 200],
    ["/v1/nowhere", 404],
    ["/v1/user/profile", 401],
    ["/%zz", 400],
  ])("%s carries a request ID and is not to be sniffed or kept", async (url, status) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    if (status >= 400) expect(answer.json().requestId).toBe(answer.headers["x-request-id"]);
  });

  it("takes a well-formed request ID from a trusted proxy only", async () => {
    const headers = { "x-request-id": "proxy-request-0001" };
    expect((await get("/v1", { headers })).headers["x-request-id"]).toBe("proxy-request-0001");
    expect((await get("/v1", { headers, remoteAddress: "192.0.2.1" })).headers["x-request-id"]).not.toBe(
      "proxy-request-0001",
    );
    const odd = await get("/v1", { headers: { "x-request-id": "a\tb{}" } });
    expect(odd.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("unknown addresses", () => {
  it.each([
    ["/v1/wallet/custmer", "The closest path is /v1/wallet/customer."],
    ["/v1/wallet/customer/", "The closest path is /v1/wallet/customer."],
    ["/V1/Wallet/Customer", "The closest path is /v1/wallet/customer."],
    ["/wallet/customer", "The closest path is /v1/wallet/customer."],
    ["/auth/login", "The closest path is /v1/auth/login."],
    ["/health", "The closest path is /healthz."],
    ["/v1/something/else/entirely", "GET /v1 links to the documentation."],
    [`/v1/${"a".repeat(60)}`, "GET /v1 links to the documentation."],
  ])("%s is 404 and says where to go", async (url, text) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json().code]).toEqual([404, "not_found"]);
    expect(answer.json().message).toContain(text);
  });

  it("suggests a path without comparing long paths: they cost no more than short ones", async () => {
    const quickest = async (url: string) => {
      const times: number[] = [];
      for (let count = 0; count < 12; count += 1) {
        const began = performance.now();
        expect((await get(url)).statusCode).toBe(404);
        times.push(performance.now() - began);
      }
      return Math.min(...times);
    };
    expect(await quickest(`/v1/${"wallet/customer/".repeat(12)}`)).toBeLessThan(
      3 * (await quickest("/v1/nowhere")) + 1,
    );
  });

  it("is 404 for any method and any body", async () => {
    const answer = await app.inject({
      method: "POST",
      url: "/v1/nowhere",
      payload: "x",
      headers: { "content-type": "text/plain" },
    });
    expect(answer.statusCode).toBe(404);
  });

  it.each([
    ["DELETE", "/v1/auth/login", "POST"],
    ["POST", "/v1/wallet/customer", "GET, HEAD"],
    ["OPTIONS", "/v1/wallet/close", "POST"],
    ["POST", "/healthz", "GET, HEAD"],
    ["PUT", "/v1", "GET, HEAD"],
  ] as const)("%s %s is 405 and allows %s", async (method, url, allow) => {
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.headers.allow, answer.json().code]).toEqual([405, allow, "method_not_allowed"]);
  });

  it("answers HEAD for every GET", async () => {
    expect((await app.inject({ method: "HEAD", url: "/v1" })).statusCode).toBe(200);
  });
});

describe("bodies", () => {
  it.each([
    ["not JSON", "{", json, 400, "malformed_json"],
    ["half of JSON", '{"a":', json, 400, "malformed_json"],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), json, 400, "malformed_json"],
    ["a number", "5", json, 400, "validation_failed"],
    ["null", "null", json, 400, "validation_failed"],
    ["a list", "[]", json, 400, "validation_failed"],
    ["nothing", "", json, 400, "validation_failed"],
    ["text", "a=b", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["a form", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
    ["more than 1 MiB", `{"reason":"${"x".repeat(1_048_576)}"}`, json, 413, "body_too_large"],
    ["100,000 brackets", "[".repeat(100_000) + "]".repeat(100_000), json, 400, "validation_failed"],
    ["a NUL", '{"customerId":"a\\u0000b","reason":"x"}', json, 400, "validation_failed"],
    ["a number without end", `{"customerId":${"9".repeat(400)},"reason":1e999}`, json, 400, "validation_failed"],
    [
      "a poisoned prototype",
      '{"__proto__":{"customerId":"x"},"constructor":{"prototype":{}}}',
      json,
      400,
      "validation_failed",
    ],
  ])("%s: %#", async (_name, payload, headers, status, code) => {
    const answer = await post(FREEZE, { payload, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json()).toMatchObject({
      status: false,
      message: expect.stringMatching(/\w/),
      requestId: expect.any(String),
    });
  });

  it("just under 1 MiB is read", async () => {
    const payload = { customerId: services.ids.next(), reason: "x".repeat(1_048_000) };
    expect((await post(FREEZE, { payload })).statusCode).toBe(400);
  });

  it("with missing fields lists all of them, the first in the message", async () => {
    const answer = (await post(FREEZE, { payload: {} })).json();
    expect(answer.errors.map((one: { field: string }) => one.field)).toEqual(["customerId", "reason"]);
    expect(answer.message).toBe("customerId is required.");
  });

  it("may have unknown fields", async () => {
    const payload = { email: "nobody@test.example", password: "x", metadata: { a: 1 }, extra: "\0" };
    expect((await app.inject({ method: "POST", url: "/v1/auth/login", payload })).json().code).toBe("wrong_login");
  });

  it.each(["\u0000", "\ud800"])("with text that PostgreSQL cannot store is 400 and names the field", async (odd) => {
    const payload = { customerId: services.ids.next(), reason: `because ${odd} of this` };
    const answer = await post(FREEZE, { payload });
    expect([answer.statusCode, answer.json().errors?.[0]?.field]).toEqual([400, "reason"]);
  });
});

describe("queries", () => {
  it.each([
    ["", "customerId is required."],
    ["?customerId=", "customerId must be a UUID"],
    ["?customerId=1&customerId=2", "customerId must be given once."],
    ["?customerId=%00", "customerId must be a UUID"],
    ["?__proto__=1&constructor=2", "customerId is required."],
    ["?customerId[]=1", "customerId is required."],
    ["?customerId=9900000001", "this looks like an account number"],
    [`?customerId=${"9".repeat(60)}`, "customerId must be a UUID"],
  ])("%s is 400 and says what is wrong", async (query, text) => {
    const answer = await get(`/v1/wallet/customer${query}`, { headers: bearer });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "validation_failed"]);
    expect(answer.json().message).toContain(text);
    expect(answer.json().errors[0].field).toBe("customerId");
  });
});

describe("credentials", () => {
  it("missing: 401 with a challenge and the accepted credentials", async () => {
    const answer = await app.inject({ method: "POST", url: FREEZE, payload: "{" });
    expect([answer.statusCode, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(answer.json().message).toMatch(/access token.*or a merchant private key/);
  });

  it("with another account mode: 409, and nothing is done", async () => {
    const headers = { "x-account-mode": "PRODUCTION" };
    const answer = await post(FREEZE, { headers, payload: {} });
    expect([answer.statusCode, answer.json().code]).toEqual([409, "mode_changed"]);
    expect(answer.json().message).toMatch(/SANDBOX.*PRODUCTION/);
    expect((await post(FREEZE, { headers: { "x-account-mode": "SANDBOX" }, payload: {} })).statusCode).toBe(400);
  });
});

describe("an internal failure", () => {
  it("reveals no internals", async () => {
    const db = { query: () => Promise.reject(new Error("relation secrets of 22212345678")) };
    const broken = buildApp({ ...services, db: db as unknown as Services["db"] });
    const answer = await broken.inject({ method: "GET", url: "/v1/user/profile", headers: bearer });
    expect(answer.statusCode).toBe(500);
    expect(Object.keys(answer.json()).sort()).toEqual(["code", "message", "requestId", "status"]);
    expect(answer.body).not.toContain("secrets");
    await broken.close();
  });

  it("is 503 with Retry-After when the database cannot be reached", async () => {
    const db = { query: () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })) };
    const broken = buildApp({ ...services, db: db as unknown as Services["db"] });
    const answer = await broken.inject({ method: "GET", url: "/v1/user/profile", headers: bearer });
    expect([answer.statusCode, answer.json().code, answer.headers["retry-after"]]).toEqual([503, "unavailable", "1"]);
    await broken.close();
  });
});

describe("bytes that are not HTTP", () => {
  it.each([
    ["a broken request line", "HELLO\r\n\r\n", 400],
    ["headers without end", `GET /v1 HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ])("%s gets the envelope", async (_name, bytes, status) => {
    const open = buildApp(services);
    const { port } = new URL(await open.listen({ host: "127.0.0.1", port: 0 }));
    const text = await new Promise<string>((resolve, reject) => {
      let received = "";
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
      socket.on("data", (chunk) => {
        received += chunk;
      });
      socket.on("close", () => resolve(received));
      socket.on("error", reject);
    });
    expect(text).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n")))).toMatchObject({
      status: false,
      requestId: expect.any(String),
    });
    await open.close();
  });
});
