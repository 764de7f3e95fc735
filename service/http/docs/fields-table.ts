import { type FieldFacts, fieldsOf, type JsonSchema } from "../../../contract/reference/schema-fields.ts";

/**
 * An HTML table of a schema's fields. A record is a link to its own table: `records` are the names that have one.
 * Empty for a schema without fields.
 */
export function fieldsTable(caption: string, schema: JsonSchema, records: ReadonlySet<string>): string {
  const fields = fieldsOf(schema, {});
  if (fields.length === 0) return "";
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Rules</th></tr></thead>
<tbody>${fields.map((field) => row(field, records)).join("")}</tbody></table></div>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A link to the table of a record. */
export function recordLink(name: string): string {
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function row({ name, type, isRequired, values, rules }: FieldFacts, records: ReadonlySet<string>): string {
  const linked = escapeHtml(type).replace(/\w+/g, (word) => (records.has(word) ? recordLink(word) : word));
  const accepted = values.map((value) => `<code>${escapeHtml(value)}</code>`).join(" ");
  const notes = [accepted, escapeHtml(rules)].filter(Boolean).join("; ");
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${linked}</td><td>${isRequired ? "yes" : "no"}</td><td>${notes}</td></tr>`;
}
