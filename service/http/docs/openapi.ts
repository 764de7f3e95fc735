import * as z from "zod";
import { CHANGE_SUBMITTED } from "../../../contract/access-changes.ts";
import type { Caller, Endpoint } from "../../../contract/endpoint.ts";
import { endpoints as table } from "../../../contract/endpoints.ts";
import { FailureReply, success } from "../../../contract/envelope.ts";
import { events, testEvent } from "../../../contract/events.ts";
import { callersOf } from "../../../contract/reference/calls.ts";
import type { JsonSchema } from "../../../contract/reference/schema-fields.ts";
import { BASE_PATH } from "../bind.ts";
import { createSchemas, type Schemas } from "./json-schema.ts";

export type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};
type Content = { [type: string]: { schema: JsonSchema } };

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: JsonSchema; content?: Content }>;
  "x-permission": string | readonly string[] | null;
  "x-roles"?: readonly string[];
  "x-step-up"?: true;
  "x-callers": readonly Caller[];
  "x-messages": readonly string[];
};

export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { summary: string; requestBody: { content: JsonSchema } } }>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: JsonSchema };
};

/** The OpenAPI 3.1 document, generated from the contract. API 1. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  const schemas = createSchemas();
  const failureReply = schemas.of(FailureReply, "output");
  for (const endpoint of endpoints) {
    const path = endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  const webhooks = webhooksOf(schemas);
  return {
    openapi: "3.1.0",
    info: { title: "Merchant wallet service", version, description: DESCRIPTION },
    servers: [{ url: BASE_PATH }],
    tags: [
      ...[...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
      { name: "extension", description: "Additions of this service to the specification." },
    ],
    paths,
    webhooks,
    components: {
      schemas: { FailureReply: failureReply, ...(schemas.named() as Record<string, JsonSchema>) },
      securitySchemes: {
        sessionToken: { type: "http", scheme: "bearer", description: "A member's access token from POST /auth/login." },
        privateKey: {
          type: "http",
          scheme: "bearer",
          description: "A merchant private key: sk_sandbox_… or sk_live_…",
        },
        customerToken: { type: "http", scheme: "bearer", description: "A customer token from POST /customer/token." },
      },
    },
  };
}

const DESCRIPTION = [
  "Amounts are whole kobo. A success is `{status: true, message, …}`, a failure `{status: false, message, code, requestId, errors?}`. A success of the webhook endpoints has `success` instead of `status`.",
  "A call runs in the account's mode, sandbox or production. With `X-Account-Mode` a call for the other mode is rejected with 409.",
].join("\n\n");

const SCHEMES: Record<Exclude<Caller, "public">, string> = {
  session: "sessionToken",
  key: "privateKey",
  customer: "customerToken",
};

const verbs = new Map<Endpoint, string>(Object.entries(table).map(([name, endpoint]) => [endpoint, name]));

function operationOf(endpoint: Endpoint, schemas: Schemas): Operation {
  const parameters = parametersOf(endpoint, schemas);
  const callers = callersOf(endpoint);
  const description = descriptionOf(endpoint);
  return {
    operationId: verbs.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    summary: endpoint.summary,
    ...(description ? { description } : {}),
    tags: [endpoint.tag, ...(endpoint.extension ? ["extension"] : [])],
    security: callers.flatMap((caller) => (caller === "public" ? [] : [{ [SCHEMES[caller]]: [] }])),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint, schemas.of(endpoint.body, "input")) } : {}),
    responses: {
      [endpoint.status]: successOf(endpoint, schemas),
      ...alsoOf(endpoint, schemas),
      default: FAILURE,
    },
    "x-permission": endpoint.permission,
    ...(endpoint.roles ? { "x-roles": endpoint.roles } : {}),
    ...(endpoint.stepUp ? { "x-step-up": true } : {}),
    "x-callers": callers,
    "x-messages": messagesOf(endpoint),
  };
}

function messagesOf({ message }: Endpoint): readonly string[] {
  return typeof message === "string" ? [message] : (message ?? []);
}

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "For 48 h, the same key with the same request returns the first response again. A different request gets 422.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const ACCOUNT_MODE: Parameter = {
  name: "X-Account-Mode",
  in: "header",
  required: false,
  description: "The expected account mode. The call is rejected with 409 if the account is in the other mode.",
  schema: { type: "string", enum: ["SANDBOX", "PRODUCTION"] },
};

const REFRESH_TOKEN: Parameter = {
  name: "X-Refresh-Token",
  in: "header",
  required: true,
  description: "Can be used once. For 60 s afterwards it returns the same new pair.",
  schema: { type: "string" },
};

const FAILURE = {
  description: "Failure",
  content: { "application/json": { schema: { $ref: "#/components/schemas/FailureReply" } } },
};

function parametersOf(endpoint: Endpoint, schemas: Schemas): Parameter[] {
  const isPublic = endpoint.callers.includes("public");
  return [
    ...fieldsOf(endpoint.params, schemas).map((field) => ({ ...field, required: true, in: "path" })),
    ...fieldsOf(endpoint.query, schemas).map((field) => ({ ...field, in: "query" })),
    ...(endpoint === table.refreshToken ? [REFRESH_TOKEN] : []),
    ...(isPublic ? [] : [ACCOUNT_MODE]),
    ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
}

function descriptionOf(endpoint: Endpoint): string {
  const needed = typeof endpoint.permission === "string" ? [endpoint.permission] : (endpoint.permission ?? []);
  const lines: string[] = [];
  if (needed.length > 0) lines.push(`Permission: ${needed.join(" or ")}.`);
  if (endpoint.roles) lines.push(`Role: ${endpoint.roles.join(" or ")}.`);
  if (endpoint.stepUp) lines.push("A session needs a sign-in or `POST /user/step-up` in the last 10 minutes.");
  return lines.join(" ");
}

function requestBodyOf(endpoint: Endpoint, schema: JsonSchema): NonNullable<Operation["requestBody"]> {
  const type = endpoint.upload ? "multipart/form-data" : "application/json";
  // A body that is left out is read as an empty one.
  const required = endpoint.upload !== undefined || !endpoint.body?.safeParse({}).success;
  return { required, content: { [type]: { schema } } };
}

const FILE_TYPES = {
  ...{ csv: "text/csv", pdf: "application/pdf", json: "application/json" },
  // Documents have the type of what was uploaded.
  file: "application/octet-stream",
} as const;

function successOf(endpoint: Endpoint, schemas: Schemas): Operation["responses"][string] {
  const isSubmitting = endpoint.money === "approval" || messagesOf(endpoint).includes(CHANGE_SUBMITTED);
  const location = {
    Location: {
      description: "The pending approval or change, if the request was submitted for approval.",
      schema: { type: "string" },
    },
  };
  const type = FILE_TYPES[typeof endpoint.reply === "string" ? endpoint.reply : "json"];
  const schema = typeof endpoint.reply === "string" ? { type: "string" } : schemas.of(endpoint.reply, "output");
  return {
    description: messagesOf(endpoint).join(" or ") || "Success",
    ...(isSubmitting ? { headers: location } : {}),
    content: { [type]: { schema }, ...jsonRowsOf(endpoint, schemas) },
  };
}

/** The other form of a download, for callers who prefer JSON. */
function jsonRowsOf({ jsonRow }: Endpoint, schemas: Schemas): Content {
  return jsonRow ? { "application/json": { schema: schemas.of(success({ data: z.array(jsonRow) }), "output") } } : {};
}

