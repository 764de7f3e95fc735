import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { anItem } from "../testing.ts";
import { ApprovalOutcome } from "./approval-outcome.tsx";

afterEach(cleanup);

it.each([
  ["before its time, after a restore, may have been paid", "2026-11-20T11:04:00.000Z", "Check whether it was paid"],
  ["in its time moved no money", "2026-12-19T11:04:00.000Z", "No money was moved."],
])("a request that expired %s", (_, updatedAt, text) => {
  const details = anItem({ status: "EXPIRED", updatedAt, expiresAt: "2026-12-19T11:04:00.000Z" });
  render(<ApprovalOutcome details={details} overtaken={false} />);
  expect(screen.getByRole("status").textContent).toContain(text);
});
