import * as z from "zod";

export type JsonSchema = { [name: string]: unknown };
type Definitions = { [name: string]: JsonSchema };

/** One field of a request or reply. `name` is its path, such as `data.id` or `items[].amount`. */
export type FieldFacts = {
  name: string;
  /** In words; a record that is shown by name has its name here. */
  type: string;
  isRequired: boolean;
  /** The values that the field accepts, when it accepts only these. */
  values: readonly string[];
  /** Lengths, bounds, default and pattern. */
  rules: string;
};

const MAX_DEPTH = 3;
const MAX_SAMPLE_DEPTH = 6;
const MAX_PATTERN_LENGTH = 40;

/** JSON Schema of a zod schema, for its callers (`input`) or its readers (`output`). Named schemas are in `$defs`. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}

/** The fields of a schema, nested ones under their path. A record outside `definitions` is shown by name only. */
export function fieldsOf(schema: JsonSchema, definitions: Definitions = definitionsOf(schema)): FieldFacts[] {
  return rowsOf(schema, { definitions, prefix: "", depth: 0 });
}

/** A value that the schema accepts: its required fields, or all fields when none is required. */
export function sampleOf(schema: JsonSchema, definitions: Definitions = definitionsOf(schema)): unknown {
  return sample(schema, { definitions, depth: 0 });
}

function definitionsOf(schema: JsonSchema): Definitions {
  return (schema.$defs ?? {}) as Definitions;
}

function resolve(schema: JsonSchema, definitions: Definitions): JsonSchema {
  return typeof schema.$ref === "string" ? (definitions[nameOf(schema.$ref)] ?? schema) : schema;
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries((schema.properties ?? {}) as { [name: string]: JsonSchema });
}

/** The item of a list; `{}` when anything is allowed. */
function itemOf(schema: JsonSchema): JsonSchema {
  return (schema.items ?? {}) as JsonSchema;
}

function variantsOf(schema: JsonSchema, definitions: Definitions): JsonSchema[] {
  return ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).map((variant) => resolve(variant, definitions));
}

function rowsOf(given: JsonSchema, at: { definitions: Definitions; prefix: string; depth: number }): FieldFacts[] {
  const { definitions, prefix, depth } = at;
  const schema = resolve(given, definitions);
  const required = (schema.required ?? []) as string[];
  return propertiesOf(schema).flatMap(([key, field]) => {
    const inner = resolve(field, definitions);
    // A field that accepts no value exists only to explain its rejection.
    if (inner.not) return [];
    const name = prefix + key;
    const facts: FieldFacts = {
      name,
      type: typeText(inner, definitions),
      isRequired: required.includes(key),
      values: valuesOf(inner),
      rules: rulesText(inner),
    };
    const nested = nestedOf(inner, definitions);
    if (!nested || depth >= MAX_DEPTH) return [facts];
    return [facts, ...rowsOf(nested.schema, { definitions, prefix: name + nested.suffix, depth: depth + 1 })];
  });
}

/** The object to show below a field: the field itself, an item of the list, or the only variant that is an object. */
function nestedOf(schema: JsonSchema, definitions: Definitions): { schema: JsonSchema; suffix: string } | undefined {
  if (schema.properties) return { schema, suffix: "." };
  const item = resolve(itemOf(schema), definitions);
  if (item.properties) return { schema: item, suffix: "[]." };
  const [variant, ...others] = variantsOf(schema, definitions).filter((one) => one.properties);
  return variant && others.length === 0 ? { schema: variant, suffix: "." } : undefined;
}

const FORMATS: Record<string, string> = { binary: "file", uuid: "UUID", "date-time": "instant", date: "date" };

function typeText(schema: JsonSchema, definitions: Definitions): string {
  if (typeof schema.$ref === "string") return nameOf(schema.$ref);
  const variants = variantsOf(schema, definitions);
  if (variants.length > 0) return [...new Set(variants.map((one) => typeText(one, definitions)))].join(" or ");
  if (schema.type === "array") return `list of ${typeText(resolve(itemOf(schema), definitions), definitions)}`;
  if ("const" in schema) return JSON.stringify(schema.const);
  return FORMATS[String(schema.format)] ?? (typeof schema.type === "string" ? schema.type : "any");
}

function valuesOf(schema: JsonSchema): string[] {
  return ((schema.enum ?? itemOf(schema).enum ?? []) as unknown[]).map(String);
}

function rulesText(schema: JsonSchema): string {
  const { pattern } = schema;
  return [
    rangeText("characters", schema.minLength, schema.maxLength),
    rangeText("items", schema.minItems, schema.maxItems),
    rangeText("", boundOf(schema.minimum), boundOf(schema.maximum)),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
    typeof pattern === "string" && pattern.length < MAX_PATTERN_LENGTH ? pattern : "",
  ]
    .filter(Boolean)
    .join("; ");
}

/** Leaves out the bounds that every safe integer has. */
function boundOf(value: unknown): number | undefined {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

function rangeText(unit: string, from: unknown, to: unknown): string {
  if (from === undefined && to === undefined) return "";
  const text = from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`;
  return `${text} ${unit}`.trim();
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

function sample(given: JsonSchema, at: { definitions: Definitions; depth: number }): unknown {
  const schema = resolve(given, at.definitions);
  const known = knownSample(schema);
  if (known) return known.value;
  const [variant] = variantsOf(schema, at.definitions);
  if (variant) return sample(variant, at);
  const deeper = { ...at, depth: at.depth + 1 };
  const isDeep = at.depth > MAX_SAMPLE_DEPTH;
  if (schema.type === "array") return isDeep ? [] : [sample(itemOf(schema), deeper)];
  if (schema.type === "object") return isDeep ? {} : sampleObject(schema, deeper);
  return PLAIN[String(schema.format)] ?? PLAIN[String(schema.type)] ?? "text";
}

/** A value that the schema itself names. */
function knownSample(schema: JsonSchema): { value: unknown } | undefined {
  if (Array.isArray(schema.examples)) return { value: schema.examples[0] };
  if ("const" in schema) return { value: schema.const };
  if (Array.isArray(schema.enum)) return { value: schema.enum[0] };
  return schema.default === undefined ? undefined : { value: schema.default };
}

function sampleObject(schema: JsonSchema, at: { definitions: Definitions; depth: number }): JsonSchema {
  const fields = propertiesOf(schema).filter(([, field]) => !field.not);
  const required = (schema.required ?? []) as string[];
  const shown = required.length > 0 ? fields.filter(([name]) => required.includes(name)) : fields;
  return Object.fromEntries(shown.map(([name, field]) => [name, sample(field, at)]));
}
