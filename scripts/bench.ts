import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startThrowAwayPostgres } from "./guarded-postgres.ts";
import { runProgram } from "./testing/run-program.ts";

// `npm run bench` runs all, `npm run bench -- ledger` one; over a server of its own, or the one of DATABASE_URL.
const FOLDER = join(dirname(import.meta.dirname), "bench");

const all = readdirSync(FOLDER)
  .filter(isBench)
  .map((file) => file.replace(/\.ts$/, ""));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  process.exit(2);
}

const own = process.env.DATABASE_URL ? undefined : await startThrowAwayPostgres();
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
