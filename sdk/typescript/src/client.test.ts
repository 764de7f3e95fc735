import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliveryHeaders } from "../../../service/domain/webhooks/deliveries/sign-payload.ts";
import { type MoneyApp, openMoneyApp } from "../../../service/testing/apps/money-app.ts";
import { useTestDatabase } from "../../../service/testing/database.ts";
import { createTestWallet, TEST_PASSWORD, testMember } from "../../../service/testing/factories.ts";
import { createClient, type Tokens, WalletError } from "./client.ts";
import { verifyWebhook } from "./webhooks.ts";

const database = useTestDatabase();
const servers: Server[] = [];
let money: MoneyApp;
let address: string;

beforeAll(async () => {
  money = await openMoneyApp(database);
  address = await money.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await money.close();
});

const privateKey = () => money.authorization.replace("Bearer ", "");
const client = (url = address) =>
  createClient({ baseUrl: `${url}/v1/`, credential: { privateKey: privateKey() }, timeoutMs: 10_000 });

type Fault = "cut" | "busy" | "html" | "silence";

/** A proxy before the service that spoils the first answers. Returns its address and the keys that it saw. */
async function proxyThat(spoil: (answered: number) => Fault | undefined) {
  const keys: unknown[] = [];
  const server = createServer(async (request, response) => {
    keys.push(request.headers["idempotency-key"]);
    const fault = spoil(keys.length);
    if (fault === "silence") return;
    if (fault === "busy") return void response.writeHead(503, { "retry-after": "0" }).end("{}");
    if (fault === "html")
      return void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    const answer = await fetch(`${address}${request.url}`, {
      method: request.method ?? "GET",
      headers: {
        authorization: money.authorization,
        "content-type": "application/json",
        "idempotency-key": String(keys.at(-1)),
      },
      body: new Uint8Array(await buffer(request)),
    });
    // The money has moved, and the caller does not hear of it.
    if (fault === "cut") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const failure = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error as WalletError);
const balanceOf = async (customerId: string) =>
  (await client().call("GET /wallet/customer", { query: { customerId } })).wallet.availableBalance;

describe("a call", () => {
  it("moves money once, and says by code why it did not", async () => {
    const [from, to] = [await createTestWallet(money.ctx), await createTestWallet(money.ctx)];
    await money.call("POST", "/merchant/fund-wallet", { amount: 1_000_000 });
    await client().call("POST /wallet/credit", { body: { customerId: from.customerId, amount: 30_000 } });
    const body = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 10_000 };
    const idempotencyKey = "order-1";
    const [first, second] = [
      await client().call("POST /transfer/wallet", { body, idempotencyKey }),
      await client().call("POST /transfer/wallet", { body, idempotencyKey }),
    ];
    expect(second).toEqual(first);
    expect(await balanceOf(to.customerId)).toBe(10_000);
    const refused = await failure(client().call("POST /transfer/wallet", { body: { ...body, amount: 25_000 } }));
    expect(refused).toBeInstanceOf(WalletError);
    expect(refused).toMatchObject({ status: 400, code: "insufficient_balance", requestId: expect.any(String) });
    const invalid = await failure(client().call("POST /transfer/wallet", { body: { ...body, amount: -1 } }));
    expect(invalid).toMatchObject({ code: "validation_failed", errors: [{ field: "amount" }] });
  });

  it.each(["cut", "busy", "html"] as const)("is repeated with its key after an answer that is %s", async (fault) => {
    const to = await createTestWallet(money.ctx);
    await money.call("POST", "/merchant/fund-wallet", { amount: 1_000_000 });
    const proxy = await proxyThat((answered) => (answered <= 2 ? fault : undefined));
    await client(proxy.url).call("POST /wallet/credit", { body: { customerId: to.customerId, amount: 5_000 } });
    expect(new Set(proxy.keys).size).toBe(1);
    expect(proxy.keys).toHaveLength(3);
    expect(await balanceOf(to.customerId)).toBe(5_000);
  });

  it("is repeated without a key only where the service did nothing", async () => {
    const roll = "POST /merchant/webhook/subscription/{id}/secret/roll";
    const params = { id: "0190a000-0000-7000-8000-000000000001" };
    const proxy = await proxyThat(() => "cut");
    const lost = await failure(client(proxy.url).call(roll, { params }));
    expect(lost).toMatchObject({ code: "connection_failed", idempotencyKey: undefined });
    expect(proxy.keys).toHaveLength(1);
    const refusal = (code: string, status: number) =>
      Response.json({ code }, { status, headers: { "retry-after": "0" } });
    const answers = [refusal("unavailable", 503), refusal("rate_limited", 429), Response.json({ success: true })];
    const busy = createClient({ baseUrl: address, fetch: async () => answers.shift() ?? Response.error() });
    expect(await busy.call(roll, { params })).toEqual({ success: true });
  });

  it("ends with the key when no answer comes, and when the caller gives up", async () => {
    const proxy = await proxyThat(() => "cut");
    const once = createClient({ baseUrl: `${proxy.url}/v1`, retries: 1, credential: { privateKey: privateKey() } });
    const lost = await failure(once.call("POST /merchant/fund-wallet", { body: { amount: 1_000 } }));
    expect(lost).toMatchObject({ code: "connection_failed", status: 0, idempotencyKey: proxy.keys[0] });
    expect(proxy.keys).toHaveLength(2);
    const silent = await proxyThat(() => "silence");
    const late = createClient({ baseUrl: `${silent.url}/v1`, timeoutMs: 50, retries: 0 });
    expect(await failure(late.call("GET /user/profile"))).toMatchObject({ code: "timed_out" });
    const signal = AbortSignal.abort(new Error("changed my mind"));
    await expect(client().call("GET /user/profile", { signal })).rejects.toThrow("changed my mind");
  });

  it("exchanges the refresh token once for calls that end together", async () => {
    const { email } = await testMember(money.services, money.merchant, "Admin");
    const guest = createClient({ baseUrl: `${address}/v1` });
    const reply = await guest.call("POST /auth/login", { body: { email, password: TEST_PASSWORD } });
    if (!("data" in reply)) throw new Error("the member is verified");
    const seen: Tokens[] = [];
    const session = { accessToken: `${reply.data.accessToken}x`, refreshToken: reply.data.refreshToken };
    const member = createClient({
      baseUrl: `${address}/v1`,
      credential: { session, onRefresh: (tokens) => void seen.push(tokens) },
    });
    const profiles = await Promise.all([member.call("GET /user/profile"), member.call("GET /user/profile")]);
    expect(profiles.map(({ data }) => data.email)).toEqual([email, email]);
    expect(seen).toHaveLength(1);
  });
});

it("yields the rows of all pages", async () => {
  for (let i = 0; i < 5; i += 1) await createTestWallet(money.ctx);
  const found: string[] = [];
  for await (const { accountNumber } of client().pages("GET /wallet", { query: { perPage: 2 } }))
    found.push(accountNumber);
  const { rows } = await database.pool.query(
    "select count(*)::int as count from wallets where tenant = $1 and customer_id is not null",
    [money.ctx.tenant.id],
  );
  expect(new Set(found).size).toBe(rows[0].count);
  expect(found.length).toBeGreaterThan(4);
});

it("yields a row once that moves to the next page, and says where the service lists no further", async () => {
  const metadata = { perPage: 2, totalRecords: 4, totalPages: 2, totalIsCapped: true };
  const answers = [
    ["d", "c"],
    ["c", "b"],
  ].map((ids) => ({ transactions: ids.map((id) => ({ id })), metadata }));
  const capped = createClient({ baseUrl: address, fetch: async () => Response.json(answers.shift()) });
  const found: string[] = [];
  const read = async () => {
    for await (const { id } of capped.pages("GET /merchant/transactions", { query: { perPage: 2 } })) found.push(id);
  };
  expect(await failure(read())).toMatchObject({ code: "list_capped" });
  expect(found).toEqual(["d", "c", "b"]);
});

it.each(["batchId", "row"])("yields a row once that has a `%s` and no ID", async (name) => {
  const rowsOf = (values: string) => [...values].map((value) => ({ [name]: value }));
  const metadata = { perPage: 2, totalPages: 2 };
  const answers = ["dc", "c"].map((values) => ({ data: rowsOf(values), metadata }));
  const moving = createClient({ baseUrl: address, fetch: async () => Response.json(answers.shift()) });
  const found: unknown[] = [];
  for await (const row of moving.pages("GET /wallet/bulk-credit-customer-records")) found.push(row);
  expect(found).toEqual(rowsOf("dc"));
});

it("returns a download as its type says", async () => {
  const wallets: Response = await client().call("GET /wallet/download");
  expect(wallets.headers.get("content-type")).toContain("text/csv");
  expect(await wallets.text()).toContain("2200000");
  // The two published statements answer JSON to a client that reads JSON first, as their types say.
  const { data } = await client().call("GET /transaction/download/merchant");
  expect(data.length).toBeGreaterThan(0);
});

describe("verifyWebhook", () => {
  const now = Date.parse("2026-03-02T10:00:00Z");
  const body = JSON.stringify({ event: "wallet.credit", data: { reference: "r-1" } });
  const delivery = {
    secrets: ["whsec_new", "whsec_old"],
    key: "sk_new",
    previousKey: "sk_old",
    body,
    timestampSeconds: now / 1_000,
    eventId: "e-1",
    deliveryId: "d-1",
    attempt: 1,
  };
  const headers = deliveryHeaders(delivery);

  it.each(["whsec_new", "whsec_old", "sk_new", "sk_old"])("accepts what the service signs for %s", async (secret) => {
    const event = await verifyWebhook({ body, headers, secret, now });
    expect(event).toMatchObject({ event: "wallet.credit", eventId: "e-1", data: { reference: "r-1" } });
    const bytes = new TextEncoder().encode(body);
    await verifyWebhook({ body: bytes, headers: new Headers(headers), secret: ["whsec_x", secret], now });
  });

  it("refuses another body, another secret, an old time, and the signature without a time", async () => {
    const verify = (change: object) => verifyWebhook({ body, headers, secret: "whsec_new", now, ...change });
    await expect(verify({ body: `${body} ` })).rejects.toMatchObject({ code: "signature_refused" });
    await expect(verify({ secret: "whsec_other" })).rejects.toMatchObject({ code: "signature_refused" });
    await expect(verify({ now: now + 301_000 })).rejects.toMatchObject({ code: "timestamp_refused" });
    await expect(verify({ headers: {} })).rejects.toMatchObject({ code: "timestamp_refused" });
    const legacy = {
      "x-webhook-timestamp": headers["x-webhook-timestamp"],
      "x-service-signature": headers["x-service-signature"],
    };
    await expect(verify({ headers: legacy, secret: "sk_new" })).rejects.toMatchObject({ code: "signature_refused" });
  });
});
