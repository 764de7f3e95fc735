import "server-only";
import type * as z from "zod";
import type { Caller, Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { failures } from "../../../contract/errors.ts";
import { builtInRoles, holdsPermission, permissionsOfKeys, permissionsOfRole } from "../../../contract/permissions.ts";
import { type FieldFacts, fieldsOf, sampleOf } from "./reference-fields.ts";

export type { FieldFacts };

/** One endpoint as the reference page shows it. */
export type ReferenceEntry = {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** Accepted credentials as text, and the built-in roles that may call it. */
  credentials: readonly string[];
  roles: readonly string[];
  permissions: readonly string[];
  isIdempotent: boolean;
  messages: readonly string[];
  status: number;
  parameters: readonly (FieldFacts & { in: "path" | "query" })[];
  body: readonly FieldFacts[];
  isUpload: boolean;
  reply: string | null;
  curl: string;
};

export type ReferenceGroup = { tag: string; entries: readonly ReferenceEntry[] };

const CREDENTIALS: Record<Caller, string> = {
  session: "session token",
  key: "private key",
  customer: "customer token",
  public: "none",
};
const VARIABLES: Record<Caller, string> = {
  session: "ACCESS_TOKEN",
  key: "PRIVATE_KEY",
  customer: "CUSTOMER_TOKEN",
  public: "",
};

/** All endpoints of the contract by tag, with their fields, a sample response and a sample call. Wire 6. */
export function referenceGroups(baseUrl: string): ReferenceGroup[] {
  const groups = new Map<string, ReferenceEntry[]>();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    groups.set(endpoint.tag, [...(groups.get(endpoint.tag) ?? []), entryOf(name, endpoint, baseUrl)]);
  }
  return [...groups].map(([tag, entries]) => ({ tag, entries }));
}

/** All errors of the service by status. Codes are stable; messages may be more specific. Api 1. */
export function referenceFailures(): { code: string; status: number; message: string }[] {
  return Object.entries(failures)
    .map(([code, { status, message }]) => ({ code, status, message }))
    .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}

function entryOf(name: string, endpoint: Endpoint, baseUrl: string): ReferenceEntry {
  const { method, path, summary, status, body, reply, params, query } = endpoint;
  const callers = callersOf(endpoint);
  const inPath = params ? fieldsOf(params, "input").map((field) => ({ ...field, in: "path" as const })) : [];
  const inQuery = query ? fieldsOf(query, "input").map((field) => ({ ...field, in: "query" as const })) : [];
  return {
    id: name,
    ...{ method, path, summary, status },
    credentials: callers.map((caller) => CREDENTIALS[caller]),
    roles: callers.includes("session") ? rolesOf(endpoint) : [],
    permissions: [endpoint.permission ?? []].flat(),
    isIdempotent: endpoint.idempotent === true,
    messages: [endpoint.message ?? []].flat(),
    parameters: [...inPath, ...inQuery],
    body: body ? fieldsOf(body, "input") : [],
    isUpload: endpoint.upload === true,
    reply: reply === "csv" ? null : JSON.stringify(sampleOf(reply, "output"), null, 2),
    curl: curlOf(endpoint, callers[0] ?? "public", baseUrl),
  };
}

/**
 * The callers that can succeed. Some endpoints authenticate a private key but always refuse it for a missing
 * permission; those do not list it.
 */
function callersOf(endpoint: Endpoint): Caller[] {
  const isForKeys = !endpoint.roles && holdsPermission(permissionsOfKeys, endpoint.permission);
  const callers = endpoint.callers.filter((caller) => caller !== "key" || isForKeys);
  // Applications hold a private key, so the sample call uses it first.
  return callers.sort((a, b) => Number(b === "key") - Number(a === "key"));
}

function rolesOf({ roles, permission }: Endpoint): string[] {
  return builtInRoles.filter((role) =>
    roles ? roles.includes(role) : holdsPermission(permissionsOfRole[role], permission),
  );
}

function curlOf(endpoint: Endpoint, caller: Caller, baseUrl: string): string {
  const { method, path, params, query, body, upload, idempotent } = endpoint;
  const inPath = (params ? sampleOf(params, "input") : {}) as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(inPath[name] ?? name));
  const inQuery = Object.entries(query ? queryOf(query) : {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const search = inQuery.length > 0 ? `?${inQuery.join("&")}` : "";
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}'${baseUrl}${filled === "/" ? "" : filled}${search}'`];
  if (caller !== "public") lines.push(`-H "Authorization: Bearer $${VARIABLES[caller]}"`);
  if (idempotent) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (body && upload) lines.push(...fieldsOf(body, "input").map(formLine));
  else if (body) lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(sampleOf(body, "input"))}'`);
  return lines.join(" \\\n  ");
}

/**
 * Uses the schema's own example if it has one, because a schema may need one of several optional fields. Otherwise
 * uses the required fields.
 */
function queryOf(query: z.ZodType): Record<string, unknown> {
  const sample = sampleOf(query, "input") as Record<string, unknown>;
  if (query.meta()?.examples) return sample;
  const needed = fieldsOf(query, "input").filter(({ isRequired }) => isRequired);
  return Object.fromEntries(needed.map(({ name }) => [name, sample[name]]));
}

function formLine({ name, type, rules }: FieldFacts): string {
  return type === "file" || rules === "" ? `-F '${name}=@${name}.csv'` : `-F '${name}=${rules.split(", ")[0]}'`;
}
