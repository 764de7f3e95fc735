import type { Caller, Endpoint } from "../../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../../contract/endpoints.ts";
import {
  type BuiltInRole,
  holdsPermission,
  permissionsOfKeys,
  permissionsOfRole,
} from "../../../contract/permissions.ts";
import { jsonSchemaOf, sampleOf } from "../../../contract/reference/schema-fields.ts";

/** A request as bytes: paths and headers may be such that no HTTP library sends them. */
export type FuzzRequest = { method: string; path: string; headers: [string, string][]; body: Buffer | null };

/** A credential that works, and what it admits to. */
export type FuzzCredential = { kind: Exclude<Caller, "public">; token: string; role?: BuiltInRole };

/** What the generator may use: credentials that work, others that do not, and IDs of existing records. */
export type FuzzMaterial = {
  credentials: readonly FuzzCredential[];
  wrong: readonly string[];
  ids: readonly string[];
};

/** The share of requests with no credential, a wrong one, or one that the endpoint does not admit. The others test what follows. */
const OUTSIDERS = 0.05;

/** These end the credentials of the run, or the run's own mode. */
const EXCLUDED: readonly EndpointName[] = [
  "logout",
  "revokeSession",
  "endOtherSessions",
  "generateAccessKeys",
  "switchAccountMode",
  "switchMerchant",
  "changePassword",
];

const TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "a\u0000b",
  "\ud83d",
  "\u202e\u200b\ufeff",
  "Ọ̀rẹ́ 電気 🎉",
  "'; drop table entries; --",
  "%00%ff%fe",
  "../../etc/passwd",
  "{{7*7}}<%= 7*7 %>",
  "__proto__",
  "\r\nX-Injected: 1",
  "9".repeat(400),
  "x".repeat(70_000),
  "((((((((((((((((((((a",
  "2026-13-45T99:99:99Z",
  "ﬀ".repeat(2_000),
];
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1,
  2,
  2 ** 53,
  -(2 ** 53),
  1e308,
  [],
  {},
  [[[]]],
  { toString: "x", $ne: null, constructor: { prototype: 1 } },
  ...TEXTS,
];
const HEADERS: [string, string][] = [
  ["content-type", "text/xml"],
  ["content-type", ";;;"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", "multipart/form-data"],
  ["content-type", "multipart/form-data; boundary=x"],
  ["idempotency-key", "\t"],
  ["idempotency-key", "k".repeat(255)],
  ["idempotency-key", "schlüssel"],
  ["x-account-mode", "MOON"],
  ["x-account-mode", "PRODUCTION"],
  ["x-channel", "dashboard"],
  ["x-forwarded-for", ",,;'\"::1,999.1.1.1"],
  ["x-request-id", "{}<script>"],
  ["x-access-token", "x".repeat(4_000)],
  ["accept", "*/*;q=9"],
  ["range", "bytes=-1"],
  ["expect", "100-continue"],
  ["host", "../:99999"],
  ["origin", "null"],
  ["content-length", "5"],
  ["transfer-encoding", "gzip"],
];

type Dice = {
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  happens(probability: number): boolean;
};

/** Generates requests from the contract: valid ones, and ones with odd values, bodies, headers and paths. The seed decides all. */
export function createFuzzer(seed: number, material: FuzzMaterial): () => FuzzRequest {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const dice: Dice = {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    happens: (probability) => random() < probability,
  };
  const { pick, happens } = dice;
  const open = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([name]) => !EXCLUDED.includes(name));
  return () => {
    const [, endpoint] = pick(open);
    const headers: [string, string][] = [];
    const token = tokenFor(dice, material, endpoint);
    if (token !== null) headers.push(["authorization", `Bearer ${token}`]);
    if (happens(0.15)) headers.push(pick(HEADERS));
    const body = bodyOf(dice, material, endpoint);
    if (body && !headers.some(([name]) => name === "content-type")) headers.push(["content-type", "application/json"]);
    const method = happens(0.02) ? pick(["HEAD", "OPTIONS", "TRACE", "BREW", "PATCH", "DELETE"]) : endpoint.method;
    return { method, path: pathOf(dice, material, endpoint), headers, body };
  };
}

/** A credential that the endpoint admits; for some requests any other one, or none. */
function tokenFor({ pick, happens }: Dice, { credentials, wrong }: FuzzMaterial, endpoint: Endpoint): string | null {
  if (happens(OUTSIDERS)) return pick([null, ...wrong, ...credentials.map(({ token }) => token)]);
  const admitted = credentials.filter((credential) => isAdmitted(endpoint, credential));
  return admitted.length > 0 ? pick(admitted).token : null;
}

function isAdmitted({ callers, roles, permission }: Endpoint, { kind, role }: FuzzCredential): boolean {
  if (!callers.includes(kind)) return false;
  if (kind === "customer") return true;
  if (roles) return role !== undefined && roles.includes(role);
  return holdsPermission(role ? permissionsOfRole[role] : permissionsOfKeys, permission);
}

