import "server-only";
import * as z from "zod";

type Json = { [name: string]: unknown };
/** A field of a body, query, path or response; `name` is its path, such as `data.id` or `items[].amount`. */
export type FieldFacts = { name: string; type: string; isRequired: boolean; rules: string };

const MAX_DEPTH = 3;

/** The fields of a schema, nested fields by their path, as sent (`input`) or received (`output`). */
export function fieldsOf(schema: z.ZodType, io: "input" | "output"): FieldFacts[] {
  const root = jsonOf(schema, io);
  return rowsOf(root, root, { prefix: "", depth: 0 });
}

/** A sample value of the schema: its required fields, or all fields when none is required. */
export function sampleOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const root = jsonOf(schema, io);
  return sample(root, root);
}

function jsonOf(schema: z.ZodType, io: "input" | "output"): Json {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}

/** Resolves a `$ref`; a schema without one is returned as is. */
function resolve(root: Json, schema: Json): Json {
  if (typeof schema.$ref !== "string") return schema;
  const name = schema.$ref.split("/").at(-1) ?? "";
  return ((root.$defs as Json | undefined)?.[name] as Json | undefined) ?? {};
}

function rowsOf(root: Json, given: Json, at: { prefix: string; depth: number }): FieldFacts[] {
  const schema = resolve(root, given);
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([key, field]) => {
    const inner = resolve(root, field);
    if (inner.not) return [];
    const name = at.prefix + key;
    const row = { name, type: typeText(root, inner), isRequired: required.includes(key), rules: rulesText(inner) };
    const { of, suffix } = insideOf(root, inner);
    const deeper = { prefix: name + suffix, depth: at.depth + 1 };
    return [row, ...(of && at.depth < MAX_DEPTH ? rowsOf(root, of, deeper) : [])];
  });
}

/** The object whose fields are listed below a field: the field itself, its array item, or its only object variant. */
function insideOf(root: Json, schema: Json): { of: Json | undefined; suffix: string } {
  if (schema.properties) return { of: schema, suffix: "." };
  const item = resolve(root, (schema.items as Json | undefined) ?? {});
  if (item.properties) return { of: item, suffix: "[]." };
  const variants = variantsOf(root, schema).filter((one) => one.properties);
  return { of: variants.length === 1 ? variants[0] : undefined, suffix: "." };
}

function variantsOf(root: Json, schema: Json): Json[] {
  return ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).map((one) => resolve(root, one));
}

function typeText(root: Json, schema: Json): string {
  const variants = variantsOf(root, schema);
  if (variants.length > 0) return [...new Set(variants.map((one) => typeText(root, one)))].join(" or ");
  if (schema.type === "array") {
    return `list of ${typeText(root, resolve(root, (schema.items as Json | undefined) ?? {}))}`;
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  const formats: Record<string, string> = { binary: "file", uuid: "UUID", "date-time": "instant", date: "date" };
  return formats[String(schema.format)] ?? (typeof schema.type === "string" ? schema.type : "any");
}

function rulesText(schema: Json): string {
  const values = (schema.enum ?? (schema.items as Json | undefined)?.enum) as unknown[] | undefined;
  return [
    values?.join(", "),
    rangeText("characters", schema.minLength, schema.maxLength),
    rangeText("items", schema.minItems, schema.maxItems),
    rangeText("", boundOf(schema.minimum), boundOf(schema.maximum)),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join("; ");
}

function boundOf(value: unknown): unknown {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

function rangeText(unit: string, from: unknown, to: unknown): string {
  if (from === undefined && to === undefined) return "";
  const text = from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`;
  return `${text} ${unit}`.trim();
}

function sample(root: Json, given: Json, depth = 0): unknown {
  const schema = resolve(root, given);
  const examples = schema.examples as unknown[] | undefined;
  if (examples) return examples[0];
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const [variant] = variantsOf(root, schema);
  if (variant) return sample(root, variant, depth);
  if (schema.type === "array")
    return depth > 6 ? [] : [sample(root, (schema.items as Json | undefined) ?? {}, depth + 1)];
  if (schema.type === "object") return sampleObject(root, schema, depth);
  return PLAIN[String(schema.format)] ?? PLAIN[String(schema.type)] ?? "text";
}

const PLAIN: Record<string, unknown> = {
  "date-time": "2026-01-31T12:00:00.000Z",
  date: "2026-01-31",
  uuid: "0190a000-0000-7000-8000-000000000001",
  integer: 100,
  number: 100,
  boolean: true,
  null: null,
};

function sampleObject(root: Json, schema: Json, depth: number): Json {
  if (depth > 6) return {};
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).filter(([, field]) => !field.not);
  const required = (schema.required ?? []) as string[];
  const wanted = required.length > 0 ? fields.filter(([name]) => required.includes(name)) : fields;
  return Object.fromEntries(wanted.map(([name, field]) => [name, sample(root, field, depth + 1)]));
}
