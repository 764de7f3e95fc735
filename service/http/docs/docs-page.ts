import { createHash } from "node:crypto";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { CREDENTIAL_NAMES, curlOf } from "../../../contract/reference/calls.ts";
import { type FieldFacts, fieldsOf, type JsonSchema } from "../../../contract/reference/schema-fields.ts";
import type { OpenApiDocument, Operation } from "./openapi.ts";

/** The styles of the API page: no fonts, images or scripts; light or dark by the system's preference. */
const STYLE = `
:root{color-scheme:light dark;--page:#fff;--soft:#f4f4f5;--line:#e4e4e7;--text:#18181b;--text-2:#52525b;--accent:#2563eb;
--ok:#166534;--ok-bg:#dcfce7;--info:#1e40af;--info-bg:#dbeafe;--wait:#854d0e;--wait-bg:#fef3c7;--bad:#991b1b;--bad-bg:#fee2e2;--mute:#374151;--mute-bg:#f3f4f6}
@media (prefers-color-scheme:dark){:root{--page:#111113;--soft:#18181b;--line:#27272a;--text:#fafafa;--text-2:#a1a1aa;--accent:#60a5fa;
--ok:#86efac;--ok-bg:#052e16;--info:#93c5fd;--info-bg:#172554;--wait:#fcd34d;--wait-bg:#422006;--bad:#fca5a5;--bad-bg:#450a0a;--mute:#d4d4d8;--mute-bg:#27272a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.6 system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--accent)}a:focus-visible,summary:focus-visible,pre:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem}
.frame{display:grid;grid-template-columns:19rem minmax(0,1fr);max-width:84rem;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:13px}
nav h2{font-size:12px;margin:1.2rem 0 .3rem;color:var(--text-2);font-weight:600;border:0;padding:0}
nav ul{list-style:none;margin:0;padding:0}nav li a{display:block;padding:.2rem .3rem;color:inherit;text-decoration:none;border-radius:6px}
nav li a:hover{background:var(--soft);text-decoration:underline}
main{padding:2rem 2.5rem 6rem;min-width:0}
h1{font-size:28px;line-height:1.2;margin:0 0 .5rem}
main>h2{font-size:21px;margin:4rem 0 1rem;padding-bottom:.4rem;border-bottom:1px solid var(--line)}
h3{font-size:17px;margin:0 0 .2rem}h4{font-size:13px;margin:1.2rem 0 .4rem;color:var(--text-2)}
p{margin:.4rem 0;max-width:46rem}
article{padding:1.5rem 0;border-bottom:1px solid var(--line)}
code,pre{font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,monospace}
code{overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;overflow:auto;margin:.4rem 0}
.line{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.3rem 0}
.tag{display:inline-block;border-radius:6px;padding:0 .45rem;font-size:12px;font-weight:600;line-height:1.7;background:var(--mute-bg);color:var(--mute)}
.GET{background:var(--info-bg);color:var(--info)}.POST{background:var(--ok-bg);color:var(--ok)}
.PUT,.PATCH{background:var(--wait-bg);color:var(--wait)}.DELETE{background:var(--bad-bg);color:var(--bad)}
.muted{color:var(--text-2)}
.scroll{overflow:auto}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th,td{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line)}
thead th{color:var(--text-2);font-weight:600}th code{overflow-wrap:normal;font-weight:400}
summary{cursor:pointer;margin:.8rem 0 .2rem;font-size:13px;font-weight:600;color:var(--text-2)}
@media (max-width:60rem){.frame{display:block}nav{position:static;height:auto;max-height:16rem;border-right:0;border-bottom:1px solid var(--line)}main{padding:1.5rem 1rem 4rem}}
@media print{nav{display:none}.frame{display:block}}`;

/** The page runs no script and loads nothing. */
export const DOCS_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
};

type Call = { path: string; method: string; operation: Operation };

type Page = { baseUrl: string; records: ReadonlySet<string> };

