import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { signPayload } from "../../domain/webhooks/deliveries/sign-payload.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

type Headers = Record<string, string>;
type Received = { headers: Record<string, string | string[] | undefined>; body: string };

const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let merchant: CreatedMerchant;
let key: Headers;
let receiver: Server;
let receiverUrl: string;
let received: Received[];
let nextResponse: { status: number; body: string };
/** Makes the body of an answer from what was received; by default that of `nextResponse`. */
let answer: () => string;

beforeAll(async () => {
  money = await openMoneyApp(database, { clock });
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(nextResponse.status, { "set-cookie": "session=1" }).end(answer());
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
beforeEach(async () => {
  clock.advance(3_600_000);
  received = [];
  nextResponse = { status: 200, body: "thanks" };
  answer = () => nextResponse.body;
  merchant = await createTestMerchant(money.services);
  key = { authorization: `Bearer ${await sandboxPrivateKey(money.services, merchant)}` };
});
afterAll(async () => {
  await money.close();
  await money.services.providers.webhooks.close();
  receiver.close();
});

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object, headers: Headers = key) {
  const reply = await money.app.inject({
    method,
    url: `/v1/merchant/webhook${path}`,
    headers,
    ...(body ? { payload: body } : {}),
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

async function subscribed(body: object = {}): Promise<string> {
  const reply = await call("POST", "/subscribe", { url: receiverUrl, events: ["wallet.credit"], ...body });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

async function audited(id: string) {
  const { rows } = await database.pool.query(
    "select action, before, after from audit_log where object_id = $1 order by at, id",
    [id],
  );
  return rows;
}

describe("the signing secret of a subscription", () => {
  const HOUR_MS = 3_600_000;
  const secretOf = async (id: string) => (await call("GET", `/subscription/${id}/secret`)).body.data.secret as string;
  /** The digests of the last received request, and what a secret would sign. */
  async function tested(id: string) {
    await call("POST", `/test/${id}`);
    const { headers, body } = received.at(-1) ?? { headers: {}, body: "" };
    const timestampSeconds = Number(headers["x-webhook-timestamp"]);
    const digestOf = (secret: string) => signPayload({ key: secret, body, timestampSeconds })["x-webhook-signature"];
    return { signatures: headers["x-subscription-signature"], digestOf, headers, body, timestampSeconds };
  }

  it("signs beside the private key, whose headers stay those of the specification", async () => {
    const id = await subscribed();
    const secret = await secretOf(id);
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const { signatures, digestOf, headers, body, timestampSeconds } = await tested(id);
    expect(signatures).toBe(digestOf(secret));
    const privateKey = await sandboxPrivateKey(money.services, merchant);
    expect(headers).toMatchObject(signPayload({ key: privateKey, body, timestampSeconds }));
    expect(await audited(id)).toContainEqual(expect.objectContaining({ action: "webhook.read_secret" }));
  });

  it("is rolled with an overlap in which both sign, and never stored in clear", async () => {
    const id = await subscribed();
    const former = await secretOf(id);
    const rolled = await call("POST", `/subscription/${id}/secret/roll`, { overlapHours: 24 });
    const until = new Date(clock.now().getTime() + 24 * HOUR_MS).toISOString();
    expect(rolled.body.data).toEqual({ secret: expect.stringMatching(/^whsec_/), previousSecretUntil: until });
    const { secret } = rolled.body.data;
    expect(secret).not.toBe(former);
    const during = await tested(id);
    expect(during.signatures).toBe([secret, former].map(during.digestOf).join(","));
    expect((await call("GET", `/subscription/${id}`)).body.data).toMatchObject({ previousSecretUntil: until });
    clock.advance(24 * HOUR_MS);
    const after = await tested(id);
    expect(after.signatures).toBe(after.digestOf(secret));
    await call("POST", `/subscription/${id}/secret/roll`, { overlapHours: 0 });
    const last = await tested(id);
    expect(last.signatures).toBe(last.digestOf(await secretOf(id)));
    const { rows } = await database.pool.query(
      `select (select string_agg(s::text, '') from webhook_subscriptions s)
         || (select string_agg(a::text, '') from audit_log a) as text`,
    );
    for (const text of [former, secret]) expect(rows[0].text).not.toContain(text.slice(6));
    expect((await call("POST", `/subscription/${id}/secret/roll`, { overlapHours: 73 })).status).toBe(400);
  });

  it("is made by the first roll where there was none; until then only the private key signs", async () => {
    const id = await subscribed();
    await database.pool.query("update webhook_subscriptions set secret_sealed = null where id = $1", [id]);
    expect((await tested(id)).signatures).toBeUndefined();
    expect(await call("GET", `/subscription/${id}/secret`)).toMatchObject({
      status: 404,
      body: { code: "secret_missing" },
    });
    await call("POST", `/subscription/${id}/secret/roll`);
    const { signatures, digestOf } = await tested(id);
    expect(signatures).toBe(digestOf(await secretOf(id)));
  });

  it("keeps one secret after rolls at the same time", async () => {
    const id = await subscribed();
    const rolls = await Promise.all([1, 2, 3].map(() => call("POST", `/subscription/${id}/secret/roll`, {})));
    const { signatures, digestOf } = await tested(id);
    const secrets = rolls.map(({ body }) => body.data.secret as string);
    const current = await secretOf(id);
    expect(secrets).toContain(current);
    expect(String(signatures).split(",")[0]).toBe(digestOf(current));
    expect(secrets.map(digestOf)).toContain(String(signatures).split(",")[1]);
  });

  it("is shown and rolled only by callers who manage webhooks, for their own subscriptions", async () => {
    const id = await subscribed();
    const support = await testMember(money.services, merchant, "Support");
    const other = await createTestMerchant(money.services);
    const foreign = { authorization: `Bearer ${await sandboxPrivateKey(money.services, other)}` };
    for (const [method, path] of [
      ["GET", "secret"],
      ["POST", "secret/roll"],
    ] as const) {
      const reply = await call(
        method,
        `/subscription/${id}/${path}`,
        undefined,
        await bearerOf(money.services, support.email),
      );
      expect(reply.status).toBe(403);
      expect((await call(method, `/subscription/${id}/${path}`, undefined, foreign)).status).toBe(404);
    }
  });
});

describe("the challenge of an endpoint", () => {
  const challenge = (id: string) => call("POST", `/subscription/${id}/challenge`);
  const view = async (id: string) => (await call("GET", `/subscription/${id}`)).body.data;
  const sent = () => JSON.parse(received.at(-1)?.body ?? "{}");

  it("verifies an endpoint that answers with the challenge alone, as text or as JSON", async () => {
    for (const answerOf of [(text: string) => `${text}\n`, (text: string) => JSON.stringify({ challenge: text })]) {
      const id = await subscribed({ verifyEndpoint: true });
      expect(await view(id)).toMatchObject({ verifyEndpoint: true, verifiedAt: null });
      answer = () => answerOf(sent().data.challenge);
      expect((await challenge(id)).body.data).toMatchObject({ verified: true, errorCode: null, errorMessage: null });
      expect(sent()).toMatchObject({
        event: "endpoint.challenge",
        data: { challenge: expect.stringMatching(/^.{43}$/) },
      });
      expect(await view(id)).toMatchObject({ verifiedAt: clock.now().toISOString() });
      expect(await audited(id)).toContainEqual(
        expect.objectContaining({ action: "webhook.challenge", after: expect.objectContaining({ verified: true }) }),
      );
    }
  });

  it("does not verify one that answers anything else, echoes the request, or fails", async () => {
    const id = await subscribed({ verifyEndpoint: true });
    expect((await challenge(id)).body.data).toMatchObject({
      verified: false,
      httpStatusCode: 200,
      errorMessage: "The endpoint answered, but not with the challenge alone.",
    });
    answer = () => received.at(-1)?.body ?? "";
    expect((await challenge(id)).body.data).toMatchObject({ verified: false });
    answer = () => sent().data.challenge;
    nextResponse = { status: 500, body: "" };
    expect((await challenge(id)).body.data).toMatchObject({ verified: false, errorCode: "http_error" });
    expect(await view(id)).toMatchObject({ verifiedAt: null });
  });

  it("shares the limit of tests, and belongs to those who manage the subscription's webhooks", async () => {
    const id = await subscribed();
    for (let n = 0; n < 10; n += 1) expect((await challenge(id)).status).toBe(200);
    expect(await challenge(id)).toMatchObject({ status: 429, body: { code: "test_limit" } });
    const other = await createTestMerchant(money.services);
    const foreign = { authorization: `Bearer ${await sandboxPrivateKey(money.services, other)}` };
    expect((await call("POST", `/subscription/${id}/challenge`, undefined, foreign)).status).toBe(404);
  });
});
