import type { Endpoint } from "../endpoint.ts";
import { endpoints } from "../endpoints.ts";
import { failures } from "../errors.ts";
import { builtInRoles, holdsPermission, permissionsOfRole } from "../permissions.ts";
import { CREDENTIAL_NAMES, callersOf, curlOf } from "./calls.ts";
import { type FieldFacts, fieldsOf, jsonSchemaOf, sampleOf } from "./schema-fields.ts";

/** One endpoint as the dashboard's API reference shows it. */
export type ReferenceEntry = {
  id: string;
  method: string;
  path: string;
  summary: string;
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

export type ReferenceGroup = { tag: string; entries: readonly ReferenceEntry[] };

/** Every endpoint of the contract, grouped by tag, with its fields and a sample call. Wire 6. */
export function referenceGroups(baseUrl: string): ReferenceGroup[] {
  const groups = new Map<string, ReferenceEntry[]>();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    groups.set(endpoint.tag, [...(groups.get(endpoint.tag) ?? []), entryOf(name, endpoint, baseUrl)]);
  }
  return [...groups].map(([tag, entries]) => ({ tag, entries }));
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
