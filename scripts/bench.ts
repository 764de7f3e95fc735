import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startTemporaryPostgres } from "./postgres/guarded-postgres.ts";
import { runProgram } from "./testing/run-program.ts";

// `npm run bench` runs all benches, `npm run bench -- ledger` runs one. It starts a temporary server unless DATABASE_URL is set.
const FOLDER = join(dirname(import.meta.dirname), "bench");

const all = readdirSync(FOLDER)
  .filter(isBench)
  .map((file) => file.replace(/\.ts$/, ""));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(", ")}. Available: ${all.join(", ")}.`);
  process.exit(2);
}

const own = process.env.DATABASE_URL ? undefined : await startTemporaryPostgres();
try {
  for (const name of wanted) {
    const exitCode = await runProgram([join("bench", `${name}.ts`)], own ? { DATABASE_URL: own.url } : {});
    if (exitCode !== 0) process.exitCode = 1;
  }
} finally {
  await own?.stop();
}

/** A file that exports nothing is a bench; the others are parts of one. */
function isBench(file: string): boolean {
  return (
    file.endsWith(".ts") && !file.endsWith(".test.ts") && !/^export /m.test(readFileSync(join(FOLDER, file), "utf8"))
  );
}
