import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = dirname(import.meta.dirname);

type Plant = { rule: string; file: string; text: string };

const longFunction = (lines: number) => `export function long() {\n${"  run();\n".repeat(lines)}}\n`;
const tangled = `export function tangled(a, b) {\n${"  if (a) { if (b) { if (a) { run(); } } }\n".repeat(3)}}\n`;

const plants: Plant[] = [
  { rule: "noExplicitAny", file: "service/any.ts", text: "export const a: any = 1;" },
  { rule: "noNonNullAssertion", file: "service/bang.ts", text: "export const a = run()!;" },
  { rule: "noEnum", file: "contract/enum.ts", text: "export enum Colour { Red }" },
  { rule: "noBarrelFile", file: "contract/index.ts", text: 'export { a } from "./a.ts";' },
  { rule: "noReExportAll", file: "contract/all.ts", text: 'export * from "./a.ts";' },
  { rule: "noDefaultExport", file: "lib/default.ts", text: "export default 1;" },
  { rule: "noConsole", file: "service/console.ts", text: 'console.log("here");' },
  { rule: "noProcessEnv", file: "service/env.ts", text: "export const a = process.env.HOME;" },
  { rule: "useFilenamingConvention", file: "lib/camelCase.ts", text: "export const a = 1;" },
  { rule: "noUnusedVariables", file: "service/unused.ts", text: "const a = 1;\nexport const b = 2;" },
  {
    rule: "noUnusedImports",
    file: "service/unused-import.ts",
    text: 'import { a } from "./a.ts";\nexport const b = 2;',
  },
  {
    rule: "noEmptyBlockStatements",
    file: "service/swallow.ts",
    text: "export function a() { try { run(); } catch {} }",
  },
  { rule: "noFloatingPromises", file: "service/float.ts", text: "async function a() {}\nexport function b() { a(); }" },
  { rule: "noExcessiveCognitiveComplexity", file: "service/tangled.ts", text: tangled },
  { rule: "noExcessiveLinesPerFunction", file: "service/long.ts", text: longFunction(71) },
  { rule: "noExcessiveLinesPerFunction", file: "components/long.tsx", text: longFunction(121) },
  { rule: "noExcessiveLinesPerFile", file: "service/large.ts", text: "run();\n".repeat(301) },
  { rule: "noExcessiveLinesPerFile", file: "service/large.test.ts", text: "run();\n".repeat(501) },
  {
    rule: "noRestrictedImports",
    file: "contract/zod.ts",
    text: 'import { z } from "zod";\nexport const a = z.string();',
  },
  { rule: "noFocusedTests", file: "service/focus.test.ts", text: 'test.only("a", () => run());' },
  { rule: "noSkippedTests", file: "service/skip.test.ts", text: 'test.skip("a", () => run());' },
  {
    rule: "noPlaywrightWaitForTimeout",
    file: "e2e/clock.spec.ts",
    text: "export async function a(page) { await page.waitForTimeout(100); }",
  },
];

/** Similar code in places where the rules allow it. */
const allowed: Omit<Plant, "rule">[] = [
  { file: "app/page.tsx", text: "export default function Page() {\n  return null;\n}\n" },
  { file: "vitest.config.ts", text: "export default {};\n" },
  { file: "scripts/say.ts", text: 'console.log("here", process.env.HOME);\n' },
  { file: "service/commands/say.ts", text: 'console.log("here");\n' },
  { file: "service/config.ts", text: "export const home = process.env.HOME;\n" },
  { file: "lib/server/env.ts", text: "export const home = process.env.HOME;\n" },
  { file: "components/tall.tsx", text: longFunction(110) },
  { file: "service/tall.test.ts", text: `describe("a", () => {\n${"  run();\n".repeat(400)}});\n` },
  { file: "contract/zod-namespace.ts", text: 'import * as z from "zod";\n\nexport const a = z.string();\n' },
  { file: "app/wallets/[customerId]/search-params.ts", text: "export const a = 1;\n" },
];

let tree: string;
let found: { rule: string; file: string }[];

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), "lint-rules-"));
  for (const file of ["biome.json", ".gitignore"]) await cp(join(ROOT, file), join(tree, file));
  for (const { file, text } of [...plants, ...allowed]) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  }
  found = await lint(tree);
});

afterAll(() => rm(tree, { recursive: true, force: true }));

describe("lint rules", () => {
  test.each(plants)("$rule refuses $file", ({ rule, file }) => {
    expect(found).toContainEqual({ rule, file });
  });

  test.each(allowed)("allow $file", ({ file }) => {
    expect(found.filter((diagnostic) => diagnostic.file === file)).toEqual([]);
  });
});

type Diagnostic = { category: string; severity: string; location: { path: string } };

async function lint(folder: string): Promise<{ rule: string; file: string }[]> {
  const program = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  const args = [program, "lint", "--reporter=json", "--max-diagnostics=none"];
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 32 * 1024 * 1024 });
  // Biome exits with an error when it finds a problem, as it must here.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ category, location }) => ({ rule: category.split("/").at(-1) ?? "", file: location.path }));
}
