import type { Endpoint } from "../endpoint.ts";
import { endpoints } from "../endpoints.ts";
import { failures } from "../errors.ts";
import { builtInRoles, holdsPermission, permissionsOfRole } from "../permissions.ts";
import { CREDENTIAL_NAMES, callersOf, curlOf } from "./calls.ts";
import { type FieldFacts, fieldsOf, jsonSchemaOf, sampleOf } from "./schema-fields.ts";

/** One endpoint in the list of the dashboard's API reference. */
export type ReferenceLine = { id: string; method: string; path: string; summary: string };

/** One endpoint as the reference shows it when it is open. */
export type ReferenceEntry = ReferenceLine & {
  credentials: readonly string[];
  /** The built-in roles whose members may call it; empty when it needs no session. */
  roles: readonly string[];
  permissions: readonly string[];
  isIdempotent: boolean;
  messages: readonly string[];
  status: number;
  parameters: readonly (FieldFacts & { in: "path" | "query" })[];
  body: readonly FieldFacts[];
  isUpload: boolean;
  /** A sample reply as JSON; `null` for a CSV file. */
  reply: string | null;
  curl: string;
};

export type ReferenceGroup = { tag: string; lines: readonly ReferenceLine[] };

/** Every endpoint of the contract, grouped by tag. Wire 6. */
export function referenceGroups(): ReferenceGroup[] {
  const groups = new Map<string, ReferenceLine[]>();
  for (const [id, { tag, method, path, summary }] of Object.entries<Endpoint>(endpoints)) {
    groups.set(tag, [...(groups.get(tag) ?? []), { id, method, path, summary }]);
  }
  return [...groups].map(([tag, lines]) => ({ tag, lines }));
}

/** One endpoint with its fields and a sample call; `undefined` if the contract has none of this name. Wire 6. */
export function referenceEntry(id: string, baseUrl: string): ReferenceEntry | undefined {
  const endpoint = Object.entries<Endpoint>(endpoints).find(([name]) => name === id)?.[1];
  return endpoint && entryOf(id, endpoint, baseUrl);
}

/** Every failure of the service, by status. Codes are stable; a message can be more specific than the one listed. API 1. */
export function referenceFailures(): { code: string; status: number; message: string }[] {
  return Object.entries(failures)
    .map(([code, { status, message }]) => ({ code, status, message }))
    .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}

function entryOf(name: string, endpoint: Endpoint, baseUrl: string): ReferenceEntry {
  const { method, path, summary, status, body, reply } = endpoint;
  // Integrations use a key: it comes first.
  const callers = callersOf(endpoint).sort((a, b) => Number(b === "key") - Number(a === "key"));
  return {
    id: name,
    ...{ method, path, summary, status },
    credentials: callers.map((caller) => CREDENTIAL_NAMES[caller]),
    roles: callers.includes("session") ? rolesOf(endpoint) : [],
    permissions: [endpoint.permission ?? []].flat(),
    isIdempotent: endpoint.idempotent === true,
    messages: [endpoint.message ?? []].flat(),
    parameters: [...parametersOf(endpoint, "path"), ...parametersOf(endpoint, "query")],
    body: body ? fieldsOf(jsonSchemaOf(body, "input")) : [],
    isUpload: endpoint.upload !== undefined,
    reply: typeof reply === "string" ? null : JSON.stringify(sampleOf(jsonSchemaOf(reply, "output")), null, 2),
    curl: curlOf(endpoint, baseUrl),
  };
}

function parametersOf({ params, query }: Endpoint, place: "path" | "query"): ReferenceEntry["parameters"] {
  const schema = place === "path" ? params : query;
  return schema ? fieldsOf(jsonSchemaOf(schema, "input")).map((field) => ({ ...field, in: place })) : [];
}

function rolesOf({ roles, permission }: Endpoint): string[] {
  return builtInRoles.filter((role) =>
    roles ? roles.includes(role) : holdsPermission(permissionsOfRole[role], permission),
  );
}
