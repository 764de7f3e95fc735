import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setShownZone } from "../../../lib/format/instant.ts";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { TrialBalanceReport } from "./trial-balance-report.tsx";

afterEach(() => {
  cleanup();
  setShownZone("lagos");
  vi.unstubAllGlobals();
});

const proven = {
  checkedAt: "2026-11-19T12:41:00.000Z",
  balanced: true,
  accounts: 12,
  entries: 1_204,
  newEntries: 3,
  total: "0",
  problems: [],
};

test("shows when the ledger was checked, in the user's time zone", async () => {
  serve(() => ({ body: { status: true, data: proven } }));
  setShownZone("utc");
  renderPage(<TrialBalanceReport />);
  await screen.findByText("The books balance");
  expect(screen.getByRole("status").textContent).toContain("Last proven 19 Nov 2026, 12:41 UTC. Every entry");
});