function alsoOf(endpoint: Endpoint, schemas: Schemas): Operation["responses"] {
  const { also } = endpoint;
  if (!also) return {};
  const usual = successOf({ ...endpoint, reply: also.reply ?? endpoint.reply }, schemas);
  return { [also.status]: { ...usual, description: also.when } };
}

type Field = { name: string; required: boolean; schema: JsonSchema; example?: unknown };

function fieldsOf(schema: z.ZodType | undefined, schemas: Schemas): Field[] {
  if (!schema) return [];
  const { properties, required, examples } = schemas.of(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
    examples?: JsonSchema[];
  };
  const example = examples?.[0] ?? {};
  return Object.entries(properties ?? {}).map(([name, inner]) => ({
    name,
    required: required?.includes(name) ?? false,
    schema: inner,
    ...(name in example ? { example: example[name] } : {}),
  }));
}

/** The webhook events. A payload is exactly `{event, data}`. Spec 6.3. */
function webhooksOf(schemas: Schemas): OpenApiDocument["webhooks"] {
  const all = [...Object.entries(events), [testEvent.type, testEvent] as const];
  return Object.fromEntries(
    all.map(([type, { description, data, example }]) => {
      const properties = { event: { const: type }, data: schemas.of(data, "output") };
      const schema = { type: "object", required: ["event", "data"], properties };
      const content = { "application/json": { schema, example: { event: type, data: example } } };
      return [type, { post: { summary: description, requestBody: { content } } }];
    }),
  );
}
