import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { FreezeBanner } from "./freeze-banner.tsx";
import { LowBalanceBanner } from "./low-balance-banner.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const walletFreeze = { frozenAt: "2026-03-01T09:00:00.000Z", reason: "Keys were stolen", by: "Ada Obi" };
const text = /All wallets are frozen by Ada Obi: Keys were stolen/;

test("a page that was rendered with a freeze shows it without a request, and follows the profile once a minute", async () => {
  vi.useFakeTimers();
  const calls = serve(() => ({
    body: {
      status: true,
      data: { Merchant: { walletFreeze: null, lowBalance: null }, changesToDecide: 0, firstSteps: null },
    },
  }));
  renderPage(<FreezeBanner />, {
    session: aSession("MainMerchant"),
    facts: { walletFreeze, lowBalance: null, changesToDecide: 0, firstSteps: null },
  });
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole("link", { name: "Release in Settings" })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(50_000));
  expect(calls).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(calls.map(({ path }) => path)).toEqual(["/api/service/user/profile"]);
  expect(screen.queryByText(text)).toBeNull();
});

test("a page that was rendered without facts reads them", async () => {
  serve(() => ({ body: { status: true, data: { Merchant: { walletFreeze }, changesToDecide: 0, firstSteps: null } } }));
  renderPage(<FreezeBanner />);
  expect(await screen.findByText(text)).toBeDefined();
});

test("a balance below the alert is on every page, with both amounts and the way to change the alert", async () => {
  const lowBalance = { threshold: 50_000_000, balance: 39_990_050 };
  const facts = { walletFreeze: null, lowBalance, changesToDecide: 0, firstSteps: null };
  renderPage(<LowBalanceBanner />, { session: aSession("Admin"), facts });
  expect(
    screen.getByText(/Low balance: the merchant wallet has ₦399,900.50, below the alert of ₦500,000.00/),
  ).toBeDefined();
  expect(screen.getByRole("link", { name: "Change the alert" }).getAttribute("href")).toBe("/settings/account");
  cleanup();
  renderPage(<LowBalanceBanner />, { session: aSession("Support"), facts });
  expect(screen.queryByRole("link")).toBeNull();
});
