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
 * What a runner counted, by its report and its exit code: a run that failed without a failing test (a file that
 * does not load, an error outside of tests, no report at all) counts as one failure, so that it is never overlooked.
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

/** Of the report of vitest. */
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

/** Of the report of Playwright; a test that passed only on a second try counts as failed. */
export function parsePlaywright(json: unknown): Counts {
  const { stats } = json as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
