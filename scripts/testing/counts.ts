import { existsSync, readFileSync } from "node:fs";

export type Counts = { passed: number; failed: number; skipped: number };

export function sum(all: Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  return total;
}

/**
 * Reads a runner's counts from its report and exit code. A run that failed without a failing test (a file that does not
 * load, an error outside of tests, no report) counts as one failure, so that it is never missed.
 */
export function readCounts(
  run: { reportFile: string; exitCode: number | null },
  parse: (json: unknown) => Counts,
): Counts {
  if (!existsSync(run.reportFile)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = parse(JSON.parse(readFileSync(run.reportFile, "utf8")));
  if (run.exitCode !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

/** Parses Vitest's report. */
export function parseVitest(json: unknown): Counts {
  const report = json as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
  };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The share of browser tests that may need a retry on a slow machine. More is a failure. */
const TOLERATED_RETRIES_PERCENT = 1;

/** Parses Playwright's report. Tests that passed only on a retry count as failed when there are more than the tolerated share. */
export function parsePlaywright(json: unknown): Counts {
  const { stats } = json as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
  const { expected, unexpected, flaky, skipped } = stats;
  const tolerated = Math.ceil(((expected + unexpected + flaky) * TOLERATED_RETRIES_PERCENT) / 100);
  if (flaky > tolerated) return { passed: expected, failed: unexpected + flaky, skipped };
  return { passed: expected + flaky, failed: unexpected, skipped };
}
