import { expect, test } from "vitest";
import { type Endpoint, fileFieldsOf } from "../endpoint.ts";
import { endpoints } from "../endpoints.ts";
import { referenceEntry, referenceFailures, referenceGroups } from "./reference.ts";
import { jsonSchemaOf, sampleOf } from "./schema-fields.ts";

const entryOf = (id: string) => referenceEntry(id, "https://api.example/v1");
const lines = referenceGroups().flatMap((group) => group.lines);
const entries = lines.flatMap(({ id }) => entryOf(id) ?? []);

test("lists every endpoint of the contract once, with a call and a response", () => {
  expect(entries.map(({ id }) => id).sort()).toEqual(Object.keys(endpoints).sort());
  expect(entries.map(({ id, method, path, summary }) => ({ id, method, path, summary }))).toEqual(lines);
  expect(entryOf("toString")).toBeUndefined();
  for (const { curl, reply } of entries) {
    expect(curl).toMatch(/^curl .*'https:\/\/api\.example\/v1/);
    expect(curl).not.toMatch(/\{\w+\}'/);
    if (reply !== null) expect(JSON.parse(reply)).toMatchObject({});
  }
});

test("shows a create call with its body, its idempotency key and a private key", () => {
  const entry = entryOf("transferBetweenCustomers");
  expect(entry?.curl).toContain("-X POST 'https://api.example/v1/transfer/wallet'");
  expect(entry?.curl).toContain('-H "Authorization: Bearer $PRIVATE_KEY"');
  expect(entry?.curl).toContain("Idempotency-Key");
  expect(entry?.curl).toContain('"fromCustomerId"');
  expect(entry?.body.map(({ name }) => name)).toContain("amount");
});

test("lists only callers that can succeed: a private key does not manage the team", () => {
  expect(entryOf("listMembers")).toMatchObject({
    credentials: ["session token"],
    roles: ["MainMerchant", "Admin"],
    permissions: ["BROWSE_TEAM_MEMBER"],
  });
  expect(entryOf("login")).toMatchObject({ credentials: ["none"], roles: [] });
  expect(entryOf("enablePostNoCredit")?.roles).toEqual(["MainMerchant", "Admin"]);
});

test("fills in path parameters and required query parameters", () => {
  expect(entryOf("getCustomer")?.curl).toContain("/customer/0190a000-0000-7000-8000-000000000001'");
  expect(entryOf("getOverview")?.curl).toContain("?startDate=2026-01-31&endDate=2026-01-31");
});

test.each(Object.entries<Endpoint>(endpoints))("the sample body of %s matches its schema", (id, { body, upload }) => {
  const entry = entryOf(id);
  const [, json] = entry?.curl.match(/-d '(.*)'$/s) ?? [];
  expect(json === undefined).toBe(body === undefined || upload !== undefined);
  // Inside the shell's quotes.
  expect(json ?? "").not.toContain("'");
  if (json !== undefined) expect(body?.safeParse(JSON.parse(json)).error).toBeUndefined();
});

const uploads = Object.entries<Endpoint>(endpoints).filter(([, { upload }]) => upload);

test.each(uploads)("the sample call of %s sends its files as files, and valid fields as text", (id, endpoint) => {
  const { curl = "" } = entryOf(id) ?? {};
  const parts = [...curl.matchAll(/-F '(\w+)=([^']*)'/g)].map(([, name = "", value = ""]) => [name, value] as const);
  const files = parts.filter(([, value]) => value.startsWith("@")).map(([name]) => name);
  expect(files).toEqual(fileFieldsOf(endpoint));
  expect(endpoint.body?.safeParse(Object.fromEntries(parts)).error).toBeUndefined();
});

test.each(Object.entries<Endpoint>(endpoints))(
  "the sample URL of %s matches its schema",
  (id, { query, params, path }) => {
    const address = new URL(entryOf(id)?.curl.match(/'(https:[^']*)'/)?.[1] ?? "");
    expect(query?.safeParse(Object.fromEntries(address.searchParams)).error).toBeUndefined();
    if (!params) return expect(address.pathname).toBe(`/v1${path === "/" ? "" : path}`);
    expect(params.safeParse(sampleOf(jsonSchemaOf(params, "input"))).error).toBeUndefined();
  },
);

test("lists the errors by status, without errors that cannot occur", () => {
  const codes = referenceFailures().map(({ code }) => code);
  expect(codes).toContain("approval_limit_exceeded");
  expect(codes.indexOf("validation_failed")).toBeLessThan(codes.indexOf("unauthenticated"));
});
