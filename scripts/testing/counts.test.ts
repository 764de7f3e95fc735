import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parsePlaywright, parseVitest, readCounts, sum } from "./counts.ts";

const folder = mkdtempSync(join(tmpdir(), "wallet-counts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(json: unknown): string {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(json));
  return file;
}

test("adds up what both runners report", () => {
  const unit = parseVitest({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [],
  });
  const browser = parsePlaywright({ stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 0 }, suites: [] });
  expect(sum([unit, browser])).toEqual({ passed: 8, failed: 2, skipped: 1, remarks: [] });
});

test("retries pass while at most one in a hundred browser tests needs one, rounded up", () => {
  const stats = { expected: 183, unexpected: 0, flaky: 2, skipped: 0 };
  const suites: never[] = [];
  expect(parsePlaywright({ stats, suites })).toMatchObject({ passed: 185, failed: 0, skipped: 0 });
  const oneMore = { stats: { ...stats, flaky: 3 }, suites };
  expect(parsePlaywright(oneMore)).toMatchObject({ passed: 183, failed: 3, skipped: 0 });
});

test("names each failed and each retried test for the end of the output", () => {
  const counts = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  const testResults = [
    {
      ...{ name: "a.test.ts", status: "failed", message: "" },
      assertionResults: [
        { fullName: "adds", status: "passed", failureMessages: [] },
        { fullName: "divides", status: "failed", failureMessages: ["expected 1 to be 2\n  at a.test.ts:1"] },
      ],
    },
    { name: "b.test.ts", status: "failed", message: "Cannot find module\n  at b", assertionResults: [] },
    { name: "c.test.ts", status: "passed", message: "", assertionResults: [] },
  ];
  expect(parseVitest({ ...counts, testResults }).remarks).toEqual([
    "Failed: a.test.ts › divides: expected 1 to be 2",
    "Failed: b.test.ts: Cannot find module",
  ]);
  const spec = (status: string) => ({ file: "pay.spec.ts", title: `is ${status}`, tests: [{ status }] });
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
  const suites = [{ suites: [{ specs: [spec("expected"), spec("flaky")] }], specs: [spec("unexpected")] }];
  expect(parsePlaywright({ stats, suites }).remarks).toEqual([
    "Failed: pay.spec.ts › is unexpected",
    "Passed on a retry: pay.spec.ts › is flaky",
  ]);
});

test("a run that failed without a failing test, or without a report, counts as a failure", () => {
  const good = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  expect(readCounts({ reportFile: report(good), exitCode: 0 }, parseVitest).failed).toBe(0);
  expect(readCounts({ reportFile: report(good), exitCode: 1 }, parseVitest)).toMatchObject({ passed: 5, failed: 1 });
  expect(readCounts({ reportFile: join(folder, "none.json"), exitCode: 0 }, parseVitest).failed).toBe(1);
});
