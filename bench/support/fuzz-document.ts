import fc from "fast-check";
import * as z from "zod";
import type { FuzzCredential, FuzzMaterial } from "../../service/testing/fuzz/fuzz-requests.ts";
import { type From, type Schema, valuesOf } from "./document-values.ts";

type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
type Located = { path: string; method: string; operation: Operation };
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };
type Mismatch = { text: string; is5xx: boolean };

/** These end the credentials of the run, or the run's own mode. */
const EXCLUDED = new Set([
  "logout",
  "revokeSession",
  "endOtherSessions",
  "generateAccessKeys",
  "switchAccountMode",
  "switchMerchant",
  "changePassword",
  "freezeAllWallets",
  "removeMember",
  "updateMember",
]);
const CONNECTIONS = 8;
/** So many calls have a body as documented for each one that breaks the document in one place. */
const WHOLE = 4;

/** Sends generated calls of every operation of the document and collects what it does not describe. */
export async function fuzzDocument(run: { address: string; calls: number; seed: number; material: FuzzMaterial }) {
  const { address, seed, material } = run;
  const text = await (await fetch(`${address}/openapi.json`)).text();
  const document = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")) as Document;
  const check = createChecker(document.components.schemas);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !EXCLUDED.has(operation.operationId))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const known = await harvest(address, operations, material);
  const each = Math.ceil(run.calls / operations.length);
  const result = {
    sent: 0,
    operations: operations.length,
    statuses: new Map<number, number>(),
    mismatches: [] as Mismatch[],
    untouched: [] as string[],
  };
  const touched = new Set<string>();
  const queue = operations.flatMap(({ path, method, operation }, nth) => {
    const from = { defs: document.components.schemas, ids: material.ids, known: knownUnder(known, path) };
    const drawn = fc.sample(callOf(operation, from), {
      numRuns: each,
      seed: seed + nth,
    });
    return drawn.map((call) => ({ path, method, operation, call }));
  });
  // Interleave the operations, so that records appear and change between calls of one of them.
  const order = queue.map((_, at) => (at % operations.length) * each + Math.floor(at / operations.length));
  async function work(): Promise<void> {
    for (let at = order.shift(); at !== undefined; at = order.shift()) {
      const one = queue[at];
      if (!one) continue;
      const { path, method, operation, call } = one;
      const answer = await send(address, { path, method, operation, call, material });
      result.sent += 1;
      result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status < 300) touched.add(operation.operationId);
      const problem = problemOf(operation, call, answer, check);
      if (problem === null) continue;
      const sent = JSON.stringify({ ...call, credential: undefined }).slice(0, 600);
      const text = `${method} ${path} -> ${answer.status}: ${problem}\n  sent ${sent}\n  answer ${answer.body.slice(0, 300)}`;
      result.mismatches.push({ text, is5xx: answer.status >= 500 });
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  result.untouched = operations.map(({ operation }) => operation.operationId).filter((name) => !touched.has(name));
  return result;
}

type Call = {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  nth: number;
  isKeyed: boolean;
};

type Known = Map<string, string[]>;

/** Calls every list once and keeps the texts of its answers by the names of their fields, so that calls meet records that exist. */
async function harvest(address: string, operations: readonly Located[], material: FuzzMaterial): Promise<Known> {
  const known: Known = new Map();
  for (const { path, method, operation } of operations) {
    if (method !== "GET" || path.includes("{")) continue;
    const call = { path: {}, query: {}, body: undefined, nth: 0, isKeyed: false };
    const { status, type, body } = await send(address, { path, method, operation, call, material });
    if (status === 200 && type.startsWith("application/json")) collect(JSON.parse(body), path, known);
  }
  return known;
}

function collect(value: unknown, path: string, known: Known): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== "string") collect(inner, path, known);
    else if (!Array.isArray(value)) {
      const field = name === "id" ? `id of ${path}` : name;
      known.set(field, [...(known.get(field) ?? []), inner].slice(-50));
    }
  }
}

/** The values for calls of a path: an ID in the path is one of the list above it. */
function knownUnder(known: Known, path: string): Known {
  const list = path.split("/{")[0] ?? path;
  const parameter = /\{(\w+)\}/.exec(path)?.[1];
  const ids = known.get(`id of ${list}`) ?? known.get(`id of ${list}s`);
  return parameter && ids ? new Map([...known, [parameter, ids]]) : known;
}

