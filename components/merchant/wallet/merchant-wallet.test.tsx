import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage } from "../../testing/render-page.tsx";
import { aMerchantWallet, aSession } from "../../testing/replies.ts";
import { BalanceAlertCard } from "./balance-alert-card.tsx";
import { MerchantWalletHead } from "./merchant-wallet-head.tsx";
import { MerchantWalletStats } from "./merchant-wallet-stats.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function serveWallet({ sums = { totalIn: 30_000, totalOut: 12_050 }, alert = null as object | null } = {}) {
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.includes("/balance-alert")) return Response.json({ status: true, alert });
    if (path.includes("/transaction/statement")) return Response.json({ status: true, statement: sums });
    return Response.json({ status: true, data: aMerchantWallet() });
  });
}

test("shows what can be spent, what payouts hold, and what came in and went out today", async () => {
  serveWallet();
  renderPage(<MerchantWalletStats />);
  await screen.findByText("until the banks confirm");
  expect(screen.getByText("Held for payouts").nextSibling?.textContent).toBe("₦15,076.88");
  expect(screen.getByText("Available").nextSibling?.textContent).toBe("₦48,216,930.75");
  expect((await screen.findByText("In today")).nextSibling?.textContent).toBe("₦300.00");
  expect(screen.getByText("Out today").nextSibling?.textContent).toBe("₦120.50");
});

test("payments stay visible with the reason for a role that may not make them", async () => {
  serveWallet();
  renderPage(<MerchantWalletHead title="Merchant wallet" />, { session: aSession("Support") });
  const send = screen.getByRole("button", { name: "Send to bank" });
  expect(send.getAttribute("aria-disabled")).toBe("true");
  expect(document.getElementById(send.getAttribute("aria-describedby") ?? "")?.textContent).toContain("Support");
  expect(screen.getByRole("link", { name: "Statement" }).getAttribute("href")).toBe("/statements?format=pdf");
  expect(screen.queryByRole("button", { name: "Add sandbox funds" })).toBeNull();
});

test("says since when the balance is below its alert, and links to it for those who may change it", async () => {
  serveWallet({ alert: { threshold: 500_000, memberIds: null, belowSince: "2026-11-19T12:41:00.000Z" } });
  renderPage(<BalanceAlertCard />);
  expect(await screen.findByText(/falls below ₦5,000.00/)).toBeDefined();
  expect(screen.getByText(/Below since/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Change the alert" }).getAttribute("href")).toBe("/settings/account");
});
