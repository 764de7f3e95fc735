import type * as z from "zod";
import type { Caller, Endpoint } from "../endpoint.ts";
import { endpoints } from "../endpoints.ts";
import { holdsPermission, permissionsOfKeys } from "../permissions.ts";
import { fieldsOf, type JsonSchema, jsonSchemaOf, sampleOf } from "./schema-fields.ts";

/** The credential of a caller, as the references show it. */
export const CREDENTIAL_NAMES: Record<Caller, string> = {
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

/** The callers that an endpoint really admits. Some accept a private key only to answer that keys lack the permission. */
export function callersOf(endpoint: Endpoint): Caller[] {
  const isForKeys = !endpoint.roles && holdsPermission(permissionsOfKeys, endpoint.permission);
  return endpoint.callers.filter((caller) => caller !== "key" || isForKeys);
}

/** A curl command that calls the endpoint with valid sample data, with a private key where keys are admitted. */
export function curlOf(endpoint: Endpoint, baseUrl: string): string {
  const { method, path, params, query, body, upload, idempotent } = endpoint;
  const callers = callersOf(endpoint);
  const caller = callers.includes("key") ? "key" : (callers[0] ?? "public");
  const inPath = (params ? sampleOf(jsonSchemaOf(params, "input")) : {}) as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(inPath[name] ?? name));
  const inQuery = Object.entries(query ? queryOf(query) : {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const search = inQuery.length > 0 ? `?${inQuery.join("&")}` : "";
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}'${baseUrl}${filled === "/" ? "" : filled}${search}'`];
  if (caller !== "public") lines.push(`-H "Authorization: Bearer $${VARIABLES[caller]}"`);
  if (endpoint === endpoints.refreshToken) lines.push('-H "X-Refresh-Token: $REFRESH_TOKEN"');
  if (idempotent) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (body) lines.push(...bodyLines(jsonSchemaOf(body, "input"), upload));
  return lines.join(" \\\n  ");
}

function bodyLines(schema: JsonSchema, upload: Endpoint["upload"]): string[] {
  const sample = sampleOf(schema) as Record<string, unknown>;
  if (!upload) return ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(sample)}'`];
  const ending = upload === "documents" ? "pdf" : "csv";
  return fieldsOf(schema).flatMap(({ name, type, isRequired }) => {
    if (type === "file") return [`-F '${name}=@${name}.${ending}'`];
    return isRequired ? [`-F '${name}=${sample[name]}'`] : [];
  });
}

/** The contract's own example if there is one: it names one of several alternatives. Otherwise the required fields. */
function queryOf(query: z.ZodType): Record<string, unknown> {
  const schema = jsonSchemaOf(query, "input");
  const sample = sampleOf(schema) as Record<string, unknown>;
  if (query.meta()?.examples) return sample;
  const required = fieldsOf(schema).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(required.map(({ name }) => [name, sample[name]]));
}
