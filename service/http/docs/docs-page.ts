import { createHash } from "node:crypto";
import { escapeHtml, fieldsTable, sampleOf } from "./docs-fields.ts";
import { STYLE } from "./docs-style.ts";
import type { Json, OpenApiDocument, Operation } from "./openapi.ts";

/** The page runs no script and loads nothing. */
export const DOCS_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
};

type Call = { path: string; method: string; operation: Operation };

/** The API on one readable page, from the OpenAPI document: how to call, which credential opens what, every endpoint. */
export function docsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = document.tags.map((tag) => tag.name).filter((tag) => tag !== "extension");
  const ofTag = (tag: string) => calls.filter((call) => call.operation.tags[0] === tag);
  const base = document.servers[0]?.url ?? "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(document.info.title)}: API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<a class="skip" href="#main">Skip to the content</a><div class="frame">
<nav aria-label="Endpoints"><a href="#main"><strong>${escapeHtml(document.info.title)}</strong></a>
<h2>Start</h2><ul>${START.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join("")}</ul>
${tags.map((tag) => `<h2>${escapeHtml(tag)}</h2><ul>${ofTag(tag).map(navLine).join("")}</ul>`).join("")}</nav>
<main id="main"><h1>${escapeHtml(document.info.title)}</h1>
<p class="muted">Version ${escapeHtml(document.info.version)} · base address <code>${ORIGIN}${escapeHtml(base)}</code> · <a href="/openapi.json">OpenAPI 3.1 document</a></p>
${basics(base)}
<h2 id="credentials">Which credential opens what</h2>${credentialsTable(calls)}
${tags
  .map(
    (tag) =>
      `<h2 id="${anchor(tag)}">${escapeHtml(tag)}</h2>${ofTag(tag)
        .map((call) => block(call, base))
        .join("")}`,
  )
  .join("")}
<h2 id="events">Events</h2><p>What is sent to your receivers. The body is exactly <code>{"event", "data"}</code>.</p>${eventBlocks(document)}
<h2 id="schemas">Records</h2>${Object.entries(document.components.schemas).map(schemaBlock).join("")}
</main></div></body></html>`;
}

const ORIGIN = "http://127.0.0.1:4000";
const START = [
  ["basics", "How to call"],
  ["credentials", "Which credential opens what"],
  ["events", "Events"],
  ["schemas", "Records"],
] as const;

const CALLERS = { session: "session token", key: "private key", customer: "customer token", public: "none" } as const;

function basics(base: string): string {
  return `<h2 id="basics">How to call</h2>
<p><strong>Credential.</strong> <code>Authorization: Bearer …</code> holds a session token from <code>POST ${escapeHtml(base)}/auth/login</code>, a merchant private key (<code>sk_sandbox_…</code>, <code>sk_live_…</code>), or, for the phone verification alone, a customer token. A 401 or 403 says which one, or which permission, is missing.</p>
<p><strong>Mode.</strong> A call runs in the account's mode, sandbox or production. A key of the other mode is refused. Send <code>X-Account-Mode</code> and a call made for the other mode is refused with 409; nothing happens.</p>
<p><strong>Money</strong> is a whole number of kobo, from 1 to 9007199254740991. A fraction, a text or a negative number is refused.</p>
<p><strong>Answers.</strong> Success is <code>{"status": true, "message", …}</code>; the webhook family says <code>success</code> in place of <code>status</code>. Failure is the following; <code>code</code> is stable, <code>requestId</code> is also in the header <code>x-request-id</code>.</p>
<pre tabindex="0">{"status": false, "message": "customerId must be a UUID.", "code": "validation_failed",
 "requestId": "0190a000-0000-7000-8000-000000000001",
 "errors": [{"field": "customerId", "message": "must be a UUID"}]}</pre>
