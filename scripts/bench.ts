import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { startTemporaryPostgres } from "./postgres/guarded-postgres.ts";
import { type BenchResult, type BenchRun, pageOfResults, ratiosIn } from "./testing/bench-results.ts";
import { fillLog } from "./testing/fill-log.ts";
import { runProgram } from "./testing/run-program.ts";
import { startTemporaryProduct, type TemporaryProduct } from "./testing/temporary-product.ts";

// `npm run bench` runs all benches, `npm run bench -- ledger` runs one. It starts a temporary server unless DATABASE_URL is set, and for
// benches of pages a temporary product unless BENCH_DASHBOARD_URL is set. All benches together leave their results beside them, as JSON and as a page,
// after each bench, so that a run that was cut off keeps them: `--continue` runs the others, and those that failed. `--small` shows in minutes that every bench runs; its figures
// mean nothing. `--hours` and `--load` are for `soak`.
const FOLDER = join(dirname(import.meta.dirname), "bench");
const RESULTS = join(FOLDER, "results.json");
const DASHBOARD = "BENCH_DASHBOARD_URL";

const all = readdirSync(FOLDER)
  .filter(isBench)
  .map((file) => file.replace(/\.ts$/, ""));
const { values: options, positionals } = parseArgs({
  options: {
    small: { type: "boolean" },
    continue: { type: "boolean" },
    hours: { type: "string" },
    load: { type: "string" },
  },
  allowPositionals: true,
});
const isSmall = options.small === true;
const last = lastRun();
const kept = options.continue ? (last?.results ?? []).filter(({ exitCode }) => exitCode === 0) : [];
const isWhole = positionals.length === 0;
const wanted = isWhole ? all.filter((name) => !kept.some((result) => result.name === name)) : positionals;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(", ")}. Available: ${all.join(", ")}.`);
  process.exit(2);
}

/** Sizes with which each bench takes seconds. Those of the environment stay. */
const SMALL = {
  ...{ BENCH_ROUNDS: "1", BENCH_SECONDS: "1", BENCH_CALLERS: "8", BENCH_WALLETS: "2000", BENCH_ITEMS: "500" },
  ...{ BENCH_ROWS: "1000", BENCH_FILE_MIB: "2", BENCH_LINES: "10000", BENCH_TRANSACTIONS: "20000" },
  ...{ BENCH_CUSTOMERS: "10000", BENCH_DELIVERIES: "2000", BENCH_TENANTS: "10", BENCH_EACH: "10" },
  ...{ BENCH_RESTARTS: "2", FUZZ_REQUESTS: "500", BENCH_HOURS: "0.01" },
  ...process.env,
};
const [cpu] = cpus();
const machine = {
  processor: `${cpus().length} × ${cpu?.model ?? "unknown"}`,
  memoryGiB: Math.round(totalmem() / 1_073_741_824),
  node: process.version,
};
const former = new Map(last?.results.map(({ name, seconds: took }) => [name, took]));
const known = wanted.map((name) => former.get(name));
const seconds = known.reduce<number>((sum, one) => sum + (one ?? 0), 0);
const newOnes = known.filter((one) => one === undefined).length;
const unmeasured = isSmall
  ? "under a minute each"
  : "about two minutes each. Use a quiet machine: only ratios of one run are valid";
console.log(
  seconds > 0
    ? `${wanted.length} benches: about ${Math.ceil(seconds / 60)} min by the last run${newOnes > 0 ? `, and ${newOnes} that have not run yet` : ""}.`
    : `${wanted.length} benches, ${unmeasured}.`,
);

const own = process.env.DATABASE_URL ? undefined : await startTemporaryPostgres();
if (own && !isSmall) await fillLog(own.url);
const results: BenchResult[] = [...kept];
try {
  for (const name of wanted) {
    console.log(`\n== ${name}`);
    const result = await run(name);
    results.push(result);
    if (result.exitCode !== 0) process.exitCode = 1;
    // A single bench does not replace the figures of a whole run.
    if (isWhole) save();
  }
} finally {
  await own?.stop();
}
if (isWhole) console.log(`\n${RESULTS} written, and results.md beside it.`);

function save(): void {
  const run = { at: new Date().toISOString(), isSmall, machine, results };
  writeFileSync(RESULTS, `${JSON.stringify(run, null, 2)}\n`);
  writeFileSync(join(FOLDER, "results.md"), pageOfResults(run));
}

async function run(name: string): Promise<BenchResult> {
  const startedAt = performance.now();
  let output = "";
  let exitCode: number | null = null;
  let product: TemporaryProduct | undefined;
  try {
    product = needsDashboard(name) ? await startTemporaryProduct() : undefined;
    const env = {
      ...(isSmall ? SMALL : {}),
      ...(options.hours ? { BENCH_HOURS: options.hours } : {}),
      ...(options.load ? { BENCH_LOAD: options.load } : {}),
      ...(own ? { DATABASE_URL: own.url } : {}),
      ...(product ? { [DASHBOARD]: product.dashboardUrl } : {}),
    };
    exitCode = await runProgram([join("bench", `${name}.ts`)], env, (text) => {
      output += text;
    });
  } catch (error) {
    // The other benches still run.
    output += String(error);
    console.error(error);
  } finally {
    await product?.close();
  }
  const tookSeconds = Math.round((performance.now() - startedAt) / 1_000);
  return { name, exitCode, seconds: tookSeconds, ratios: ratiosIn(output), output };
}

function needsDashboard(name: string): boolean {
  return !process.env[DASHBOARD] && readFileSync(join(FOLDER, `${name}.ts`), "utf8").includes(DASHBOARD);
}

/** The last run of all benches in this size on this machine, which may have been cut off. */
function lastRun(): BenchRun | undefined {
  try {
    const run: BenchRun = JSON.parse(readFileSync(RESULTS, "utf8"));
    return run.isSmall === isSmall ? run : undefined;
  } catch {
    return undefined;
  }
}

/** A file that exports nothing is a bench; the others are parts of one. */
function isBench(file: string): boolean {
  return (
    file.endsWith(".ts") && !file.endsWith(".test.ts") && !/^export /m.test(readFileSync(join(FOLDER, file), "utf8"))
  );
}
