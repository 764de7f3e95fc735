import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createHttpRegistry } from "./http-registry.ts";
import { RegistryUnavailable } from "./identity-registry.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const record = { firstName: "Ada", lastName: "Obi", dateOfBirth: "1990-05-16", phoneNumber: "08010000001" };
type Seen = { url: string; method: string; authorization: string; body: string };

/** A registry on its own port; `answer` is called with the number of the call, from 1. */
async function registryServer(answer: (response: ServerResponse, call: number) => void) {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { url = "", method = "", headers } = request;
    seen.push({ url, method, authorization: headers.authorization ?? "", body });
    answer(response, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`, seen };
}

const say = (status: number, body: unknown) => (response: ServerResponse) =>
  void response
    .writeHead(status, { "content-type": "application/json" })
    .end(typeof body === "string" ? body : JSON.stringify(body));

const registry = (baseUrl: string, overrides: object = {}) =>
  createHttpRegistry({ baseUrl, key: "registry-key", totalMs: 30_000, ...overrides });

describe("the HTTP registry", () => {
  test("returns the record, and sends the number in no URL", async () => {
    const { baseUrl, seen } = await registryServer(say(200, { ...record, photo: "x" }));
    expect(await registry(baseUrl).lookupBvn("22212345678")).toEqual({ number: "22212345678", ...record });
    expect(await registry(baseUrl).lookupNin("77712345678")).toEqual({ number: "77712345678", ...record });
    expect(seen).toEqual([
      { url: "/v3/bvn", method: "POST", authorization: "Bearer registry-key", body: '{"number":"22212345678"}' },
      { url: "/v3/nin", method: "POST", authorization: "Bearer registry-key", body: '{"number":"77712345678"}' },
    ]);
  });

  test("404 means that the number is not registered, and is not retried", async () => {
    const { baseUrl, seen } = await registryServer(say(404, {}));
    expect(await registry(baseUrl).lookupBvn("22212345678")).toBeNull();
    expect(seen).toHaveLength(1);
  });

  test("a temporary outage is retried, at most three attempts in total", async () => {
    const flaky = await registryServer((response, call) => {
      if (call === 1) return void response.socket?.destroy();
      say(call === 2 ? 503 : 200, record)(response);
    });
    expect(await registry(flaky.baseUrl).lookupBvn("22212345678")).toMatchObject({ firstName: "Ada" });
    const down = await registryServer(say(500, {}));
    await expect(registry(down.baseUrl).lookupBvn("22212345678")).rejects.toBeInstanceOf(RegistryUnavailable);
    expect([flaky.seen.length, down.seen.length]).toEqual([3, 3]);
  });

  test.each([
    ["no JSON", 200, "<html>"],
    ["an empty answer", 200, ""],
    ["another shape", 200, { data: record }],
    ["a name missing", 200, { ...record, lastName: "" }],
    ["an invalid date", 200, { ...record, dateOfBirth: "16/05/1990" }],
    ["a body that is too large", 200, { ...record, photo: "x".repeat(100_000) }],
    ["a rejected key", 401, {}],
    ["too many calls", 429, {}],
    ["a redirect", 302, {}],
  ])("%s is an outage", async (_what, status, body) => {
    const { baseUrl } = await registryServer(say(status, body));
    await expect(registry(baseUrl).lookupBvn("22212345678")).rejects.toBeInstanceOf(RegistryUnavailable);
  });

  test("a slow registry, or one that stops midway, is given up in time", async () => {
    const silent = await registryServer(() => undefined);
    const stuck = await registryServer((response) => void response.writeHead(200).write('{"firstName":'));
    const start = performance.now();
    for (const { baseUrl } of [silent, stuck]) {
      const call = registry(baseUrl, { totalMs: 300 }).lookupBvn("22212345678");
      await expect(call).rejects.toBeInstanceOf(RegistryUnavailable);
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("an unreachable registry is an outage whose error names neither URL nor number", async () => {
    const failure = await registry("http://127.0.0.1:1")
      .lookupBvn("22212345678")
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RegistryUnavailable);
    expect(`${failure} ${JSON.stringify(failure)}`).not.toMatch(/127|22212345678|registry-key/);
  });

  test("concurrent calls are limited; a call that waits too long fails", async () => {
    let running = 0;
    let most = 0;
    const busy = await registryServer((response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        say(200, record)(response);
      }, 30);
    });
    const bounded = registry(busy.baseUrl, { maxConcurrent: 3 });
    await Promise.all(Array.from({ length: 20 }, () => bounded.lookupBvn("22212345678")));
    expect(most).toBe(3);
    const silent = await registryServer(() => undefined);
    const narrow = registry(silent.baseUrl, { maxConcurrent: 1, totalMs: 200 });
    const calls = await Promise.allSettled([narrow.lookupBvn("22212345678"), narrow.lookupBvn("22212345678")]);
    expect(calls.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