<p><strong>Repeating safely.</strong> Where an endpoint takes <code>Idempotency-Key</code> (1 to 255 visible characters, kept 48 h per merchant and mode), the same key with the same body answers the first answer again with <code>Idempotency-Replayed: true</code>. Another body is 422; a first call still in flight is 409.</p>
<p><strong>Lists</strong> take <code>page</code> (from 1) and <code>perPage</code> (20, at most 100), and answer <code>metadata</code> with <code>page, perPage, totalRecords, totalPages</code>; newest first.</p>`;
}

function credentialsTable(calls: readonly Call[]): string {
  const rows = calls.map(
    (call) =>
      `<tr><th scope="row"><a href="#${anchor(call.operation.operationId)}"><code>${call.method} ${escapeHtml(call.path)}</code></a></th><td>${callersText(call.operation)}</td><td>${conditionText(call.operation)}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="Credentials"><table><thead><tr><th scope="col">Call</th><th scope="col">Credential</th><th scope="col">Permission</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function callersText(operation: Operation): string {
  return operation["x-callers"].map((caller) => CALLERS[caller]).join(", ");
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

function block(call: Call, base: string): string {
  const { path, method, operation } = call;
  const marks = [operation.tags.includes("extension") ? '<span class="tag">extension</span>' : ""];
  const condition = conditionText(operation);
  const id = anchor(operation.operationId);
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  return `<article id="${id}" aria-labelledby="${id}-title"><h3 id="${id}-title">${escapeHtml(operation.summary)}</h3>
<div class="line"><span class="tag ${method}">${method}</span><code>${escapeHtml(path)}</code>${marks.join("")}</div>
<p class="muted">Credential: ${callersText(operation)}.${condition ? ` Needs ${condition}.` : ""}</p>
${parametersBlock(operation)}
${body ? `<h4>Body, ${escapeHtml(body[0])}</h4>${fieldsTable(`Body of ${operation.summary}`, body[1].schema)}` : ""}
${answerBlock(operation)}
<h4>Example</h4><pre tabindex="0">${escapeHtml(curl(call, base))}</pre></article>`;
}

function parametersBlock(operation: Operation): string {
  // The mode header is the same everywhere and explained at the top.
  const parameters = (operation.parameters ?? []).filter((one) => one.name !== "X-Account-Mode");
  if (parameters.length === 0) return "";
  const rows = Object.fromEntries(parameters.map((one) => [`${one.name} (${one.in})`, one.schema]));
  const required = parameters.filter((one) => one.required).map((one) => `${one.name} (${one.in})`);
  return `<h4>Parameters and headers</h4>${fieldsTable(`Parameters of ${operation.summary}`, { properties: rows, required })}`;
}

function answerBlock(operation: Operation): string {
  const [status = "", answer] = Object.entries(operation.responses)[0] ?? [];
  const messages = operation["x-messages"].map((message) => `<code>${escapeHtml(message)}</code>`).join(" or ");
  const [type = "", content] = Object.entries(answer?.content ?? {})[0] ?? [];
  const table = type === "text/csv" ? "<p>A CSV file, streamed.</p>" : fieldsTable("Answer", content?.schema ?? {});
  const reference = content?.schema.$ref;
  const link = typeof reference === "string" ? `<p>See ${schemaLink(reference)}.</p>` : "";
  return `<details><summary>Answer ${escapeHtml(status)}</summary>${messages ? `<p>Message: ${messages}</p>` : ""}${link}${table}</details>`;
}

function schemaLink(reference: string): string {
  const name = reference.split("/").at(-1) ?? "";
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function curl({ path, method, operation }: Call, base: string): string {
  const { parameters = [] } = operation;
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce((text, one) => text.replace(`{${one.name}}`, String(sampleOf(one.schema))), path === "/" ? "" : path);
  const query = parameters.filter((one) => one.in === "query" && (one.required || one.example !== undefined));
  const search = query
    .map((one) => `${one.name}=${encodeURIComponent(String(one.example ?? sampleOf(one.schema)))}`)
    .join("&");
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}'${ORIGIN}${base}${filled}${search ? `?${search}` : ""}'`,
  ];
  const credential = operation["x-callers"].find((caller) => caller !== "public");
  if (credential) lines.push(`-H "Authorization: Bearer $${CALLERS[credential].toUpperCase().replace(" ", "_")}"`);
  const headers = parameters.filter((one) => one.in === "header" && (one.required || one.name === "Idempotency-Key"));
  for (const one of headers) {
    lines.push(one.name === "Idempotency-Key" ? `-H "${one.name}: $(uuidgen)"` : `-H "${one.name}: $REFRESH_TOKEN"`);
  }
  lines.push(...bodyLines(operation));
  return lines.join(" \\\n  ");
}

function bodyLines(operation: Operation): string[] {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (!type || !content) return [];
  const fields = Object.entries(sampleOf(content.schema) as Json);
  if (type === "application/json") {
    return ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(Object.fromEntries(fields))}'`];
  }
  const properties = content.schema.properties as Record<string, Json>;
  return fields.map(([name, value]) => `-F '${name}=${properties[name]?.format === "binary" ? "@file.csv" : value}'`);
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

function schemaBlock([name, schema]: [string, Json]): string {
  const variants = ((schema.anyOf ?? schema.oneOf) as Json[] | undefined) ?? [schema];
  const tables = variants.map((one) => fieldsTable(name, one)).join("");
  return `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${tables}</article>`;
}

function anchor(text: string): string {
  return escapeHtml(text.replace(/[^\w]+/g, "-").toLowerCase());
}