/** A valid value of a schema, mostly with some fields changed. */
function valueOfSchema(dice: Dice, { ids }: FuzzMaterial, schema: Endpoint["body"]): unknown {
  if (!schema) return dice.happens(0.5) ? undefined : dice.pick(VALUES);
  const sample = withIds(dice, ids, structuredClone(sampleOf(jsonSchemaOf(schema, "input"))));
  return dice.happens(0.4) ? sample : changed(dice, sample);
}

function withIds(dice: Dice, ids: readonly string[], value: unknown): unknown {
  if (typeof value === "string" && /^[0-9a-f]{8}-/.test(value) && dice.happens(0.7)) return dice.pick(ids);
  if (Array.isArray(value)) return value.map((one) => withIds(dice, ids, one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(dice, ids, inner)]));
}

function changed(dice: Dice, value: unknown): unknown {
  if (Array.isArray(value)) return changedList(dice, value);
  if (typeof value === "object" && value !== null) return changedObject(dice, value);
  return dice.happens(0.6) ? dice.pick(VALUES) : value;
}

function changedList(dice: Dice, list: readonly unknown[]): unknown {
  if (dice.happens(0.1)) return Array.from({ length: dice.below(6_000) }, () => list[0] ?? dice.pick(VALUES));
  return dice.happens(0.3) ? dice.pick(VALUES) : list.map((one) => (dice.happens(0.5) ? changed(dice, one) : one));
}

function changedObject(dice: Dice, value: object): unknown {
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    if (dice.happens(0.15)) return [];
    return [[name, dice.happens(0.4) ? changed(dice, inner) : inner] as const];
  });
  return Object.fromEntries(dice.happens(0.2) ? [...fields, [dice.pick(TEXTS), dice.pick(VALUES)]] : fields);
}

function bodyOf(dice: Dice, material: FuzzMaterial, endpoint: Endpoint): Buffer | null {
  if (endpoint.method === "GET" && dice.happens(0.95)) return null;
  if (dice.happens(0.08)) return oddBody(dice);
  const text = JSON.stringify(valueOfSchema(dice, material, endpoint.body));
  if (text === undefined) return null;
  return dice.happens(0.1) ? damaged(dice, Buffer.from(text)) : Buffer.from(text);
}

function oddBody({ below, pick }: Dice): Buffer {
  const depth = 1 + below(200_000);
  const bodies: (() => string)[] = [
    () => "",
    () => "null",
    () => '"text"',
    () => '{"a":',
    () => "[".repeat(depth),
    () => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`,
    () => '{"a":'.repeat(below(5_000)),
    () => `{"transactions":[${"0,".repeat(below(400_000))}0]}`,
    () => `{"metadata":{${Array.from({ length: below(60_000) }, (_, at) => `"k${at}":${at}`).join()}}}`,
    () => `{"customerId":"${"x".repeat(below(1_100_000))}"}`,
    () => '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}',
    () => `{"amount":${"9".repeat(500)}}`,
    () =>
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${",".repeat(below(300_000))}\r\n--x--\r\n`,
  ];
  return Buffer.from(pick(bodies)());
}

function damaged({ below, happens }: Dice, bytes: Buffer): Buffer {
  const at = below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([below(256)]), bytes.subarray(at + (happens(0.5) ? 1 : 0))]);
}

function pathOf(dice: Dice, material: FuzzMaterial, endpoint: Endpoint): string {
  const { happens, pick } = dice;
  if (happens(0.03))
    return pick(["/", "//", "/v1/%", "/v1/%ff", "/v1/../metrics", `/v1/${"a/".repeat(900)}`, "/v1?%", "*"]);
  const path = endpoint.path.replace(/\{\w+\}/g, () =>
    happens(0.6) ? pick(material.ids) : encodeURIComponent(pick(TEXTS).toWellFormed().slice(0, 800)),
  );
  return `/v1${path === "/" ? "" : path}${queryOf(dice, material, endpoint)}`;
}

function queryOf(dice: Dice, material: FuzzMaterial, endpoint: Endpoint): string {
  if (dice.happens(0.05)) {
    return dice.pick(["?", "?%", "?a=%00", "?__proto__[x]=1", `?${"a=&".repeat(3_000)}`, "?page=1&page=2"]);
  }
  if (!endpoint.query) return "";
  const value = valueOfSchema(dice, material, endpoint.query);
  if (typeof value !== "object" || value === null) return "";
  const fields = Object.entries(value).map(([name, inner]) => `${queryText(name)}=${queryText(inner)}`);
  return `?${fields.join("&")}`;
}

function queryText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.slice(0, 800).toWellFormed());
}

/** Numbers from 0 up to 1 that depend only on the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