/** A call of an operation; some break the document in one place. */
function callOf(operation: Operation, from: From): fc.Arbitrary<Call> {
  const fieldsIn = (place: string) => {
    const parameters = operation.parameters?.filter((one) => one.in === place) ?? [];
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
    const required = parameters.filter((one) => one.required).map(({ name }) => name);
    return valuesOf({ type: "object", properties, required }, from) as fc.Arbitrary<Record<string, unknown>>;
  };
  const { requestBody } = operation;
  const [schema] = Object.values(requestBody?.content ?? {}).map((content) => content.schema);
  const whole = schema ? valuesOf(schema, from) : fc.constant(undefined);
  const broken = whole.chain((body) => brokenOf(body));
  const body = fc.oneof({ weight: WHOLE, arbitrary: whole }, { weight: 1, arbitrary: broken });
  const left = requestBody && !requestBody.required ? fc.oneof(body, fc.constant(undefined)) : body;
  return fc.record({
    path: fieldsIn("path"),
    query: fieldsIn("query"),
    body: left,
    nth: fc.nat(1_000),
    isKeyed: fc.boolean(),
  });
}

/** The body without one field, with a field of another type, or none at all. */
function brokenOf(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return fc.constantFrom(undefined, 17, null);
  const names = Object.keys(body);
  const without = (name: string) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
  const changed =
    names.length === 0
      ? fc.constant({ odd: 1 })
      : fc.constantFrom(...names).chain((name) =>
          fc.oneof(
            fc.constant(without(name)),
            fc
              .constantFrom<unknown>(null, 17, -1, 0.5, "", "x", true, [], {})
              .map((value) => ({ ...body, [name]: value })),
          ),
        );
  return fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 6, arbitrary: changed });
}

type Answer = { status: number; type: string; body: string };

async function send(
  address: string,
  {
    path,
    method,
    operation,
    call,
    material,
  }: { path: string; method: string; operation: Operation; call: Call; material: FuzzMaterial },
): Promise<Answer> {
  const url = new URL(
    `${address}/v1${(path === "/" ? "" : path).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.path[name])))}`,
  );
  for (const [name, value] of Object.entries(call.query)) url.searchParams.set(name, String(value));
  const headers: Record<string, string> = {};
  const token = tokenOf(operation, material, call.nth);
  if (token) headers.authorization = `Bearer ${token}`;
  if (call.isKeyed && method === "POST") headers["idempotency-key"] = `key-${call.nth}`;
  const isUpload = operation.requestBody?.content["multipart/form-data"] !== undefined;
  const body = isUpload ? formOf(call.body) : call.body === undefined ? undefined : JSON.stringify(call.body);
  if (typeof body === "string") headers["content-type"] = "application/json";
  const response = await fetch(url, { method, headers, ...(body === undefined || method === "GET" ? {} : { body }) });
  return { status: response.status, type: response.headers.get("content-type") ?? "", body: await response.text() };
}

const SCHEMES: Record<string, FuzzCredential["kind"]> = {
  sessionToken: "session",
  privateKey: "key",
  customerToken: "customer",
};

function tokenOf({ security }: Operation, { credentials }: FuzzMaterial, nth: number): string | null {
  const kinds = security.flatMap((one) => Object.keys(one).map((scheme) => SCHEMES[scheme]));
  const admitted = credentials.filter(({ kind, role }) => kinds.includes(kind) && role !== "Support");
  return admitted[nth % admitted.length]?.token ?? null;
}

function formOf(body: unknown): FormData {
  const form = new FormData();
  if (typeof body !== "object" || body === null) return form;
  for (const [name, value] of Object.entries(body)) {
    if (["file", "customers"].includes(name))
      form.append(name, new Blob([String(value)], { type: "text/csv" }), "a.csv");
    else form.append(name, String(value));
  }
  return form;
}

type Check = (schema: Schema, value: unknown) => string | null;

/** Compiles each schema of the document once. */
function createChecker(defs: Record<string, Schema>): Check {
  const compiled = new Map<Schema, z.ZodType>();
  return (schema, value) => {
    const known = compiled.get(schema) ?? z.fromJSONSchema({ ...schema, $defs: defs } as never);
    compiled.set(schema, known);
    const result = known.safeParse(value);
    return result.success
      ? null
      : result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");
  };
}

/** What the document does not say about an answer. */
function problemOf(operation: Operation, call: Call, answer: Answer, check: Check): string | null {
  const { status, type, body } = answer;
  if (status >= 500) return "a failure of the service";
  const documented = operation.responses[String(status)] ?? (status >= 400 ? operation.responses.default : undefined);
  if (!documented) return "an undocumented status";
  const schema = documented.content?.[type.split(";")[0] ?? ""]?.schema;
  if (!schema) return `an undocumented content type ${type}`;
  if (type.startsWith("application/json")) {
    const wrong = check(schema, JSON.parse(body));
    if (wrong) return `the body is not as documented: ${wrong}`;
  }
  return status < 300 ? forbiddenBy(operation, call, check) : null;
}

/** Why the document forbids a request that the service accepted. */
function forbiddenBy({ requestBody }: Operation, { body }: Call, check: Check): string | null {
  const schema = requestBody?.content["application/json"]?.schema;
  if (!requestBody || !schema) return null;
  if (body === undefined) return requestBody.required ? "accepted without the body that the document requires" : null;
  const wrong = check(schema, body);
  return wrong ? `accepted a body that the document forbids: ${wrong}` : null;
}