/** The API on one page, made from the OpenAPI document: how to call it, credentials, and every endpoint. */
export function docsPage(document: OpenApiDocument, origin: string): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = document.tags.map((tag) => tag.name).filter((tag) => tag !== "extension");
  const ofTag = (tag: string) => calls.filter((call) => call.operation.tags[0] === tag);
  const base = document.servers[0]?.url ?? "";
  const page = { baseUrl: origin + base, records: new Set(Object.keys(document.components.schemas)) };
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(document.info.title)}: API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<a class="skip" href="#main">Skip to the content</a><div class="frame">
<nav aria-label="Endpoints"><a href="#main"><strong>${escapeHtml(document.info.title)}</strong></a>
<h2>Start</h2><ul>${START.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join("")}</ul>
${tags.map((tag) => `<h2>${escapeHtml(tag)}</h2><ul>${ofTag(tag).map(navLine).join("")}</ul>`).join("")}</nav>
<main id="main"><h1>${escapeHtml(document.info.title)}</h1>
<p class="muted">Version ${escapeHtml(document.info.version)} · base URL <code>${escapeHtml(page.baseUrl)}</code> · <a href="/openapi.json">OpenAPI 3.1 document</a> · <a href="/postman.json">Postman collection</a>, for Bruno too</p>
${basics(base)}
<h2 id="credentials">Credentials by endpoint</h2>${credentialsTable(calls)}
${tags
  .map(
    (tag) =>
      `<h2 id="${anchor(tag)}">${escapeHtml(tag)}</h2>${ofTag(tag)
        .map((call) => block(call, page))
        .join("")}`,
  )
  .join("")}
<h2 id="events">Events</h2><p>These events are sent to your webhook endpoints. The body is exactly <code>{"event", "data"}</code>.</p>${eventBlocks(document)}
<h2 id="schemas">Records</h2>${Object.entries(document.components.schemas)
    .map((entry) => schemaBlock(entry, page))
    .join("")}
</main></div></body></html>`;
}

const START = [
  ["basics", "How to call"],
  ["credentials", "Credentials by endpoint"],
  ["events", "Events"],
  ["schemas", "Records"],
] as const;

function basics(base: string): string {
  return `<h2 id="basics">How to call</h2>
<p><strong>Credential.</strong> Send <code>Authorization: Bearer …</code> with a session token from <code>POST ${escapeHtml(base)}/auth/login</code>, a merchant private key (<code>sk_sandbox_…</code>, <code>sk_live_…</code>) or, for phone verification only, a customer token. A 401 or 403 names the missing credential or permission.</p>
<p><strong>Mode.</strong> A call runs in the account's mode, sandbox or production. A key of the other mode is rejected. Send <code>X-Account-Mode</code> to have a call for the other mode rejected with 409 before anything happens.</p>
<p><strong>Money</strong> is a whole number of kobo, from 1 to 9007199254740991. Fractions, strings and negative numbers are rejected.</p>
<p><strong>Responses.</strong> A success is <code>{"status": true, "message", …}</code>; the webhook endpoints use <code>success</code> instead of <code>status</code>. A failure looks like this. <code>code</code> is stable. <code>requestId</code> is also in the header <code>x-request-id</code>.</p>
<pre tabindex="0">{"status": false, "message": "customerId must be a UUID.", "code": "validation_failed",
 "requestId": "0190a000-0000-7000-8000-000000000001",
 "errors": [{"field": "customerId", "message": "must be a UUID"}]}</pre>
<p><strong>Idempotency.</strong> Some endpoints accept an <code>Idempotency-Key</code> (1 to 255 visible characters, kept for 48 h per merchant and mode). The same key with the same request returns the first response again, with <code>Idempotency-Replayed: true</code>. A different request gets 422. While the first call is in flight, a repetition gets 409.</p>
<p><strong>Lists</strong> accept <code>page</code> (from 1) and <code>perPage</code> (20 by default, at most 100), and return <code>metadata</code> with <code>page, perPage, totalRecords, totalPages</code>, newest first.</p>`;
}

function credentialsTable(calls: readonly Call[]): string {
  const rows = calls.map(
    (call) =>
      `<tr><th scope="row"><a href="#${anchor(call.operation.operationId)}"><code>${call.method} ${escapeHtml(call.path)}</code></a></th><td>${callersText(call.operation)}</td><td>${conditionText(call.operation)}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="Credentials"><table><thead><tr><th scope="col">Call</th><th scope="col">Credential</th><th scope="col">Permission</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function callersText(operation: Operation): string {
  return operation["x-callers"].map((caller) => CREDENTIAL_NAMES[caller]).join(", ");
}

function conditionText(operation: Operation): string {
  const roles = operation["x-roles"];
  if (roles) return `role ${roles.map(escapeHtml).join(" or ")}`;
  const needed = operation["x-permission"] ?? [];
  const names = typeof needed === "string" ? [needed] : needed;
  return names.map((name) => `<code>${escapeHtml(name)}</code>`).join(" or ");
}

function navLine({ operation }: Call): string {
  return `<li><a href="#${anchor(operation.operationId)}">${escapeHtml(operation.summary)}</a></li>`;
}

