import { createHash } from "node:crypto";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { CREDENTIAL_NAMES, curlOf } from "../../../contract/reference/calls.ts";
import type { JsonSchema } from "../../../contract/reference/schema-fields.ts";
import { STYLE } from "./docs-style.ts";
import { escapeHtml, fieldsTable, recordLink } from "./fields-table.ts";
import type { OpenApiDocument, Operation } from "./openapi.ts";

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
<p class="muted">Version ${escapeHtml(document.info.version)} · base URL <code>${escapeHtml(page.baseUrl)}</code> · <a href="/openapi.json">OpenAPI 3.1 document</a></p>
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
