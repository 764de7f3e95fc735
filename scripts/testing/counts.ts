import { existsSync, readFileSync } from "node:fs";

/** `remarks` name what failed and what had to be retried, for the end of the output, where a reader looks first. */
export type Counts = { passed: number; failed: number; skipped: number; remarks: string[] };

export function sum(all: Counts[]): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0, remarks: [] };
  for (const counts of all) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    total.remarks.push(...counts.remarks);
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
  if (!existsSync(run.reportFile)) {
    return { passed: 0, failed: 1, skipped: 0, remarks: [`No report: exit code ${run.exitCode}`] };
  }
  const counts = parse(JSON.parse(readFileSync(run.reportFile, "utf8")));
  if (run.exitCode === 0 || counts.failed > 0) return counts;
  const remark = `The run failed outside of tests: exit code ${run.exitCode}, see above`;
  return { ...counts, failed: 1, remarks: [...counts.remarks, remark] };
}

type VitestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
};

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
    remarks: failedFiles(json).flatMap(remarksOn),
  };
}

/** The test files of Vitest's report with a failure. */
export function failedFiles(json: unknown): VitestFile[] {
  return (json as { testResults: VitestFile[] }).testResults.filter((file) => file.status === "failed");
}

function remarksOn({ name, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((result) => result.status === "failed");
  if (failed.length === 0) return [`Failed: ${name}: ${firstLine(message)}`];
  return failed.map((result) => `Failed: ${name} › ${result.fullName}: ${firstLine(result.failureMessages[0] ?? "")}`);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 300) ?? "";
}

/** The share of browser tests that may need a retry on a slow machine. More is a failure. */
const TOLERATED_RETRIES_PERCENT = 1;

type PlaywrightSuite = {
  specs?: { file: string; title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
};

/** Parses Playwright's report. Tests that passed only on a retry count as failed when there are more than the tolerated share. */
export function parsePlaywright(json: unknown): Counts {
  const { stats, suites } = json as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: PlaywrightSuite[];
  };
  const { expected, unexpected, flaky, skipped } = stats;
  const remarks = suites.flatMap(remarksOnSuite);
  const tolerated = Math.ceil(((expected + unexpected + flaky) * TOLERATED_RETRIES_PERCENT) / 100);
  if (flaky > tolerated) return { passed: expected, failed: unexpected + flaky, skipped, remarks };
  return { passed: expected + flaky, failed: unexpected, skipped, remarks };
}

function remarksOnSuite({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status }) => {
      if (status === "unexpected") return [`Failed: ${file} › ${title}`];
      return status === "flaky" ? [`Passed on a retry: ${file} › ${title}`] : [];
    }),
  );
  return [...own, ...suites.flatMap(remarksOnSuite)];
}
