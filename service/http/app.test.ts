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
  ])("%s has a request ID and security headers", async (url, status) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(reply.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "cache-control": "no-store",
    });
    if (status >= 400) expect(reply.json().requestId).toBe(reply.headers["x-request-id"]);
  });

  it("accepts a well-formed request ID from a trusted proxy only", async () => {
    const headers = { "x-request-id": "proxy-request-0001" };
    expect((await get("/v1", { headers })).headers["x-request-id"]).toBe("proxy-request-0001");
    expect((await get("/v1", { headers, remoteAddress: "192.0.2.1" })).headers["x-request-id"]).not.toBe(
      "proxy-request-0001",
    );
    const malformed = await get("/v1", { headers: { "x-request-id": "a\tb{}" } });
    expect(malformed.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("routing", () => {
  it.each([
    ["/v1/wallet/custmer", "The closest path is /v1/wallet/customer."],
    ["/v1/wallet/customer/", "The closest path is /v1/wallet/customer."],
    ["/V1/Wallet/Customer", "The closest path is /v1/wallet/customer."],
    ["/wallet/customer", "The closest path is /v1/wallet/customer."],
    ["/auth/login", "The closest path is /v1/auth/login."],
    ["/health", "The closest path is /healthz."],
    ["/v1/something/else/entirely", "GET /v1 links to the documentation."],
    [`/v1/${"a".repeat(60)}`, "GET /v1 links to the documentation."],
  ])("%s returns 404 with a suggestion", async (url, text) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.json().code]).toEqual([404, "not_found"]);
    expect(reply.json().message).toContain(text);
  });

  it("answers long unknown paths as fast as short ones", async () => {
    const fastestMs = async (url: string) => {
      const times: number[] = [];
      for (let count = 0; count < 12; count += 1) {
        const start = performance.now();
        expect((await get(url)).statusCode).toBe(404);
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    expect(await fastestMs(`/v1/${"wallet/customer/".repeat(12)}`)).toBeLessThan(
      3 * (await fastestMs("/v1/nowhere")) + 1,
    );
  });

  it("returns 404 for an unknown path with any method and body", async () => {
    const reply = await app.inject({
      method: "POST",
      url: "/v1/nowhere",
      payload: "x",
      headers: { "content-type": "text/plain" },
    });
    expect(reply.statusCode).toBe(404);
  });

  it.each([
    ["DELETE", "/v1/auth/login", "POST"],
    ["POST", "/v1/wallet/customer", "GET, HEAD"],
    ["OPTIONS", "/v1/wallet/close", "POST"],
    ["POST", "/healthz", "GET, HEAD"],
    ["PUT", "/v1", "GET, HEAD"],
  ] as const)("%s %s returns 405 and allows %s", async (method, url, allow) => {
    const reply = await app.inject({ method, url });
    expect([reply.statusCode, reply.headers.allow, reply.json().code]).toEqual([405, allow, "method_not_allowed"]);
  });

  it("answers HEAD for every GET", async () => {
    expect((await app.inject({ method: "HEAD", url: "/v1" })).statusCode).toBe(200);
  });
});

describe("body parsing", () => {
  it.each([
    ["not JSON", "{", json, 400, "malformed_json"],
    ["incomplete JSON", '{"a":', json, 400, "malformed_json"],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), json, 400, "malformed_json"],
    ["a number", "5", json, 400, "validation_failed"],
    ["null", "null", json, 400, "validation_failed"],
    ["a list", "[]", json, 400, "validation_failed"],
    ["an empty body", "", json, 400, "validation_failed"],
    ["text", "a=b", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["a form", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
    ["more than 1 MiB", `{"reason":"${"x".repeat(1_048_576)}"}`, json, 413, "body_too_large"],
    ["100,000 brackets", "[".repeat(100_000) + "]".repeat(100_000), json, 400, "validation_failed"],
    ["a NUL character", '{"customerId":"a\\u0000b","reason":"x"}', json, 400, "validation_failed"],
    ["numbers too large for JSON", `{"customerId":${"9".repeat(400)},"reason":1e999}`, json, 400, "validation_failed"],
    [
      "a poisoned prototype",
      '{"__proto__":{"customerId":"x"},"constructor":{"prototype":{}}}',
      json,
      400,
      "validation_failed",
    ],
  ])("rejects %s", async (_name, payload, headers, status, code) => {
    const reply = await post(FREEZE, { payload, headers });
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
    expect(reply.json()).toMatchObject({
      status: false,
      message: expect.stringMatching(/\w/),
      requestId: expect.any(String),
    });
  });

  it("accepts a body just under 1 MiB", async () => {
    const payload = { customerId: services.ids.next(), reason: "x".repeat(1_048_000) };
    expect((await post(FREEZE, { payload })).statusCode).toBe(400);
  });

  it("reports all missing fields and names the first in the message", async () => {
    const reply = (await post(FREEZE, { payload: {} })).json();
    expect(reply.errors.map((error: { field: string }) => error.field)).toEqual(["customerId", "reason"]);
    expect(reply.message).toBe("customerId is required.");
  });

  it("accepts unknown fields", async () => {
    const payload = { email: "nobody@test.example", password: "x", metadata: { a: 1 }, extra: "\0" };
    expect((await app.inject({ method: "POST", url: "/v1/auth/login", payload })).json().code).toBe("wrong_login");
  });

  it.each(["\u0000", "\ud800"])(
    "returns 400 and names the field for text that PostgreSQL cannot store",
    async (text) => {
      const payload = { customerId: services.ids.next(), reason: `because ${text} of this` };
      const reply = await post(FREEZE, { payload });
      expect([reply.statusCode, reply.json().errors?.[0]?.field]).toEqual([400, "reason"]);
    },
  );
});

describe("query parsing", () => {
  it.each([
    ["", "customerId is required."],
    ["?customerId=", "customerId must be a UUID"],
    ["?customerId=1&customerId=2", "customerId must be given once."],
    ["?customerId=%00", "customerId must be a UUID"],
    ["?__proto__=1&constructor=2", "customerId is required."],
    ["?customerId[]=1", "customerId is required."],
    ["?customerId=9900000001", "this looks like an account number"],
    [`?customerId=${"9".repeat(60)}`, "customerId must be a UUID"],
  ])("%s returns 400 and names the error", async (query, text) => {
    const reply = await get(`/v1/wallet/customer${query}`, { headers: bearer });
    expect([reply.statusCode, reply.json().code]).toEqual([400, "validation_failed"]);
    expect(reply.json().message).toContain(text);
    expect(reply.json().errors[0].field).toBe("customerId");
  });
});

describe("authentication", () => {
  it("returns 401 with a challenge and the accepted credentials when none are sent", async () => {
    const reply = await app.inject({ method: "POST", url: FREEZE, payload: "{" });
    expect([reply.statusCode, reply.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(reply.json().message).toMatch(/access token.*or a merchant private key/);
  });

  it("returns 409 and does nothing when the account mode differs", async () => {
    const headers = { "x-account-mode": "PRODUCTION" };
    const reply = await post(FREEZE, { headers, payload: {} });
    expect([reply.statusCode, reply.json().code]).toEqual([409, "mode_changed"]);
    expect(reply.json().message).toMatch(/SANDBOX.*PRODUCTION/);
    expect((await post(FREEZE, { headers: { "x-account-mode": "SANDBOX" }, payload: {} })).statusCode).toBe(400);
  });
});

describe("internal errors", () => {
  it("reveal no internals", async () => {
    const db = { query: () => Promise.reject(new Error("relation secrets of 22212345678")) };
    const failingApp = buildApp({ ...services, db: db as unknown as Services["db"] });
    const reply = await failingApp.inject({ method: "GET", url: "/v1/user/profile", headers: bearer });
    expect(reply.statusCode).toBe(500);
    expect(Object.keys(reply.json()).sort()).toEqual(["code", "message", "requestId", "status"]);
    expect(reply.body).not.toContain("secrets");
    await failingApp.close();
  });

  it("return 503 with Retry-After when the database is unreachable", async () => {
    const db = { query: () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })) };
    const failingApp = buildApp({ ...services, db: db as unknown as Services["db"] });
    const reply = await failingApp.inject({ method: "GET", url: "/v1/user/profile", headers: bearer });
    expect([reply.statusCode, reply.json().code, reply.headers["retry-after"]]).toEqual([503, "unavailable", "1"]);
    await failingApp.close();
  });
});

describe("malformed HTTP", () => {
  it.each([
    ["a broken request line", "HELLO\r\n\r\n", 400],
    ["oversized headers", `GET /v1 HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ])("%s gets an error envelope", async (_name, bytes, status) => {
    const server = buildApp(services);
    const { port } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
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
    await server.close();
  });
});
