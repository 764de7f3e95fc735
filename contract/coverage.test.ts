import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { endpoints } from "./endpoints.ts";
import { failures } from "./errors.ts";

const service = join(import.meta.dirname, "..", "service");
const files = readdirSync(service, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing/"),
);
const sources = files.map((file) => ({ file, text: readFileSync(join(service, file), "utf8") }));
const routes = sources
  .filter(({ file }) => file.startsWith(join("http", "routes")))
  .map(({ text }) => text)
  .join("\n");

describe("the contract and the service", () => {
  it.each(Object.keys(failures))("the failure %s is used", (code) => {
    expect(sources.filter(({ text }) => text.includes(`"${code}"`) || text.includes(`failures.${code}`))).not.toEqual(
      [],
    );
  });

  it.each(Object.entries(endpoints))("%s has exactly one route", (name, one) => {
    const bound = routes.match(new RegExp(`bind(Public|Csv|Upload)?\\(\\s*\\w*[eE]ndpoints\\.${name},`, "g")) ?? [];
    expect(bound).toHaveLength(1);
    expect(bound[0]?.startsWith("bindUpload") ?? false).toBe("upload" in one);
    expect(bound[0]?.startsWith("bindCsv") ?? false).toBe(one.reply === "csv");
    expect(bound[0]?.startsWith("bindPublic")).toBe(one.callers.some((caller) => caller === "public"));
  });
});
