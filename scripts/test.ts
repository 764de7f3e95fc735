import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBrowserTests } from "./testing/browser-tests.ts";
import { runChecks } from "./testing/checks.ts";
import { findOrInstallChromium } from "./testing/chromium.ts";
import { type Counts, sum } from "./testing/counts.ts";
import { runProgram } from "./testing/run-program.ts";
import { runUnitTests } from "./testing/unit-tests.ts";

type Part = { name: string; title: string; run(folder: string): Promise<Counts> };

const PARTS: Part[] = [
  { name: "check", title: "Checks without running anything", run: countChecks },
  { name: "unit", title: "Rules, database, routes, components", run: runUnitTests },
  { name: "e2e", title: "Tasks in a real browser", run: (folder) => runBrowserTests(folder, findOrInstallChromium()) },
  { name: "image", title: "The image, where a container engine is", run: buildImage },
];

// `npm test` runs everything; `npm test -- check e2e` runs parts.
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}: npm test [-- ${PARTS.map((part) => part.name).join(" | ")}]`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "wallet-test-"));
const all: Counts[] = [];
const began = performance.now();
for (const part of PARTS) if (wanted.length === 0 || wanted.includes(part.name)) all.push(await runPart(part));
rmSync(folder, { recursive: true, force: true });
const total = sum(all);
console.log(`\nTotal time: ${seconds(began)}.`);
for (const remark of total.remarks) console.log(remark);
if (total.skipped > 0) console.log(`${total.skipped} skipped.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function runPart({ name, title, run }: Part): Promise<Counts> {
  console.log(`\n== ${title}`);
  const start = performance.now();
  let counts: Counts;
  try {
    counts = await run(folder);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    counts = { passed: 0, failed: 1, skipped: 0, remarks: [`Failed: ${name}: ${error}`] };
  }
  console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds(start)}`);
  return counts;
}

async function countChecks(): Promise<Counts> {
  const results = await runChecks();
  const bad = results.filter((result) => !result.isGood);
  const remarks = bad.map(({ name }) => `Failed: check of ${name}`);
  return { passed: results.length - bad.length, failed: bad.length, skipped: 0, remarks };
}

/** Without an engine nothing is counted; `npm run bench -- image` then runs the image's files another way. */
async function buildImage(): Promise<Counts> {
  if (spawnSync("docker", ["info"], { stdio: "ignore" }).status !== 0) {
    console.log("No container engine answers, so the image is not built.");
    return { passed: 0, failed: 0, skipped: 0, remarks: [] };
  }
  const exitCode = await runProgram([join("bench", "image.ts")]);
  if (exitCode === 0) return { passed: 1, failed: 0, skipped: 0, remarks: [] };
  return { passed: 0, failed: 1, skipped: 0, remarks: ["Failed: the image, see above"] };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
