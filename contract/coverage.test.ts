import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** The files that the route of an endpoint takes its verbs from, as paths in `service`. */
function verbFilesOf(name: string): string[] {
  return sources
    .filter(({ file }) => file.startsWith(join("http", "routes")))
    .flatMap(({ file, text }) => {
      const handler = text.match(new RegExp(`\\w*[eE]ndpoints\\.${name},[\\s\\S]*?(?=\\n  bind|\\n}\\n)`))?.[0] ?? "";
      const helper = / run\(/.test(handler) ? text.match(/^async function run\([\s\S]*?^}/m)?.[0] : undefined;
      const called = (imported: string) => new RegExp(`\\b${imported}\\b`).test(handler + (helper ?? ""));
      return importsOf(file, text)
        .filter(({ names }) => names.some(called))
        .map(({ path }) => path);
    });
}

/** The imports of a file that exist at run time. */
function importsOf(file: string, text: string): { names: string[]; path: string }[] {
  return [...text.matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";/gm)].map(([, names = "", path = ""]) => ({
    names: names.split(",").flatMap((one) => (/^\s*(type\s|$)/.test(one) ? [] : [one.trim()])),
    path: join(dirname(file), path),
  }));
}

function reaches(file: string, target: string, seen = new Set<string>()): boolean {
  if (file === target) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const text = sources.find((source) => source.file === file)?.text ?? "";
  return importsOf(file, text).some(({ names, path }) => names.length > 0 && reaches(path, target, seen));
}

const MOVE_MONEY = join("domain", "transactions", "move-money.ts");

describe("the contract and the service", () => {
  it.each(Object.entries(endpoints))("%s declares money if its verb can reach moveMoney", (name, one) => {
    const moving = verbFilesOf(name).filter((file) => file.startsWith("domain") && reaches(file, MOVE_MONEY));
    // The worker moves the money of an upload.
    expect([name, moving.length > 0]).toEqual([name, "money" in one && name !== "uploadBatch"]);
  });

  it.each(Object.keys(failures))("the failure %s is used", (code) => {
    expect(sources.filter(({ text }) => text.includes(`"${code}"`) || text.includes(`failures.${code}`))).not.toEqual(
      [],
    );
  });

  it.each(Object.entries(endpoints))("%s has exactly one route", (name, one) => {
    const bound =
      routes.match(new RegExp(`bind(Public|Csv|File|Upload|Raw)?\\(\\s*\\w*[eE]ndpoints\\.${name},`, "g")) ?? [];
    expect(bound).toHaveLength(1);
    expect(bound[0]?.startsWith("bindUpload") ?? false).toBe("upload" in one);
    expect(bound[0]?.startsWith("bindCsv") ?? false).toBe(one.reply === "csv");
    expect(bound[0]?.startsWith("bindFile") ?? false).toBe(one.reply === "file" || one.reply === "pdf");
    expect(/^bind(Public|Raw)/.test(bound[0] ?? "")).toBe(one.callers.some((caller) => caller === "public"));
  });
});
