import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { watchConnections } from "./connections.ts";
import { forwardPublic } from "./proxy/public-proxy.ts";
import { ORIGIN, testSettings } from "./testing/sessions.ts";
import { sendJson, upstreamOfFile } from "./testing/upstream.ts";

const upstream = upstreamOfFile();
let isTrusted = false;
let server: Server;
let address = "";
let handled = "";

// A real HTTP server whose requests go to the public proxy, which needs no session.
beforeAll(async () => {
  watchConnections({ isTrustedProxy: (one) => isTrusted && one === "127.0.0.1" });
  server = createServer(async (incoming, outgoing) => {
    handled = `${incoming.method} ${incoming.url}`;
    const headers = new Headers(incoming.headers as Record<string, string>);
    const request = new Request(`${ORIGIN}${incoming.url}`, { method: "POST", headers, body: "{}" });
    const answer = await forwardPublic(request, ["auth", "password", "forget"], testSettings(upstream.url));
    outgoing.writeHead(answer.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/public/auth/password/forget`;
});
afterAll(() => server.close());

/** The caller address that the service received. */
async function seenFrom(headers: Record<string, string>): Promise<unknown> {
  upstream.calls.length = 0;
  upstream.on("POST /v1/auth/password/forget", (_call, response) => sendJson(response, 200, { status: true }));
  expect((await fetch(address, { method: "POST", headers: { origin: ORIGIN, ...headers } })).status).toBe(200);
  return upstream.calls[0]?.headers["x-forwarded-for"];
}

describe("a caller that connects directly", () => {
  it.each([
    {},
    { "x-forwarded-for": "203.0.113.7" },
    { "x-forwarded-for": "127.0.0.1, 203.0.113.7, 10.0.0.1" },
    { "x-real-ip": "203.0.113.7", forwarded: "for=203.0.113.7", "x-caller": "203.0.113.7" },
  ])("is identified by its connection, regardless of its headers: %j", async (headers) => {
    isTrusted = false;
    expect(await seenFrom(headers)).toBe("127.0.0.1");
  });
});

describe("a caller behind a trusted proxy", () => {
  it("is identified by the last hop, not by entries that it sent itself", async () => {
    isTrusted = true;
    expect(await seenFrom({ "x-forwarded-for": "1.1.1.1, 203.0.113.7" })).toBe("203.0.113.7");
    expect(await seenFrom({ "x-forwarded-for": "1.1.1.1, 203.0.113.7, 127.0.0.1" })).toBe("203.0.113.7");
    expect(await seenFrom({ "x-forwarded-for": "nobody" })).toBe("127.0.0.1");
  });
});

it("allows a long upload", () => {
  expect(server.requestTimeout).toBe(3_600_000);
});

it.each([
  ["/api/service/%ff", "GET /api/service/%25ff"],
  ["/wallets/%e0%a4%a?a=%ff", "GET /wallets/%25e0%25a4%25a?a=%ff"],
  ["/%", "GET /%25"],
  ["/wallets/%20x?a=%", "GET /wallets/%20x?a=%"],
])("reads the path %s as %s, which Next can route", async (path, expected) => {
  const sent = httpRequest({ port: new URL(address).port, path, method: "GET" }).end();
  await once(sent, "response");
  expect(handled).toBe(expected);
});

it("hands no TRACE to Next", async () => {
  const sent = httpRequest({ port: new URL(address).port, path: "/login", method: "TRACE" }).end();
  await once(sent, "response");
  expect(handled).toBe("UNSUPPORTED /login");
});
