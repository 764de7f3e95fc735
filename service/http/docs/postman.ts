import type { Caller, Endpoint } from "../../../contract/endpoint.ts";
import { endpoints as table } from "../../../contract/endpoints.ts";
import { callersOf } from "../../../contract/reference/calls.ts";
import { fieldsOf, jsonSchemaOf, sampleOf } from "../../../contract/reference/schema-fields.ts";
import { BASE_PATH } from "../bind.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const VARIABLES: Record<Exclude<Caller, "public">, string> = {
  key: "privateKey",
  session: "accessToken",
  customer: "customerToken",
};

type Variable = { key: string; value: string; description?: string; disabled?: boolean };

/**
 * A collection of all endpoints in Postman's format 2.1, which Bruno and Insomnia import too: a folder per tag, sample bodies, and the
 * credentials as variables. API 1.
 */
export function postmanCollection(endpoints: readonly Endpoint[], version: string): object {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  return {
    info: { name: `Merchant wallet service ${version}`, schema: SCHEMA },
    variable: [
      { key: "baseUrl", value: `http://127.0.0.1:4000${BASE_PATH}` },
      ...Object.values(VARIABLES).map((key) => ({ key, value: "" })),
    ],
    item: tags.map((tag) => ({ name: tag, item: endpoints.filter((one) => one.tag === tag).map(requestOf) })),
  };
}

function requestOf(endpoint: Endpoint): object {
  const { method, path, summary, params, query } = endpoint;
  // A variable of Postman's path starts with a colon.
  const parts = path
    .replaceAll(/\{(\w+)\}/g, ":$1")
    .split("/")
    .filter((part) => part !== "");
  return {
    name: summary,
    request: {
      method,
      description: `${method} ${path}`,
      auth: authOf(endpoint),
      header: headersOf(endpoint),
      ...bodyOf(endpoint),
      url: {
        raw: `{{baseUrl}}/${parts.join("/")}`,
        host: ["{{baseUrl}}"],
        path: parts,
        variable: params ? samplesOf(params) : [],
        query: query ? samplesOf(query).map((one) => ({ ...one, disabled: !isNeeded(query, one.key) })) : [],
      },
    },
  };
}

function authOf(endpoint: Endpoint): object {
  const callers = callersOf(endpoint);
  const caller = callers.includes("key") ? "key" : (callers[0] ?? "public");
  if (caller === "public") return { type: "noauth" };
  return { type: "bearer", bearer: [{ key: "token", value: `{{${VARIABLES[caller]}}}`, type: "string" }] };
}

function headersOf(endpoint: Endpoint): Variable[] {
  return [
    ...(endpoint.idempotent ? [{ key: "Idempotency-Key", value: "{{$guid}}" }] : []),
    ...(endpoint === table.refreshToken ? [{ key: "X-Refresh-Token", value: "{{refreshToken}}" }] : []),
  ];
}

function bodyOf({ body, upload }: Endpoint): object {
  if (!body) return {};
  const schema = jsonSchemaOf(body, "input");
  if (upload) {
    const sample = sampleOf(schema) as Record<string, unknown>;
    const formdata = fieldsOf(schema).map(({ name, type, isRequired }) =>
      type === "file"
        ? { key: name, type }
        : { key: name, type: "text", value: String(sample[name] ?? ""), disabled: !isRequired },
    );
    return { body: { mode: "formdata", formdata } };
  }
  const raw = JSON.stringify(sampleOf(schema), null, 2);
  return { body: { mode: "raw", raw, options: { raw: { language: "json" } } } };
}

type Schema = NonNullable<Endpoint["query"]>;

function samplesOf(schema: Schema): Variable[] {
  const sample = sampleOf(jsonSchemaOf(schema, "input")) as Record<string, unknown>;
  return fieldsOf(jsonSchemaOf(schema, "input")).map(({ name }) => ({ key: name, value: String(sample[name] ?? "") }));
}

function isNeeded(schema: Schema, name: string): boolean {
  return fieldsOf(jsonSchemaOf(schema, "input")).some((field) => field.name === name && field.isRequired);
}
