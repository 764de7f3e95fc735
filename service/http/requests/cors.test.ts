import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { buildApp } from "../app.ts";
import { parseOrigins } from "./cors.ts";

const database = useTestDatabase();
const SHOP = "https://shop.example";
let open: FastifyInstance;
let closed: FastifyInstance;

beforeAll(() => {
  const services = testServices(database);
  open = buildApp(services, { corsOrigins: `${SHOP}, http://localhost:5173` });
  closed = buildApp(services);
});
afterAll(() => Promise.all([open.close(), closed.close()]));

function corsOf(headers: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));
}
const shown = {
  "access-control-allow-origin": SHOP,
  "access-control-allow-credentials": "true",
  "access-control-expose-headers":
    "X-Access-Token,X-Refresh-Token,X-Request-Id,Idempotency-Replayed,RateLimit,RateLimit-Policy,Retry-After",
};

describe("a page of another origin", () => {
  it.each(["/v1", "/v1/wallet", "/v1/nowhere"])(
    "that is listed may read the replies of %s, failures too",
    async (url) => {
      const answer = await open.inject({ url, headers: { origin: SHOP } });
      expect(corsOf(answer.headers)).toEqual(shown);
      expect(answer.headers.vary).toBe("Origin");
    },
  );

  it("that is listed gets a preflight reply", async () => {
    const headers = {
      origin: SHOP,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,idempotency-key",
    };
    const answer = await open.inject({ method: "OPTIONS", url: "/v1/wallet/close", headers });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(corsOf(answer.headers)).toEqual({
      ...shown,
      "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE",
      "access-control-allow-headers": headers["access-control-request-headers"],
      "access-control-max-age": "86400",
    });
  });

  it("that is listed gets 405 for OPTIONS that is not a preflight", async () => {
    const answer = await open.inject({ method: "OPTIONS", url: "/v1/wallet/close", headers: { origin: SHOP } });
    expect([answer.statusCode, answer.json().code, corsOf(answer.headers)]).toEqual([405, "method_not_allowed", shown]);
  });

  it.each(["https://other.example", "https://shop.example.evil.example", "null"])(
    "such as %s gets no CORS header",
    async (origin) => {
      const headers = { origin, "access-control-request-method": "POST" };
      const asked = await open.inject({ method: "OPTIONS", url: "/v1/wallet/close", headers });
      expect([asked.statusCode, corsOf(asked.headers)]).toEqual([405, {}]);
      expect(corsOf((await open.inject({ url: "/v1", headers })).headers)).toEqual({});
    },
  );

  it("gets no CORS header when no origin is listed", async () => {
    const answer = await closed.inject({ url: "/v1", headers: { origin: SHOP } });
    expect([corsOf(answer.headers), answer.headers.vary]).toEqual([{}, undefined]);
  });
});

it.each([
  "*",
  "null",
  "shop.example",
  "https://shop.example/",
  "ftp://shop.example",
  "https://a.example https://b.example",
])("%s is no list of origins", (text) => expect(() => parseOrigins(text)).toThrow());
