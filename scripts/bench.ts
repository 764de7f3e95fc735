import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { startTemporaryPostgres } from "./postgres/guarded-postgres.ts";
import { type BenchResult, pageOfResults, ratiosIn } from "./testing/bench-results.ts";
import { runProgram } from "./testing/run-program.ts";
import { startTemporaryProduct } from "./testing/temporary-product.ts";

// `npm run bench` runs all benches, `npm run bench -- ledger` runs one. It starts a temporary server unless DATABASE_URL is set, and for
// benches of pages a temporary product unless BENCH_DASHBOARD_URL is set. All benches together leave their results beside them, as JSON and as a page.
const FOLDER = join(dirname(import.meta.dirname), "bench");
const RESULTS = join(FOLDER, "results.json");
const DASHBOARD = "BENCH_DASHBOARD_URL";

const all = readdirSync(FOLDER)
  .filter(isBench)
  .map((file) => file.replace(/\.ts$/, ""));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(", ")}. Available: ${all.join(", ")}.`);
  process.exit(2);
}

const [cpu] = cpus();
const machine = {
  processor: `${cpus().length} × ${cpu?.model ?? "unknown"}`,
  memoryGiB: Math.round(totalmem() / 1_073_741_824),
  node: process.version,
};
const former = formerSeconds();
const known = wanted.map((name) => former.get(name));
const seconds = known.reduce<number>((sum, one) => sum + (one ?? 0), 0);
const newOnes = known.filter((one) => one === undefined).length;
console.log(
  seconds > 0
    ? `${wanted.length} benches: about ${Math.ceil(seconds / 60)} min by the last run${newOnes > 0 ? `, and ${newOnes} that have not run yet` : ""}.`
    : `${wanted.length} benches, about two minutes each. Use a quiet machine: only ratios of one run are valid.`,
);

const own = process.env.DATABASE_URL ? undefined : await startTemporaryPostgres();
const results: BenchResult[] = [];
try {
  for (const name of wanted) {
    console.log(`\n== ${name}`);
    const result = await run(name);
    results.push(result);
    if (result.exitCode !== 0) process.exitCode = 1;
  }
} finally {
  await own?.stop();
}
// A single bench does not replace the figures of a whole run.
if (wanted.length === all.length) {
  writeFileSync(RESULTS, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`);
  writeFileSync(join(FOLDER, "results.md"), pageOfResults(machine, results));
  console.log(`\n${RESULTS} written, and results.md beside it.`);
}

async function run(name: string): Promise<BenchResult> {
  const startedAt = performance.now();
  let output = "";
  const product = needsDashboard(name) ? await startTemporaryProduct() : undefined;
  try {
    const env = {
      ...(own ? { DATABASE_URL: own.url } : {}),
      ...(product ? { [DASHBOARD]: product.dashboardUrl } : {}),
    };
    const exitCode = await runProgram([join("bench", `${name}.ts`)], env, (text) => {
      output += text;
    });
    const tookSeconds = Math.round((performance.now() - startedAt) / 1_000);
    return { name, exitCode, seconds: tookSeconds, ratios: ratiosIn(output), output };
  } finally {
    await product?.close();
  }
}

function needsDashboard(name: string): boolean {
  return !process.env[DASHBOARD] && readFileSync(join(FOLDER, `${name}.ts`), "utf8").includes(DASHBOARD);
}

/** The seconds that each bench took in the last whole run on this machine. */
function formerSeconds(): Map<string, number> {
  try {
    const last = JSON.parse(readFileSync(RESULTS, "utf8")) as { results: BenchResult[] };
    return new Map(last.results.map(({ name, seconds: took }) => [name, took]));
  } catch {
    return new Map();
  }
}

/** A file that exports nothing is a bench; the others are parts of one. */
function isBench(file: string): boolean {
  return (
    file.endsWith(".ts") && !file.endsWith(".test.ts") && !/^export /m.test(readFileSync(join(FOLDER, file), "utf8"))
  );
}
