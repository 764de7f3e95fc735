import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import { recordHeartbeat } from "../../domain/check-readiness.ts";
import type { Services } from "../../domain/context.ts";
import { openSandboxBank } from "../../providers/rails/sandbox-bank.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { buildApp } from "../app.ts";

// Health, metrics and documentation endpoints.
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
  it("GET /v1 returns the name, the version and a link to the documentation", async () => {
    const response = await get("/v1");
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      status: true,
      name: "merchant-wallet",
      version: "1.2.3",
      links: { documentation: "/docs" },
    });
  });

  it("/healthz responds while the process runs", async () => {
    expect((await get("/healthz")).statusCode).toBe(200);
  });

  it("/readyz requires the worker's heartbeat and reports when it stops", async () => {
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
    const silent = await get("/readyz");
    expect([silent.statusCode, silent.json().checks.worker]).toEqual([503, { isOk: false, detail: "seen 21 s ago" }]);
    const traffic = await get("/readyz?for=traffic");
    expect([traffic.statusCode, Object.keys(traffic.json().checks)]).toEqual([200, ["database", "migrations"]]);
    clock.set("2026-03-02T09:00:00.000Z");
  });

  it("/readyz counts the last heartbeat, also after one of a clock that was ahead", async () => {
    clock.set("2026-03-02T10:00:00.000Z");
    await recordHeartbeat(services);
    clock.set("2026-03-02T09:00:00.000Z");
    await recordHeartbeat(services);
    clock.advance(21_000);
    expect((await get("/readyz")).json().checks.worker).toEqual({ isOk: false, detail: "seen 21 s ago" });
    clock.set("2026-03-02T09:00:00.000Z");
  });

  it("a process that is about to stop still serves, is not ready, and ends its connections", async () => {
    await recordHeartbeat(services);
    const leaving = new AbortController();
    const other = buildApp(services, { leaving: leaving.signal });
    expect((await other.inject({ url: "/readyz" })).headers.connection).toBe("keep-alive");
    leaving.abort();
    const { statusCode, headers } = await other.inject({ url: "/readyz" });
    expect([statusCode, headers.connection]).toEqual([503, "close"]);
    expect((await other.inject({ url: "/readyz?for=traffic" })).statusCode).toBe(503);
    expect((await other.inject({ url: "/healthz" })).statusCode).toBe(200);
    await other.close();
  });

  it("/readyz shows an absent sandbox bank and stays ready", async () => {
    await recordHeartbeat(services);
    const sandboxBank = openSandboxBank({ url: "http://127.0.0.1:9", clientSecret: "", callbackSecret: "" });
    const other = buildApp({ ...services, providers: { ...services.providers, sandboxBank } });
    const { statusCode, body } = await other.inject({ url: "/readyz" });
    expect([statusCode, JSON.parse(body).checks.sandboxBank]).toEqual([
      200,
      { isOk: false, detail: "does not answer" },
    ]);
    await other.close();
    await sandboxBank.close();
  });

  it("/readyz waits shortly for a sandbox bank that never answers, and a proxy's question not at all", async () => {
    await recordHeartbeat(services);
    let asked = 0;
    const silent = createServer((socket) => {
      asked += 1;
      socket.resume().on("error", () => undefined);
    });
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const { port } = silent.address() as AddressInfo;
    const sandboxBank = openSandboxBank({ url: `http://127.0.0.1:${port}`, clientSecret: "", callbackSecret: "" });
    const other = buildApp({ ...services, providers: { ...services.providers, sandboxBank } });
    expect((await other.inject({ url: "/readyz?for=traffic" })).statusCode).toBe(200);
    expect(asked).toBe(0);
    const askedAt = performance.now();
    const { statusCode, body } = await other.inject({ url: "/readyz" });
    expect(performance.now() - askedAt).toBeLessThan(1_900);
    expect([statusCode, JSON.parse(body).checks.sandboxBank.isOk, asked]).toEqual([200, false, 1]);
    await other.close();
    await sandboxBank.close();
    silent.close();
  });

  it("/readyz reports missing migrations", async () => {
    await database.pool.query("delete from schema_migrations where name like '0005%'");
    const response = await get("/readyz");
    expect([response.statusCode, response.json().checks.migrations.detail]).toEqual([503, "1 missing"]);
    expect((await get("/readyz?for=traffic")).statusCode).toBe(503);
  });

  it("/openapi.json describes every endpoint, and every reference resolves", async () => {
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

  it("/docs lists every path and runs no script", async () => {
    const page = await get("/docs");
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    for (const one of Object.values(endpoints)) expect(page.body).toContain(`<code>${one.path}</code>`);
  });

  it.each([
    ["the host of the request", { host: "api.example:8443" }, "http://api.example:8443"],
    ["an IPv6 host", { host: "[2001:db8::1]:4000" }, "http://[2001:db8::1]:4000"],
    [
      "the origin from a trusted proxy",
      { host: "10.0.0.1:4000", "x-forwarded-host": "api.example", "x-forwarded-proto": "https" },
      "https://api.example",
    ],
    [
      "the default host if the Host header is invalid",
      { host: "a'><script>alert(1)</script>" },
      "http://127.0.0.1:4000",
    ],
  ])("/docs shows example calls with %s", async (_name, headers, origin) => {
    const { body } = await get("/docs", { headers });
    expect(body).toContain(`base URL <code>${origin}/v1</code>`);
    expect(body).toContain(`curl &#39;${origin}/v1/user/profile&#39;`);
    expect(body).not.toContain("origin.invalid");
    expect(body).not.toContain("<script");
  });

  it("/docs ignores the forwarded origin from an untrusted proxy", async () => {
    const headers = { host: "api.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const { body } = await get("/docs", { headers, remoteAddress: "192.0.2.1" });
    expect(body).toContain("base URL <code>http://api.example/v1</code>");
    expect(body).not.toContain("evil.example");
  });
});

describe("/metrics", () => {
  it("counts requests by route template, for a local caller", async () => {
    await get("/v1/wallet/customer?customerId=1");
    const response = await get("/metrics");
    expect(response.headers["content-type"]).toContain("text/plain");
    expect(response.body).toContain('route="/v1/wallet/customer"');
    expect(response.body).toContain("ledger_postings_waiting");
    expect(response.body).not.toContain("customerId");
  });

  it("returns 404 to remote callers, through a proxy, and on a public listener", async () => {
    expect((await get("/metrics", { remoteAddress: "192.0.2.1" })).statusCode).toBe(404);
    expect((await get("/metrics", { headers: { "x-forwarded-for": "192.0.2.1" } })).statusCode).toBe(404);
    const open = buildApp(services, { isLoopbackListener: false });
    expect((await open.inject("/metrics")).statusCode).toBe(404);
    await open.close();
  });
});

describe("/dev/outbox", () => {
  it("exists only for local callers, and only if it is enabled", async () => {
    const open = buildApp(services, { hasDevelopmentOutbox: true });
    expect((await open.inject("/dev/outbox")).statusCode).toBe(200);
    expect((await open.inject({ url: "/dev/outbox", remoteAddress: "192.0.2.1" })).statusCode).toBe(404);
    const headers = { "x-forwarded-for": "192.0.2.1" };
    expect((await open.inject({ url: "/dev/outbox", headers })).statusCode).toBe(404);
    await open.close();
    expect((await get("/dev/outbox")).statusCode).toBe(404);
  });
});
