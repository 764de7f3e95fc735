import * as z from "zod";

type Json = { [name: string]: unknown };

/** Converts the contract's schemas to JSON Schema. Each named schema appears once, under `#/components/schemas/`. */
export type Schemas = {
  of(schema: z.ZodType, io: "input" | "output"): Json;
  /** All named schemas so far. */
  named(): Json;
};

export function createSchemas(): Schemas {
  const named: Json = {};

  /** A schema with defaults differs between input and output: the second variant gets another name. */
  function nameFor(id: string, definition: Json): string {
    const same = JSON.stringify(definition);
    const free = [id, `${id}Input`, `${id}Output`].find((name) => !named[name] || JSON.stringify(named[name]) === same);
    if (!free) throw new Error(`three different schemas are named ${id}`);
    named[free] = definition;
    return free;
  }

  return {
    of(schema, io) {
      const {
        $schema: _dialect,
        $defs: definitions = {},
        ...root
      } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
      const names = new Map<string, string>();
      for (const [id, definition] of Object.entries(definitions))
        names.set(id, nameFor(id, cleaned(definition, new Map())));
      return cleaned(root, names);
    },
    named: () => named,
  };
}

/**
 * Points references to the components. Removes `additionalProperties`, because replies may gain fields, and zod's `id`.
 */
function cleaned(value: unknown, names: ReadonlyMap<string, string>): Json {
  const copy = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(copy);
    if (typeof inner !== "object" || inner === null) return inner;
    const { additionalProperties, $ref, ...rest } = inner as Json;
    const fields: Json = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, copy(one)]));
    if (additionalProperties !== undefined && additionalProperties !== false) {
      fields.additionalProperties = copy(additionalProperties);
    }
    if (typeof $ref === "string") fields.$ref = referenceTo($ref, names);
    return fields;
  };
  const result = copy(value) as Json;
  if (typeof result.id === "string") delete result.id;
  return result;
}

function referenceTo(reference: string, names: ReadonlyMap<string, string>): string {
  const id = reference.replace("#/$defs/", "");
  return `#/components/schemas/${names.get(id) ?? id}`;
}
