import { describe, expect, it } from "vitest";
import { customerEndpoints } from "../../../contract/customers.ts";
import { cookieOf, pageRequest, testSession, testSettings, testToken } from "../testing/sessions.ts";
import { sendJson, upstreamOfFile } from "../testing/upstream.ts";
import { forwardAsQuery } from "./session-proxy.ts";

const upstream = upstreamOfFile();
const BVN = "22212345678";

type Asked = { body?: string; permissions?: "none"; headers?: Record<string, string>; cookie?: string };

async function call({ body = JSON.stringify({ bvn: BVN }), permissions, headers = {}, cookie }: Asked = {}) {
  const settings = testSettings(upstream.url);
  const token = testToken({ session: testSession(permissions === "none" ? { permissions: [] } : {}) });
  const request = pageRequest({
    method: "POST",
    path: "/lookup",
    cookie: cookie ?? (await cookieOf(token, settings)),
    headers: { "Content-Length": String(body.length), ...headers },
    body,
  });
  return { response: await forwardAsQuery(request, customerEndpoints.lookUpBvn, settings), token };
}

const answerWith = (status: number, reply: object) =>
  upstream.on("GET /v1/bvn/lookup", (_call, response) => sendJson(response, status, reply));

describe("a POST forwarded as a GET", () => {
  it("sends the body as the query of the service's GET", async () => {
    answerWith(200, { status: true, data: { bvn: BVN, firstName: "Ada", phoneNumber: "08012345678" } });
    const { response, token } = await call();
    const [sent] = upstream.calls;
    expect([sent?.method, sent?.url, sent?.body.length]).toEqual(["GET", `/v1/bvn/lookup?bvn=${BVN}`, 0]);
    expect(sent?.headers.authorization).toBe(`Bearer ${token.accessToken}`);
    expect(sent?.headers["content-type"]).toBeUndefined();
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(await response.json()).toEqual({
      status: true,
      data: { bvn: "5678", firstName: "Ada", phoneNumber: "08012345678" },
    });
  });

  it.each(["", "null", "[1]", '{"bvn":', '{"bvn":{"a":1}}'])("sends an empty query for the body %j", async (body) => {
    answerWith(400, { status: false, code: "validation_failed", message: "Some fields.", requestId: "u-1" });
    const { response } = await call({ body });
    expect(response.status).toBe(400);
    expect(upstream.calls[0]?.url).toMatch(/^\/v1\/bvn\/lookup\?$|^\/v1\/bvn\/lookup$/);
  });

  it("runs the proxy's checks first", async () => {
    expect((await call({ headers: { origin: "https://evil.example" } })).response.status).toBe(403);
    expect((await call({ cookie: "" })).response.status).toBe(401);
    const { response } = await call({ permissions: "none" });
    expect(response.status).toBe(403);
    expect((await response.json()).message).toContain("BVN_VERIFICATION");
    expect(upstream.callsTo("GET /v1/bvn/lookup")).toEqual([]);
  });

  it("logs no BVN", async () => {
    answerWith(200, { status: true, data: {} });
    await call();
    expect(upstream.logged).toHaveLength(1);
    expect(JSON.parse(upstream.logged[0] ?? "")).toMatchObject({
      method: "POST",
      endpoint: "/bvn/lookup",
      status: 200,
    });
    expect(upstream.logged.join("")).not.toContain(BVN);
  });
});
