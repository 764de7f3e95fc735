import { join } from "node:path";
import { type Counts, parseVitest, readCounts } from "./counts.ts";
import { runProgram } from "./run-program.ts";

/** Runs all tests that need no browser. They start their own database. */
export async function runUnitTests(folder: string): Promise<Counts> {
  const reportFile = join(folder, "unit.json");
  const exitCode = await runProgram(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
    ],
    { NODE_ENV: "test" },
  );
  return readCounts({ reportFile, exitCode }, parseVitest);
}