function block(call: Call, page: Page): string {
  const { path, method, operation } = call;
  const marks = [operation.tags.includes("extension") ? '<span class="tag">extension</span>' : ""];
  const condition = conditionText(operation);
  const id = anchor(operation.operationId);
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  return `<article id="${id}" aria-labelledby="${id}-title"><h3 id="${id}-title">${escapeHtml(operation.summary)}</h3>
<div class="line"><span class="tag ${method}">${method}</span><code>${escapeHtml(path)}</code>${marks.join("")}</div>
<p class="muted">Credential: ${callersText(operation)}.${condition ? ` Needs ${condition}.` : ""}</p>
${parametersBlock(operation, page)}
${body ? `<h4>Body, ${escapeHtml(body[0])}</h4>${fieldsTable(`Body of ${operation.summary}`, body[1].schema, page.records)}` : ""}
${responseBlock(operation, page)}
<h4>Example</h4><pre tabindex="0">${escapeHtml(exampleOf(operation, page))}</pre></article>`;
}

function parametersBlock(operation: Operation, { records }: Page): string {
  // The mode header is explained once at the top.
  const parameters = (operation.parameters ?? []).filter((one) => one.name !== "X-Account-Mode");
  if (parameters.length === 0) return "";
  const rows = Object.fromEntries(parameters.map((one) => [`${one.name} (${one.in})`, one.schema]));
  const required = parameters.filter((one) => one.required).map((one) => `${one.name} (${one.in})`);
  return `<h4>Parameters and headers</h4>${fieldsTable(`Parameters of ${operation.summary}`, { properties: rows, required }, records)}`;
}

function responseBlock(operation: Operation, { records }: Page): string {
  const [status = "", response] = Object.entries(operation.responses)[0] ?? [];
  const messages = operation["x-messages"].map((message) => `<code>${escapeHtml(message)}</code>`).join(" or ");
  const [type = "", content] = Object.entries(response?.content ?? {})[0] ?? [];
  const table =
    type === "text/csv" ? "<p>A CSV file, streamed.</p>" : fieldsTable("Response", content?.schema ?? {}, records);
  const reference = content?.schema.$ref;
  const link = typeof reference === "string" ? `<p>See ${recordLink(reference.split("/").at(-1) ?? "")}.</p>` : "";
  return `<details><summary>Response ${escapeHtml(status)}</summary>${messages ? `<p>Message: ${messages}</p>` : ""}${link}${table}</details>`;
}

function exampleOf({ operationId }: Operation, { baseUrl }: Page): string {
  const endpoint: Endpoint | undefined = endpoints[operationId as keyof typeof endpoints];
  return endpoint ? curlOf(endpoint, baseUrl) : "";
}

function eventBlocks(document: OpenApiDocument): string {
  return Object.entries(document.webhooks)
    .map(([type, { post }]) => {
      const content = post.requestBody.content["application/json"] as { example: object };
      return `<article id="${anchor(type)}"><h3><code>${escapeHtml(type)}</code></h3><p>${escapeHtml(post.summary)}</p>
<pre tabindex="0">${escapeHtml(JSON.stringify(content.example, null, 2))}</pre></article>`;
    })
    .join("");
}

function schemaBlock([name, schema]: [string, JsonSchema], { records }: Page): string {
  const variants = ((schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined) ?? [schema];
  const tables = variants.map((one) => fieldsTable(name, one, records)).join("");
  return `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${tables}</article>`;
}

function anchor(text: string): string {
  return escapeHtml(text.replace(/[^\w]+/g, "-").toLowerCase());
}

/**
 * An HTML table of a schema's fields. A record is a link to its own table: `records` are the names that have one.
 * Empty for a schema without fields.
 */
function fieldsTable(caption: string, schema: JsonSchema, records: ReadonlySet<string>): string {
  const fields = fieldsOf(schema, {});
  if (fields.length === 0) return "";
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Rules</th></tr></thead>
<tbody>${fields.map((field) => fieldRow(field, records)).join("")}</tbody></table></div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A link to the table of a record. */
function recordLink(name: string): string {
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function fieldRow({ name, type, isRequired, values, rules }: FieldFacts, records: ReadonlySet<string>): string {
  const linked = escapeHtml(type).replace(/\w+/g, (word) => (records.has(word) ? recordLink(word) : word));
  const accepted = values.map((value) => `<code>${escapeHtml(value)}</code>`).join(" ");
  const notes = [accepted, escapeHtml(rules)].filter(Boolean).join("; ");
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${linked}</td><td>${isRequired ? "yes" : "no"}</td><td>${notes}</td></tr>`;
}
