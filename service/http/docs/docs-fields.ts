import type { Json } from "./openapi.ts";

const MAX_DEPTH = 3;

type Row = { name: string; type: string; required: boolean; notes: string };

/** A table of a schema's fields, nested ones as dotted names; a named schema is a link to its own table. */
export function fieldsTable(caption: string, schema: Json): string {
  const rows = rowsOf(schema, "", 0);
  if (rows.length === 0) return "";
  const lines = rows.map(
    ({ name, type, required, notes }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${type}</td><td>${required ? "yes" : "no"}</td><td>${notes}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Rules</th></tr></thead>
<tbody>${lines.join("")}</tbody></table></div>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A value the schema takes, for the example of a call: the fields that must be there, or all where none must. */
export function sampleOf(schema: Json): unknown {
  const examples = schema.examples as unknown[] | undefined;
  if (examples) return examples[0];
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const variants = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (variants?.[0]) return sampleOf(variants[0]);
  if (schema.type === "array") return [sampleOf((schema.items as Json | undefined) ?? {})];
  if (schema.type === "object") return sampleObject(schema);
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return true;
  return "text";
}

function sampleObject(schema: Json): Json {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).filter(([, inner]) => !inner.not);
  const required = schema.required as string[] | undefined;
  const wanted = required?.length ? fields.filter(([name]) => required.includes(name)) : fields;
  return Object.fromEntries(wanted.map(([name, inner]) => [name, sampleOf(inner)]));
}

function rowsOf(schema: Json, prefix: string, depth: number): Row[] {
  const required = (schema.required ?? []) as string[];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return properties.flatMap(([key, inner]) => {
    const name = prefix + key;
    const row = { name, type: typeText(inner), required: required.includes(key), notes: notesOf(inner) };
    const { of, suffix } = insideOf(inner);
    return [row, ...(of && depth < MAX_DEPTH ? rowsOf(of, name + suffix, depth + 1) : [])];
  });
}

/** The object whose fields are worth showing under a field: itself, an item of it, or what it is when it is not null. */
function insideOf(schema: Json): { of: Json | undefined; suffix: string } {
  if (schema.properties) return { of: schema, suffix: "." };
  const item = schema.items as Json | undefined;
  if (item?.properties) return { of: item, suffix: "[]." };
  const variants = ((schema.anyOf ?? []) as Json[]).filter((one) => one.properties);
  return { of: variants.length === 1 ? variants[0] : undefined, suffix: "." };
}

function typeText(schema: Json): string {
  if (schema.not) return "never";
  if (typeof schema.$ref === "string") return reference(schema.$ref);
  if (Array.isArray(schema.anyOf)) return [...new Set((schema.anyOf as Json[]).map(typeText))].join(" or ");
  if (schema.type === "array") return `list of ${typeText((schema.items as Json | undefined) ?? {})}`;
  if ("const" in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.format === "binary") return "file";
  if (schema.format === "uuid") return "UUID";
  if (schema.format === "date-time") return "instant";
  return typeof schema.type === "string" ? escapeHtml(schema.format === "date" ? "date" : schema.type) : "any";
}

function reference(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function notesOf(schema: Json): string {
  const item = (schema.items ?? {}) as Json;
  const values = (schema.enum ?? item.enum) as unknown[] | undefined;
  const parts = [
    values ? values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" ") : "",
    range("characters", schema.minLength, schema.maxLength),
    range("items", schema.minItems, schema.maxItems),
    rangeOfNumber(schema),
    schema.default === undefined ? "" : `default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`,
    typeof schema.pattern === "string" && schema.pattern.length < 40
      ? `<code>${escapeHtml(schema.pattern)}</code>`
      : "",
  ];
  return parts.filter((part) => part !== "").join("; ");
}

function rangeOfNumber({ minimum, maximum }: Json): string {
  const isBound = (value: unknown) => typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return range("", isBound(minimum) ? minimum : undefined, isBound(maximum) ? maximum : undefined);
}

function range(unit: string, from: unknown, to: unknown): string {
  if (from === undefined && to === undefined) return "";
  const text = from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`;
  return `${text} ${unit}`.trim();
}
