import { expect, it } from "vitest";
import { pageOfResults, ratioLine, ratiosIn } from "./bench-results.ts";

const output = `64 callers
  HTTP / floor at 64: 0.67 (aim 1.0)
HTTP / floor at 1: 0.26
Payouts / bare posts at 64: 0.09 of them (aim 0.3)
`;

it("finds the ratios that have an aim", () => {
  expect(ratiosIn(output)).toEqual([
    { name: "HTTP / floor at 64", value: 0.67, aim: 1 },
    { name: "Payouts / bare posts at 64", value: 0.09, aim: 0.3 },
  ]);
});

it("finds each line that a bench writes for it", () => {
  const lines = [ratioLine("  p99 while it is paid / alone", 1.278, 2), ratioLine("created a second", 2_412, 3_000)];
  expect(ratiosIn(lines.join("\n"))).toEqual([
    { name: "p99 while it is paid / alone", value: 1.28, aim: 2 },
    { name: "created a second", value: 2_412, aim: 3_000 },
  ]);
});

it("writes a page with the machine, the ratios and each output", () => {
  const result = { name: "http-transfers", exitCode: 1, seconds: 9, ratios: ratiosIn(output), output };
  const machine = { processor: "2 × Any", memoryGiB: 24, node: "v24" };
  const page = pageOfResults({ at: "2026-11-23T00:00:00.000Z", isSmall: true, machine, results: [result] });
  expect(page).toContain("2 × Any, 24 GiB, Node.js v24, 2026-11-23T00:00:00.000Z");
  expect(page).toContain("Small sizes");
  expect(page).toContain("Failed: http-transfers.");
  expect(page).toContain("| http-transfers | HTTP / floor at 64 | 0.67 | 1 |");
  expect(page).toContain("failed with code 1 after 9 s");
});
