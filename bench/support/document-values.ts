import fc from "fast-check";

export type Schema = { [name: string]: unknown };
/** `known`: values that answers had, by the name of their field. `name`: of the field whose values are drawn. */
export type From = {
  defs: Record<string, Schema>;
  ids: readonly string[];
  known: ReadonlyMap<string, readonly string[]>;
  name?: string;
  depth?: number;
};

/** The fields of answers whose values a request wants under another name. */
const SAME: Record<string, string> = {
  fromCustomerId: "customerId",
  toCustomerId: "customerId",
  fromWalletId: "accountNumber",
  toWalletId: "accountNumber",
};

const TEXT = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHJK0123456789 -_.,"),
  maxLength: 24,
});
const MAX_DEPTH = 5;

/** Values that a JSON Schema of the document accepts, as far as it says; its examples come often. */
export function valuesOf(given: Schema, from: From): fc.Arbitrary<unknown> {
  const { depth = 0 } = from;
  const schema = resolved(given, from);
  const inner = { ...from, depth: depth + 1 };
  const examples = Array.isArray(schema.examples) ? schema.examples : [];
  const drawn = drawnOf(schema, inner);
  return examples.length === 0
    ? drawn
    : fc.oneof({ weight: 2, arbitrary: drawn }, { weight: 1, arbitrary: fc.constantFrom(...examples) });
}

function resolved(schema: Schema, { defs }: From): Schema {
  return typeof schema.$ref === "string" ? (defs[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
}

function drawnOf(schema: Schema, from: From): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (variants) return fc.oneof(...variants.map((one) => valuesOf(one, from)));
  switch (schema.type) {
    case "string":
      return textOf(schema, from);
    case "integer":
      return integerOf(schema);
    case "number":
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        min: numberOr(schema.minimum, -1e6),
        max: numberOr(schema.maximum, 1e6),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return listOf(schema, from);
    case "object":
      return objectOf(schema, from);
    default:
      return fc.constantFrom<unknown>("x", 1, null);
  }
}

function textOf(schema: Schema, from: From): fc.Arbitrary<string> {
  const { name = "", known } = from;
  const values = known.get(SAME[name] ?? name) ?? [];
  const drawn = plainTextOf(schema, from);
  if (values.length === 0) return drawn;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: drawn });
}

function plainTextOf(
  { format, pattern, minLength, maxLength, contentMediaType }: Schema,
  { ids }: From,
): fc.Arbitrary<string> {
  if (contentMediaType === "text/csv")
    return fc.constantFrom("", "customerId,amount\n", "first_name,last_name,phone_number,date_of_birth,bvn\n");
  if (format === "uuid")
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
  if (format === "date") return fc.constantFrom("1990-05-16", "2026-01-31", "2026-11-22", "2024-02-29");
  if (format === "date-time") return fc.constantFrom("2026-01-31T12:00:00.000Z", "2026-11-22T23:59:59.999+01:00");
  if (format === "email")
    return fc.oneof(fc.emailAddress(), fc.constantFrom("a@b-.com", "x'y@test.example", "a@-b.com"));
  if (format === "uri") return fc.webUrl({ validSchemes: ["https"] });
  const least = numberOr(minLength, 0);
  const most = Math.min(numberOr(maxLength, least + 24), least + 24);
  if (typeof pattern === "string" && !pattern.includes("(?")) return fc.stringMatching(new RegExp(pattern));
  return TEXT.map((text) => text.padEnd(least, "x").slice(0, most));
}

function integerOf({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Math.max(numberOr(minimum, -10), Number.MIN_SAFE_INTEGER);
  const max = Math.min(numberOr(maximum, Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  const small = fc.integer({ min, max: Math.max(min, Math.min(max, 100_000)) });
  return fc.oneof({ weight: 6, arbitrary: small }, { weight: 1, arbitrary: fc.constantFrom(min, max) });
}

function listOf({ items, minItems, maxItems }: Schema, from: From): fc.Arbitrary<unknown> {
  const minLength = numberOr(minItems, 0);
  const maxLength = Math.max(minLength, Math.min(numberOr(maxItems, 3), 3));
  if ((from.depth ?? 0) > MAX_DEPTH) return fc.constant([]);
  return fc.array(valuesOf((items ?? {}) as Schema, from), { minLength, maxLength });
}

function objectOf({ properties = {}, required = [], examples }: Schema, from: From): fc.Arbitrary<unknown> {
  const names = Object.keys(properties as object);
  const fields = Object.fromEntries(
    names.map((name) => [name, valuesOf((properties as Record<string, Schema>)[name] ?? {}, { ...from, name })]),
  );
  const drawn = fc.record(fields, { requiredKeys: names.filter((name) => (required as string[]).includes(name)) });
  return Array.isArray(examples) ? fc.oneof(drawn, fc.constantFrom(...examples)) : drawn;
}

const numberOr = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
