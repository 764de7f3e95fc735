import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { buildApp } from "./app.ts";

const database = useTestDatabase();
const PAGE = "https://back-office.example";
let listed: ReturnType<typeof buildApp>;
let none: ReturnType<typeof buildApp>;

beforeAll(() => {
  const services = testServices(database);
  listed = buildApp(services, { allowedOrigins: [PAGE] });
  none = buildApp(services);
});
afterAll(async () => {
  await Promise.all([listed.close(), none.close()]);
});

const corsOf = (headers: object) => Object.keys(headers).filter((name) => name.startsWith("access-control-"));

describe("a page of a listed origin", () => {
  it("reads answers with their tokens and request ID, refusals too", async () => {
    for (const url of ["/v1", "/v1/user/profile", "/v1/nowhere"]) {
      const { headers } = await listed.inject({ url, headers: { origin: PAGE } });
      expect(headers).toMatchObject({
        "access-control-allow-origin": PAGE,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": "X-Access-Token,X-Refresh-Token,X-Request-Id,Idempotency-Replayed",
        vary: "Origin",
      });
    }
  });

  it("is told beforehand that it may send what it wants to", async () => {
    const answer = await listed.inject({
      method: "OPTIONS",
      url: "/v1/transfer/wallet",
      headers: {
        origin: PAGE,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,idempotency-key",
      },
    });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": PAGE,
      "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE",
      "access-control-allow-headers": "authorization,content-type,idempotency-key",
    });
  });
});

it("a page of another origin is told nothing", async () => {
  for (const origin of ["https://elsewhere.example", `${PAGE}.elsewhere.example`, "null"]) {
    const { headers } = await listed.inject({ url: "/v1", headers: { origin } });
    expect(corsOf(headers)).toEqual([]);
  }
  const headers = { origin: "https://elsewhere.example", "access-control-request-method": "POST" };
  expect((await listed.inject({ method: "OPTIONS", url: "/v1/transfer/wallet", headers })).statusCode).toBe(405);
});

it("where no origin is listed, no answer says a word about it", async () => {
  const { headers } = await none.inject({ url: "/v1", headers: { origin: PAGE } });
  expect([...corsOf(headers), headers.vary]).toEqual([undefined]);
});
