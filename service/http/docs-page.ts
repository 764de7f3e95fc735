import { createHash } from "node:crypto";
import type { OpenApiDocument, Operation } from "./openapi.ts";

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{background:var(--soft);padding:.75rem;overflow:auto;border-radius:6px}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.5rem .75rem}
summary{cursor:pointer}summary b{display:inline-block;min-width:4.5rem}
small{opacity:.75}`;

/** The page runs no script and loads nothing. */
export const DOCS_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
};

/** The API on one readable page, from the OpenAPI document. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = document.tags
    .filter((tag) => tag.name !== "extension")
    .map((tag) => {
      const own = operations.filter((one) => one.operation.tags[0] === tag.name);
      return `<h2 id="${escapeHtml(tag.name)}">${escapeHtml(tag.name)}</h2>${own.map(operationBlock).join("")}`;
    });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(document.info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<h1>${escapeHtml(document.info.title)} <small>${escapeHtml(document.info.version)}</small></h1>
${document.info.description
  .split("\n\n")
  .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  .join("")}
<p>Base path <code>${escapeHtml(document.servers[0]?.url ?? "")}</code> · <a href="/openapi.json">OpenAPI 3.1 document</a></p>
${sections.join("")}</body></html>`;
}

function operationBlock({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const marks = [operation.tags.includes("extension") ? "extension" : "", operation["x-built"] ? "" : "not built yet"];
  const note = marks.filter((mark) => mark !== "").join(", ");
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}${
    note ? ` <small>(${note})</small>` : ""
  }</summary>
<p>${escapeHtml(operation.description)} Takes: ${escapeHtml(operation["x-callers"].join(", "))}.</p>
${jsonBlock("Parameters", operation.parameters)}${jsonBlock("Body", operation.requestBody)}${jsonBlock("Answers", operation.responses)}
</details>`;
}

function jsonBlock(title: string, value: object | undefined): string {
  return value ? `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>` : "";
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
