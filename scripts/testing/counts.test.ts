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
  const unit = parseVitest({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 });
  const browser = parsePlaywright({ stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 0 } });
  expect(sum([unit, browser])).toEqual({ passed: 8, failed: 2, skipped: 1 });
});

test("retries pass while at most one in a hundred browser tests needs one, rounded up", () => {
  const stats = { expected: 183, unexpected: 0, flaky: 2, skipped: 0 };
  expect(parsePlaywright({ stats })).toEqual({ passed: 185, failed: 0, skipped: 0 });
  expect(parsePlaywright({ stats: { ...stats, flaky: 3 } })).toEqual({ passed: 183, failed: 3, skipped: 0 });
});

test("a run that failed without a failing test, or without a report, counts as a failure", () => {
  const good = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  expect(readCounts({ reportFile: report(good), exitCode: 0 }, parseVitest).failed).toBe(0);
  expect(readCounts({ reportFile: report(good), exitCode: 1 }, parseVitest)).toMatchObject({ passed: 5, failed: 1 });
  expect(readCounts({ reportFile: join(folder, "none.json"), exitCode: 0 }, parseVitest).failed).toBe(1);
});
