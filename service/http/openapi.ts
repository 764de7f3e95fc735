import type * as z from "zod";
import type { Caller, Endpoint } from "../../contract/endpoint.ts";
import { FailureReply } from "../../contract/envelope.ts";
import { BASE_PATH } from "./bind.ts";
import { createSchemas, type Schemas } from "./json-schema.ts";

export type Operation = {
  operationId?: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
  "x-permission": string | readonly string[] | null;
  "x-callers": readonly Caller[];
  "x-built": boolean;
};

export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
};

/** The OpenAPI 3.1 document, made from the contract's table and nothing else (api 1). */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  const schemas = createSchemas();
  const failureReply = schemas.of(FailureReply, "output");
  for (const endpoint of endpoints) {
    const path = endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.tag))].sort();
  return {
    openapi: "3.1.0",
    info: { title: "Merchant wallet service", version, description: DESCRIPTION },
    servers: [{ url: BASE_PATH }],
    tags: [
      ...tags.map((name) => ({ name })),
      { name: "extension", description: "What this service adds to the specification." },
    ],
    paths,
    components: {
      schemas: { FailureReply: failureReply, ...schemas.named() },
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "A member's access token from POST /auth/login." },
        key: { type: "http", scheme: "bearer", description: "A merchant private key: sk_sandbox_… or sk_live_…" },
        customer: { type: "http", scheme: "bearer", description: "A customer token from POST /customer/token." },
      },
    },
  };
}

const DESCRIPTION = [
  "Amounts are whole kobo. Success answers `{status: true, message, …}`, failure `{status: false, message, code, requestId, errors?}`.",
  "A call runs in the account's mode, sandbox or production; `X-Account-Mode` refuses it with 409 when that is another one.",
].join("\n\n");

function operationOf(endpoint: Endpoint, schemas: Schemas): Operation {
  const parameters = [
    ...pathParameters(endpoint, schemas),
    ...fieldsOf(endpoint.query, schemas).map((field) => ({ ...field, in: "query" })),
    ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  const isPublic = endpoint.callers.includes("public");
  return {
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [endpoint.tag, ...(endpoint.extension ? ["extension"] : [])],
    security: isPublic ? [] : endpoint.callers.map((caller) => ({ [caller]: [] })),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint, schemas.of(endpoint.body, "input")) } : {}),
    responses: { [endpoint.status]: successOf(endpoint, schemas), default: FAILURE },
    "x-permission": endpoint.permission,
    "x-callers": endpoint.callers,
    "x-built": endpoint.built,
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same body answers the first answer again, for 48 h.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const FAILURE = {
  description: "Failure",
  content: { "application/json": { schema: { $ref: "#/components/schemas/FailureReply" } } },
};

function descriptionOf(endpoint: Endpoint): string {
  const needed = typeof endpoint.permission === "string" ? [endpoint.permission] : (endpoint.permission ?? []);
  const lines = [`Source: ${endpoint.source}.`];
  if (needed.length > 0) lines.push(`Permission: ${needed.join(" or ")}.`);
  if (endpoint.roles) lines.push(`Role: ${endpoint.roles.join(" or ")}.`);
  if (!endpoint.built) lines.push("Specified, not built yet: answers 501.");
  return lines.join(" ");
}

function requestBodyOf(endpoint: Endpoint, schema: object): object {
  const type = endpoint.upload ? "multipart/form-data" : "application/json";
  return { required: true, content: { [type]: { schema } } };
}

function successOf(endpoint: Endpoint, schemas: Schemas): object {
  const description =
    typeof endpoint.message === "string" ? endpoint.message : (endpoint.message?.join(" or ") ?? "Success");
  if (endpoint.reply === "csv") return { description, content: { "text/csv": { schema: { type: "string" } } } };
  return { description, content: { "application/json": { schema: schemas.of(endpoint.reply, "output") } } };
}

function pathParameters(endpoint: Endpoint, schemas: Schemas): object[] {
  const known = new Map(fieldsOf(endpoint.params, schemas).map((field) => [field.name, field]));
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    schema: known.get(name)?.schema ?? { type: "string" },
    required: true,
    in: "path",
  }));
}

type Field = { name: string; required: boolean; schema: object };

function fieldsOf(schema: z.ZodType | undefined, schemas: Schemas): Field[] {
  if (!schema) return [];
  const { properties, required } = schemas.of(schema, "input") as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties ?? {}).map(([name, inner]) => ({
    name,
    required: required?.includes(name) ?? false,
    schema: inner,
  }));
}
