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

/** Of a hundred browser tests so many may need their second try: a page seen too early, a machine held up. More is a fault. */
const TOLERATED_SECOND_TRIES_PERCENT = 1;

/** Of the report of Playwright; tests that passed only on a second try count as failed once there are more of them than we tolerate. */
export function parsePlaywright(json: unknown): Counts {
  const { stats } = json as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
  const { expected, unexpected, flaky, skipped } = stats;
  const tolerated = Math.ceil(((expected + unexpected + flaky) * TOLERATED_SECOND_TRIES_PERCENT) / 100);
  if (flaky > tolerated) return { passed: expected, failed: unexpected + flaky, skipped };
  return { passed: expected + flaky, failed: unexpected, skipped };
}
