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

const table: [string, Endpoint][] = Object.values(endpoints).map((one) => [`${one.method} ${one.path}`, one]);
const json = { "content-type": "application/json" };
const deep = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;

/** Values that commonly break services: sent in every field of the endpoint, and as the whole body. */
const ODD_VALUES = {
  "nothing at all": null,
  "a number": 5,
  "a huge number": 1e308,
  "a negative fraction": -0.5,
  "an empty text": "",
  "a NUL": "a\u0000b",
  "half a surrogate pair": "\ud83d",
  "a long text": "x".repeat(100_000),
  SQL: "'; drop table entries; --",
  "a list": [[[]]],
  "an object": { __proto__: null, toString: "x", $ne: null },
  true: true,
} as const;

const ODD_BODIES = {
  "no body": undefined,
  "broken JSON": '{"a":',
  "a lone text": '"text"',
  null: "null",
  "deep nesting": deep,
  "a poisoned prototype": '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}',
  "a huge number": `{"amount":${"9".repeat(500)},"customerId":1e9999}`,
  "invalid UTF-8": Buffer.from([0xff, 0xfe, 0x00]),
} as const;

const ODD_HEADERS = {
  "another content type": { "content-type": "text/xml" },
  "a content type that is none": { "content-type": ";;;" },
  "a multipart body without a boundary": { "content-type": "multipart/form-data" },
  "an odd key": { "idempotency-key": "\t" },
  "an odd mode": { "x-account-mode": "MOON" },
  "an odd credential": { authorization: `Bearer ${"x".repeat(5_000)}` },
  "two schemes": { authorization: "Basic Bearer Basic" },
  "an odd proxy chain": { "x-forwarded-for": ",,;'\"::1,999.1.1.1" },
} as const;

const ODD_QUERIES = [
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
    const answer = await app.inject({ method, ...request, headers: { ...bearer, ...request.headers } });
    if (answer.statusCode >= 400) FailureReply.parse(answer.json());
    if (answer.statusCode >= 500 && answer.statusCode !== 501) return `${answer.statusCode} ${answer.body}`;
    return answer.headers["x-request-id"] ? "fine" : "no request ID";
  }

  it("answers malformed bodies, fields, headers, queries and parameters with the envelope, never with a 5xx", async () => {
    const id = services.ids.next();
    const fields = fieldsOf(endpoint);
    const requests: [string, InjectOptions][] = [
      ...Object.entries(ODD_BODIES).map(([name, payload]): [string, InjectOptions] => [
        name,
        { url: url(id), headers: json, ...(payload === undefined ? {} : { payload }) },
      ]),
      ...Object.entries(ODD_VALUES).map(([name, value]): [string, InjectOptions] => [
        `every field: ${name}`,
        {
          url: url(id),
          headers: json,
          payload: JSON.stringify(Object.fromEntries(fields.map((field) => [field, value]))),
        },
      ]),
      ...Object.entries(ODD_HEADERS).map(([name, headers]): [string, InjectOptions] => [
        name,
        { url: url(id), headers, payload: "{}" },
      ]),
      ...ODD_QUERIES.map((query): [string, InjectOptions] => [query, { url: url(id, query) }]),
      ...["%00", "..%2f..", "%ff", "x".repeat(600), "'"].map((odd): [string, InjectOptions] => [
        `parameter ${odd}`,
        { url: url(odd) },
      ]),
    ];
    const wrong: string[] = [];
    for (const [name, request] of requests) {
      if (endpoint.method === "GET") delete request.payload;
      const result = await send(request);
      if (result !== "fine") wrong.push(`${name}: ${result}`);
    }
    expect(wrong).toEqual([]);
    expect(requests.length).toBeGreaterThan(10);
  });

  it("checks the credential first, unless it is public", async () => {
    const answer = await app.inject({ method: endpoint.method, url: url(services.ids.next()) });
    if (endpoint.callers.includes("public")) expect(answer.statusCode).not.toBe(401);
    else expect([answer.statusCode, answer.json().code]).toEqual([401, "unauthenticated"]);
  });
});

function fieldsOf(endpoint: Endpoint): string[] {
  const shape = (endpoint.body as { shape?: object } | undefined)?.shape;
  return shape ? Object.keys(shape) : ["customerId", "amount", "reason"];
}
