import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { sampleOf } from "../../../contract/reference/schema-fields.ts";
import { internalReferences } from "../../../scripts/citations.ts";
import { DOCS_HEADERS, docsPage } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";

const document = openApiDocument(Object.values(endpoints), "1.2.3");
const page = docsPage(document, "https://api.example");
const all = Object.entries(endpoints) as [string, Endpoint][];

describe("the API page", () => {
  it("has one anchor per endpoint, no duplicate anchor and no broken link", () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(all.map(([name]) => name.toLowerCase())));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it("loads nothing and runs no script", () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|javascript:| on\w+="/i);
    expect(DOCS_HEADERS["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it("cites no document and no file of this repository", () => {
    expect(internalReferences(page.replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, " "))).toEqual([]);
  });

  it("shows exact messages and permissions", () => {
    expect(page).toContain("Customer wallet successfully frozen.");
    expect(page).toContain("Needs <code>ENABLE_DISABLE_WALLET</code> or <code>FREEZE_WALLET</code>.");
  });

  it.each(all.filter(([, one]) => one.body && !one.upload))(
    "shows a call of %s that the contract accepts",
    (_name, one) => {
      const operation = document.paths[one.path]?.[one.method.toLowerCase()];
      const sample = sampleOf(
        operation?.requestBody?.content["application/json"]?.schema ?? {},
        document.components.schemas,
      );
      expect(one.body?.safeParse(sample).error).toBeUndefined();
      expect(page).toContain(
        JSON.stringify(sample).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
      );
    },
  );

  it.each(all.filter(([, one]) => one.query))("shows a query of %s that the contract accepts", (_name, one) => {
    const parameters = document.paths[one.path]?.[one.method.toLowerCase()]?.parameters ?? [];
    const shown = parameters.filter((each) => each.in === "query" && (each.required || each.example !== undefined));
    const query = Object.fromEntries(shown.map((each) => [each.name, each.example ?? sampleOf(each.schema)]));
    expect(one.query?.safeParse(query).error).toBeUndefined();
  });
});
