import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import { recordHeartbeat } from "../../domain/check-readiness.ts";
import type { Services } from "../../domain/context.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { buildApp } from "../app.ts";

// What the service says about itself, beside the table of endpoints.
const database = useTestDatabase();
const clock = testClock();
let services: Services;
let app: FastifyInstance;

beforeAll(() => {
  services = testServices(database, { clock });
  app = buildApp(services, { version: "1.2.3" });
});
afterAll(() => app.close());

const get = (url: string, overrides: InjectOptions = {}) => app.inject({ method: "GET", url, ...overrides });

describe("without a token", () => {
  it("GET /v1 says name, version and where the documentation is", async () => {
    const answer = await get("/v1");
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: true,
      name: "merchant-wallet",
      version: "1.2.3",
      links: { documentation: "/docs" },
    });
  });

  it("/healthz answers while the process lives", async () => {
    expect((await get("/healthz")).statusCode).toBe(200);
  });

  it("/readyz wants the worker's heartbeat, and notices when it stops", async () => {
    const before = await get("/readyz");
    expect([before.statusCode, before.json().code, before.json().checks.worker.detail]).toEqual([
      503,
      "unavailable",
      "never seen",
    ]);
    await recordHeartbeat(services);
    const ready = await get("/readyz");
    expect([ready.statusCode, ready.json().checks.migrations]).toEqual([200, { isOk: true, detail: "current" }]);
    clock.advance(21_000);
    expect((await get("/readyz")).json().checks.worker).toEqual({ isOk: false, detail: "seen 21 s ago" });
    clock.set("2026-03-02T09:00:00.000Z");
  });

  it("/readyz names migrations that are missing", async () => {
    await database.pool.query("delete from schema_migrations where name like '0005%'");
    const answer = await get("/readyz");
    expect([answer.statusCode, answer.json().checks.migrations.detail]).toEqual([503, "1 missing"]);
  });

  it("/openapi.json describes every endpoint of the table, with references that lead somewhere", async () => {
    const document = (await get("/openapi.json")).json();
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      Object.values(endpoints)
        .map((one) => `${one.method} ${one.path}`)
        .sort(),
    );
    const references = JSON.stringify(document).match(/"#\/[^"]+"/g) ?? [];
    for (const reference of new Set(references)) {
      const steps = reference.slice(3, -1).split("/");
      expect(
        steps.reduce((at, step) => at?.[step], document),
        reference,
      ).toBeTypeOf("object");
    }
  });

  it("/docs shows every path and runs no script", async () => {
    const page = await get("/docs");
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    for (const one of Object.values(endpoints)) expect(page.body).toContain(`<code>${one.path}</code>`);
  });

  it.each([
    ["the host of the request", { host: "api.example:8443" }, "http://api.example:8443"],
    ["an IPv6 host", { host: "[2001:db8::1]:4000" }, "http://[2001:db8::1]:4000"],
    [
      "the origin that a trusted proxy names",
      { host: "10.0.0.1:4000", "x-forwarded-host": "api.example", "x-forwarded-proto": "https" },
      "https://api.example",
    ],
    ["no host that is not a host name", { host: "a'><script>alert(1)</script>" }, "http://127.0.0.1:4000"],
  ])("/docs shows its calls with %s", async (_name, headers, origin) => {
    const { body } = await get("/docs", { headers });
    expect(body).toContain(`base URL <code>${origin}/v1</code>`);
    expect(body).toContain(`curl &#39;${origin}/v1/user/profile&#39;`);
    expect(body).not.toContain("origin.invalid");
    expect(body).not.toContain("<script");
  });

  it("/docs ignores the forwarded origin of a caller that is no trusted proxy", async () => {
    const headers = { host: "api.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const { body } = await get("/docs", { headers, remoteAddress: "192.0.2.1" });
    expect(body).toContain("base URL <code>http://api.example/v1</code>");
    expect(body).not.toContain("evil.example");
  });
});

describe("/metrics", () => {
  it("counts requests by the route's template, for a caller on this machine", async () => {
    await get("/v1/wallet/customer?customerId=1");
    const answer = await get("/metrics");
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(answer.body).toContain('route="/v1/wallet/customer"');
    expect(answer.body).toContain("ledger_postings_waiting");
    expect(answer.body).not.toContain("customerId");
  });

  it("is not there for others, nor through a proxy, nor on a public listener", async () => {
    expect((await get("/metrics", { remoteAddress: "192.0.2.1" })).statusCode).toBe(404);
    expect((await get("/metrics", { headers: { "x-forwarded-for": "192.0.2.1" } })).statusCode).toBe(404);
    const open = buildApp(services, { isLoopbackListener: false });
    expect((await open.inject("/metrics")).statusCode).toBe(404);
    await open.close();
  });
});

describe("/dev/outbox", () => {
  it("is there for this machine only, where there is one at all", async () => {
    const open = buildApp(services, { hasDevelopmentOutbox: true });
    expect((await open.inject("/dev/outbox")).statusCode).toBe(200);
    expect((await open.inject({ url: "/dev/outbox", remoteAddress: "192.0.2.1" })).statusCode).toBe(404);
    const headers = { "x-forwarded-for": "192.0.2.1" };
    expect((await open.inject({ url: "/dev/outbox", headers })).statusCode).toBe(404);
    await open.close();
    expect((await get("/dev/outbox")).statusCode).toBe(404);
  });
});
