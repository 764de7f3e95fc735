import { describe, expect, it } from "vitest";
import { CALLER_HEADER } from "../connections.ts";
import { cookieOf, ORIGIN, testSettings, testToken } from "../testing/sessions.ts";
import { sendJson, unusedPort, upstreamOfFile } from "../testing/upstream.ts";
import { forwardPublic } from "./public-proxy.ts";

const upstream = upstreamOfFile();
const BODY = { email: "ngozi@shop.example", password: "a-long-pass-phrase" };

type Asked = { method?: string; path?: string; headers?: Record<string, string>; body?: string; url?: string };

function call({ method = "POST", path = "/merchant", headers = {}, body = JSON.stringify(BODY), url }: Asked = {}) {
  const request = new Request(`${ORIGIN}/api/public${path}`, {
    method,
    headers: { origin: ORIGIN, "Content-Type": "application/json", ...headers },
    ...(method !== "GET" && { body }),
  });
  return forwardPublic(request, path.split("/").slice(1), testSettings(url ?? upstream.url, { write: 200 }));
}

describe("the public proxy", () => {
  it("forwards the body and the caller's address, relays the response, and sends no session", async () => {
    upstream.on("POST /v1/merchant", (_call, response) => sendJson(response, 201, { status: true, data: 1 }));
    const cookie = await cookieOf(testToken(), testSettings(upstream.url));
    const response = await call({ headers: { cookie, "x-forwarded-for": "1.1.1.1", [CALLER_HEADER]: "203.0.113.7" } });
    expect([response.status, await response.json()]).toEqual([201, { status: true, data: 1 }]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const [sent] = upstream.calls;
    expect(JSON.parse(sent?.body.toString() ?? "")).toEqual(BODY);
    expect(sent?.headers).toMatchObject({ "x-forwarded-for": "203.0.113.7", "content-type": "application/json" });
    expect(sent?.headers.authorization).toBeUndefined();
    expect(sent?.headers.cookie).toBeUndefined();
  });

  it("relays an error with its Retry-After", async () => {
    const refusal = { status: false, code: "login_locked", message: "Try later.", requestId: "u-1" };
    upstream.on("PUT /v1/merchant/verify", (_call, response) =>
      sendJson(response, 429, refusal, { "Retry-After": "60" }),
    );
    const response = await call({ method: "PUT", path: "/merchant/verify" });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await response.json()).toEqual(refusal);
  });

  it.each([
    ["POST", "/auth/login"],
    ["POST", "/auth/refresh/token"],
    ["POST", "/wallet/close"],
    ["GET", "/merchant/profile"],
    ["PUT", "/user/password"],
    ["POST", "/merchant/account-mode"],
    ["POST", "/merchant/generate-access-keys"],
    ["POST", "/nowhere"],
  ])("responds 404 to %s %s", async (method, path) => {
    const response = await call({ method, path });
    expect(response.status).toBe(404);
    expect(upstream.calls).toEqual([]);
  });

  it("refuses requests from another site", async () => {
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      expect((await call({ headers })).status).toBe(403);
    }
    expect(upstream.calls).toEqual([]);
  });

  it("distinguishes a request that was never sent from a lost response", async () => {
    const down = await call({ url: `http://127.0.0.1:${await unusedPort()}/v1` });
    expect([down.status, (await down.json()).code]).toEqual([503, "service_unreachable"]);
    upstream.on("POST /v1/merchant", () => undefined);
    const silent = await call();
    expect([silent.status, (await silent.json()).code]).toEqual([504, "outcome_unknown"]);
  });

  it("refuses a body that is too large without sending it", async () => {
    expect((await call({ body: "x".repeat(1024 * 1024 + 1) })).status).toBe(413);
    expect(upstream.calls).toEqual([]);
  });

  it("logs one line without any input", async () => {
    await call();
    expect(upstream.logged).toHaveLength(1);
    expect(JSON.parse(upstream.logged[0] ?? "")).toMatchObject({ method: "POST", endpoint: "/merchant", status: 404 });
    expect(upstream.logged.join("")).not.toMatch(/ngozi|pass-phrase/);
  });
});
