import { spawn, spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";

// Transfers over HTTP with all processes (load, service, PostgreSQL) on one core, then on two and so on, by `taskset`: what a core adds, and
// what a transfer costs. docs/scaling.md models larger machines from these figures. BENCH_CORES=1,2,4 chooses the cores.
const CORES = (process.env.BENCH_CORES ?? "1,2").split(",").map(Number);
const CALLERS = 64;
/** Keeps a process and its children on given cores. */
const PINNING = "taskset";
const LINE = new RegExp(`^\\| transfer over HTTP +\\| +${CALLERS} \\| +([\\d,]+) \\| +([\\d.]+) \\| +([\\d.]+)`, "m");
const COSTS = /^ {2}transfer over HTTP: (.+)$/m;

if (spawnSync(PINNING, ["--version"]).status !== 0) {
  console.log("Not run: taskset is needed (Debian: util-linux).");
  process.exit(0);
}
console.log(
  "| cores | transfers/s | of one core | p50 ms | p99 ms | processor time and write-ahead log of a transfer |",
);
console.log("| ----: | ----------: | ----------: | -----: | -----: | --- |");
let first: number | undefined;
for (const cores of CORES.filter((wanted) => wanted <= cpus().length)) {
  const output = await measure(cores);
  const [, rate = "", p50 = "", p99 = ""] = LINE.exec(output) ?? [];
  const perSecond = Number(rate.replaceAll(",", ""));
  if (!(perSecond > 0)) throw new Error(output);
  first ??= perSecond;
  const times = (perSecond / first).toFixed(2);
  console.log(`| ${cores} | ${rate} | ${times} | ${p50} | ${p99} | ${COSTS.exec(output)?.[1] ?? ""} |`);
}

/** One run of `http-transfers` with a server of its own, on the first cores. Resolves to what it prints. */
async function measure(cores: number): Promise<string> {
  const bench = join(import.meta.dirname, "..", "scripts", "bench.ts");
  const { DATABASE_URL: _shared, ...env } = process.env;
  const child = spawn(PINNING, ["-c", `0-${cores - 1}`, process.execPath, bench, "http-transfers"], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output += text;
    });
  }
  await new Promise((done) => child.once("close", done));
  return output;
}
