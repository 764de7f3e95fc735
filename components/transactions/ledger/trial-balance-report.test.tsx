import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setShownZone } from "../../../lib/format/instant.ts";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { aTrialBalance } from "../../testing/replies.ts";
import { TrialBalanceReport } from "./trial-balance-report.tsx";

afterEach(() => {
  cleanup();
  setShownZone("lagos");
  vi.unstubAllGlobals();
});

test("shows when the ledger was checked, in the user's time zone", async () => {
  serve(() => ({ body: { status: true, data: aTrialBalance() } }));
  setShownZone("utc");
  renderPage(<TrialBalanceReport />);
  await screen.findByText("The ledger is balanced");
  expect(document.body.textContent).toContain("Last checked 19 Nov 2026, 12:41 UTC. Every entry");
});

test("shows the newest hash of the chain, and each row that does not match it", async () => {
  const { chain } = aTrialBalance();
  const problems = [{ seal: 7, row: "entry" as const, id: "12/4", found: "changed" as const }];
  serve(() => ({ body: { status: true, data: aTrialBalance({ chain: { ...chain, problems } }) } }));
  renderPage(<TrialBalanceReport />);
  await screen.findByText("5f".repeat(32));
  expect(screen.getByRole("alert").textContent).toContain("The entry 12/4 in seal 7 was changed.");
});
