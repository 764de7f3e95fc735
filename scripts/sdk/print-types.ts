import type { JsonSchema } from "../../contract/reference/schema-fields.ts";
import type { OpenApiDocument, Operation, Parameter } from "../../service/http/docs/openapi.ts";

const HEAD = `// Written by \`npm run sdk\` from the OpenAPI document. Do not edit.
`;
const SUCCESS = /^2/;
const WIDTH = 2;

/**
 * Prints the TypeScript types of an OpenAPI document: one type per component, one entry of \`Routes\` per endpoint, one of
 * \`WebhookEvents\` per event, the codes of failures, and the calls that may be repeated. Decision 0132.
 */
export function printTypes(document: OpenApiDocument, errorCodes: readonly string[]): string {
  const components = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema, 0)};\n`,
  );
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeOf(`${method.toUpperCase()} ${path}`, operation)),
  );
  const repeatable = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isRepeatable(path, operation))
      .map(([method]) => `  ${JSON.stringify(`${method.toUpperCase()} ${path}`)},\n`),
  );
  const webhooks = Object.entries(document.webhooks).map(([name, { post }]) => {
    const { schema } = (post.requestBody.content as Record<string, { schema: JsonSchema }>)["application/json"] ?? {};
    return `${comment(post.summary, WIDTH)}  ${JSON.stringify(name)}: ${typeOf(schema, WIDTH)};\n`;
  });
  return [
    HEAD,
    ...components,
    "/** Each endpoint with its input and its reply. Amounts are whole kobo, times ISO 8601 in UTC. */\n" +
      `export type Routes = {\n${routes.join("")}};\n`,
    `/** The body of each webhook. */\nexport type WebhookEvents = {\n${webhooks.join("")}};\n`,
    `/** The codes of failures. A later version of the service may send others. */\n` +
      `export type ErrorCode =\n${[...errorCodes]
        .sort()
        .map((code) => `  | ${JSON.stringify(code)}`)
        .join("\n")};\n`,
    "/** The calls other than GET that may be repeated: they take an `Idempotency-Key`, or show only what another call would do. */\n" +
      `export const REPEATABLE: ReadonlySet<string> = new Set([\n${repeatable.join("")}]);\n`,
  ].join("\n");
}

function isRepeatable(path: string, { parameters = [] }: Operation): boolean {
  return /\/(preview|preflight)$/.test(path) || parameters.some(({ name }) => name === "Idempotency-Key");
}

function routeOf(name: string, operation: Operation): string {
  const members = [
    member("params", operation.parameters, "path"),
    member("query", operation.parameters, "query"),
    bodyOf(operation),
    `    reply: ${replyOf(operation)};\n`,
  ];
  const lines = [operation.summary, operation.description].filter((line) => line !== undefined).join(". ");
  return `${comment(lines, WIDTH)}  ${JSON.stringify(name)}: {\n${members.join("")}  };\n`;
}

function member(name: string, parameters: readonly Parameter[] = [], place: string): string {
  const fields = parameters.filter((parameter) => parameter.in === place);
  if (fields.length === 0) return "";
  const isNeeded = fields.some(({ required }) => required);
  const lines = fields.map((field) => {
    const mark = field.required ? "" : "?";
    // A number in a URL is text of digits. An account number or a BVN stays text: it may begin with 0.
    const type = isWholeNumber(field.schema) ? "number" : typeOf(field.schema, 6);
    return `      ${keyOf(field.name)}${mark}: ${type};\n`;
  });
  return `    ${name}${isNeeded ? "" : "?"}: {\n${lines.join("")}    };\n`;
}

function isWholeNumber({ type, pattern }: JsonSchema): boolean {
  return type === "string" && typeof pattern === "string" && /^\^\[1-9\]\\d/.test(pattern);
}

function bodyOf({ requestBody }: Operation): string {
  if (!requestBody) return "";
  const [[type, { schema }] = ["", { schema: {} }]] = Object.entries(requestBody.content);
  const mark = requestBody.required ? "" : "?";
  return `    body${mark}: ${type === "multipart/form-data" ? "FormData" : typeOf(schema, 4)};\n`;
}

/** What a success answers: several types where its statuses answer differently, such as a dry run. */
function replyOf({ responses }: Operation): string {
  const successes = Object.entries(responses).filter(([status]) => SUCCESS.test(status));
  const types = successes.map(([, { content }]) => {
    const json = content?.["application/json"];
    return json ? typeOf(json.schema, 4) : "Response";
  });
  return union(types);
}

/** The TypeScript type of a JSON schema. `indent`: spaces before its closing brace. */
export function typeOf(schema: JsonSchema | boolean | undefined, indent: number): string {
  if (schema === undefined || typeof schema === "boolean") return "unknown";
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema as Keywords;
  if ($ref) return $ref.replace("#/components/schemas/", "");
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return union(values.map((value) => JSON.stringify(value)));
  const choices = anyOf ?? oneOf;
  if (choices) return union(choices.map((choice) => typeOf(choice, indent)));
  if (allOf) return allOf.map((part) => typeOf(part, indent)).join(" & ");
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, indent)));
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return type;
    case "array":
      return `Array<${typeOf((schema as Keywords).items, indent)}>`;
    case "object":
      return objectOf(schema as Keywords, indent);
    default:
      return "unknown";
  }
}

type Keywords = {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string | string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
};

function objectOf({ properties = {}, required = [], additionalProperties }: Keywords, indent: number): string {
  const names = Object.keys(properties);
  if (names.length === 0) {
    const isOpen = additionalProperties !== undefined && additionalProperties !== false;
    return isOpen ? `Record<string, ${typeOf(additionalProperties, indent)}>` : "Record<string, unknown>";
  }
  const inner = indent + WIDTH;
  const lines = names.map((name) => {
    const mark = required.includes(name) ? "" : "?";
    return `${" ".repeat(inner)}${keyOf(name)}${mark}: ${typeOf(properties[name], inner)};\n`;
  });
  return `{\n${lines.join("")}${" ".repeat(indent)}}`;
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] ?? "never") : `(${different.join(" | ")})`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function comment(text: string, indent: number): string {
  return `${" ".repeat(indent)}/** ${text.replaceAll("*/", "*\\/")} */\n`;
}
