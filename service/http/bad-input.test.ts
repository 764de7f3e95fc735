import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { FailureReply } from "../../contract/envelope.ts";
import type { Services } from "../domain/context.ts";
import { testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant, TEST_PASSWORD } from "../testing/factories.ts";
import { bearerOf } from "../testing/sign-in.ts";
import { buildApp } from "./app.ts";

const EMAIL = "owner@odd.example";
const database = useTestDatabase();
let services: Services;
let app: FastifyInstance;

beforeAll(async () => {
  services = testServices(database);
  app = buildApp(services);
  const owner = { email: EMAIL, password: TEST_PASSWORD, firstName: "A", lastName: "B" };
  await createTestMerchant(services, { owner });
});
afterAll(async () => {
  await app.close();
  await services.committer.close();
});

const table: [string, Endpoint][] = Object.values(endpoints).map((endpoint) => [
  `${endpoint.method} ${endpoint.path}`,
  endpoint,
]);
const json = { "content-type": "application/json" };
const deep = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;

/** Values that commonly cause failures. The test sends each one in every field of the endpoint. */
const MALFORMED_VALUES = {
  null: null,
  "a number": 5,
  "a huge number": 1e308,
  "a negative fraction": -0.5,
  "an empty text": "",
  "a NUL character": "a\u0000b",
  "half a surrogate pair": "\ud83d",
  "a long text": "x".repeat(100_000),
  SQL: "'; drop table entries; --",
  "a list": [[[]]],
  "an object": { __proto__: null, toString: "x", $ne: null },
  true: true,
} as const;

const MALFORMED_BODIES = {
  "no body": undefined,
  "broken JSON": '{"a":',
  "a JSON string": '"text"',
  null: "null",
  "deep nesting": deep,
  "a poisoned prototype": '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}',
  "a huge number": `{"amount":${"9".repeat(500)},"customerId":1e9999}`,
  "invalid UTF-8": Buffer.from([0xff, 0xfe, 0x00]),
} as const;

const MALFORMED_HEADERS = {
  "another content type": { "content-type": "text/xml" },
  "an invalid content type": { "content-type": ";;;" },
  "a multipart body without a boundary": { "content-type": "multipart/form-data" },
  "an invalid key": { "idempotency-key": "\t" },
  "an invalid mode": { "x-account-mode": "MOON" },
  "an oversized credential": { authorization: `Bearer ${"x".repeat(5_000)}` },
  "two schemes": { authorization: "Basic Bearer Basic" },
  "an invalid proxy chain": { "x-forwarded-for": ",,;'\"::1,999.1.1.1" },
} as const;

const MALFORMED_QUERIES = [
  "?a=%00",
  "?customerId=%ff%fe",
  "?customerId=1&customerId=2",
  "?__proto__[x]=1",
  "?page=1e9&perPage=-1",
  "?%",
];

describe.each(table)("%s", (_name, endpoint) => {
  let bearer: { authorization: string };
  beforeAll(async () => {
    bearer = await bearerOf(services, EMAIL);
  });

  const url = (parameter: string, query = "") =>
    `/v1${endpoint.path}`.replace(/\/$/, "").replace(/\{\w+\}/g, parameter) + query;

  async function send(request: InjectOptions): Promise<string> {
    const { method } = endpoint;
    const reply = await app.inject({ method, ...request, headers: { ...bearer, ...request.headers } });
    if (reply.statusCode >= 400) FailureReply.parse(reply.json());
    if (reply.statusCode >= 500 && reply.statusCode !== 501) return `${reply.statusCode} ${reply.body}`;
    return reply.headers["x-request-id"] ? "fine" : "no request ID";
  }

  it("returns no 5xx for malformed input, and every failure uses the envelope", async () => {
    const id = services.ids.next();
    const fields = fieldsOf(endpoint);
    const requests: [string, InjectOptions][] = [
      ...Object.entries(MALFORMED_BODIES).map(([name, payload]): [string, InjectOptions] => [
        name,
        { url: url(id), headers: json, ...(payload === undefined ? {} : { payload }) },
      ]),
      ...Object.entries(MALFORMED_VALUES).map(([name, value]): [string, InjectOptions] => [
        `every field: ${name}`,
        {
          url: url(id),
          headers: json,
          payload: JSON.stringify(Object.fromEntries(fields.map((field) => [field, value]))),
        },
      ]),
      ...Object.entries(MALFORMED_HEADERS).map(([name, headers]): [string, InjectOptions] => [
        name,
        { url: url(id), headers, payload: "{}" },
      ]),
      ...MALFORMED_QUERIES.map((query): [string, InjectOptions] => [query, { url: url(id, query) }]),
      ...["%00", "..%2f..", "%ff", "x".repeat(600), "'"].map((parameter): [string, InjectOptions] => [
        `parameter ${parameter}`,
        { url: url(parameter) },
      ]),
    ];
    const failed: string[] = [];
    for (const [name, request] of requests) {
      if (endpoint.method === "GET") delete request.payload;
      const result = await send(request);
      if (result !== "fine") failed.push(`${name}: ${result}`);
    }
    expect(failed).toEqual([]);
    expect(requests.length).toBeGreaterThan(10);
  });

  it("checks the credential first unless the endpoint is public", async () => {
    const reply = await app.inject({ method: endpoint.method, url: url(services.ids.next()) });
    if (endpoint.callers.includes("public")) expect(reply.statusCode).not.toBe(401);
    else expect([reply.statusCode, reply.json().code]).toEqual([401, "unauthenticated"]);
  });
});

function fieldsOf(endpoint: Endpoint): string[] {
  const shape = (endpoint.body as { shape?: object } | undefined)?.shape;
  return shape ? Object.keys(shape) : ["customerId", "amount", "reason"];
}
