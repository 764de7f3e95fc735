import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Counts, failedFiles, parseVitest, readCounts } from "./counts.ts";
import { runProgram } from "./run-program.ts";

/** More files than these are not an accident of a busy machine. */
const MOST_FILES_AGAIN = 2;
/** A line of Vitest's summary about errors that belong to no test. Its report has no field for them. */
const ERROR_OUTSIDE = /^ *Errors +\d+ error/m;

/**
 * Runs all tests that need no browser. They start their own database.
 * One or two files that fail run once more, alone; what then passes is named in the remarks (decision 0199).
 */
export async function runUnitTests(folder: string): Promise<Counts> {
  const first = await runFiles(join(folder, "unit.json"), []);
  const files = first.failed;
  if (first.counts.failed === 0 || first.isErrorOutside || files.length === 0 || files.length > MOST_FILES_AGAIN) {
    return first.counts;
  }
  console.log(`\n== Again, alone: ${files.join(", ")}`);
  const again = await runFiles(join(folder, "unit-again.json"), files);
  if (again.counts.failed > 0) return first.counts;
  const { passed, failed, skipped, remarks } = first.counts;
  const retried = remarks.map((remark) => remark.replace(/^Failed:/, "Passed only alone:"));
  return { passed: passed + failed, failed: 0, skipped, remarks: retried };
}

async function runFiles(reportFile: string, files: string[]) {
  let isErrorOutside = false;
  const exitCode = await runProgram(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
      ...files,
    ],
    { NODE_ENV: "test" },
    (text) => {
      isErrorOutside ||= ERROR_OUTSIDE.test(stripVTControlCharacters(text));
    },
  );
  const failed = existsSync(reportFile)
    ? failedFiles(JSON.parse(readFileSync(reportFile, "utf8"))).map((file) => relative(process.cwd(), file.name))
    : [];
  return { counts: readCounts({ reportFile, exitCode }, parseVitest), failed, isErrorOutside };
}
