import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { CardSums } from "../../../contract/insights.ts";
import type { ActiveWallets, BusyHours, TopCustomers, WalletLevels } from "../../../contract/insights-customers.ts";
import { refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { CustomerSections } from "./customer-sections.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const asOf = "2026-11-19T13:02:11.000Z";
const weeks: ActiveWallets = {
  asOf,
  weeks: [
    { start: "2026-11-09", new: 1, returning: 2 },
    { start: "2026-11-16", new: 1_000, returning: 4 },
  ],
  months: [{ start: "2026-11-01", new: 6, returning: 7 }],
  cohorts: [
    { month: "2026-10-01", wallets: 8, active: [8, 6] },
    { month: "2026-11-01", wallets: 3, active: [2] },
  ],
};
const levels: WalletLevels = {
  asOf: null,
  tiers: [
    { tier: "TIER_1", wallets: 5 },
    { tier: "TIER_2", wallets: 0 },
    { tier: "TIER_3", wallets: 1 },
  ],
  over90: { maxBalance: 2, dailyLimit: 1 },
  balances: [
    { from: 0, to: 1, wallets: 1, balance: 0 },
    { from: 1, to: 100_000, wallets: 5, balance: 250_000 },
    { from: 100_000, to: null, wallets: 0, balance: 0 },
  ],
};
const top: TopCustomers = {
  asOf,
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  total: 400_000,
  customers: [
    { customerId: "c-1", name: "Kola Motors", accountNumber: "9900000001", transactions: 3, volume: 100_000 },
  ],
};
const hours: BusyHours = { asOf, hours: [{ weekday: 5, hour: 12, count: 9 }], peak: { weekday: 5, hour: 12 } };
const none = { amount: 0, count: 0, before: { amount: 0, count: 0 } };
const cards: CardSums = {
  asOf,
  authorized: { amount: 300_000, count: 3, before: { amount: 200_000, count: 1 } },
  cleared: { amount: 250_000, count: 2, before: { amount: 0, count: 0 } },
  refunded: none,
  declined: { amount: 90_000, count: 2, before: { amount: 0, count: 0 } },
  days: [{ date: "2026-11-19", authorized: 300_000, cleared: 250_000, refunded: 0 }],
  declines: [
    {
      code: "daily_limit",
      reason: "Above the daily limit of the card.",
      amount: 90_000,
      count: 2,
      before: { amount: 0, count: 0 },
    },
  ],
};

test("each section has its figures as a table with links to the rows, and reads each answer once", async () => {
  const calls = serve(({ path }) => {
    if (path.includes("busy-hours")) return { body: { status: true, data: hours } };
    if (path.includes("active-wallets")) return { body: { status: true, data: weeks } };
    if (path.includes("top-customers")) return { body: { status: true, data: top } };
    if (path.includes("wallet-levels")) return { body: { status: true, data: levels } };
    if (path.includes("insights/cards")) return { body: { status: true, data: cards } };
    return refusal(404, "not_found", "Nothing.");
  });
  renderPage(<CustomerSections />, { search: "startDate=2026-11-06&endDate=2026-11-19" });
  const active = await screen.findByRole("region", { name: "Active wallets" });
  expect(await within(active).findByRole("link", { name: "1,004 this week so far" })).toHaveProperty(
    "href",
    expect.stringContaining("/wallets?activeIn=2026-11-16"),
  );
  await userEvent.click(within(active).getByRole("radio", { name: "By month" }));
  expect(within(active).getByRole("link", { name: "13 this month so far" })).toBeDefined();
  const tiers = screen.getByRole("region", { name: "Tiers and limits" });
  expect(rowOf(tiers, "Over 90% of the maximum balance")).toEqual(["2"]);
  expect(within(tiers).getByRole("link", { name: /^Tier 1, Wallets: / })).toHaveProperty(
    "href",
    expect.stringContaining("/wallets?tier=TIER_1"),
  );
  const customers = screen.getByRole("region", { name: "Top 20 customers, Nov 2026" });
  expect(rowOf(customers, "1. Kola Motors")).toEqual(["₦1,000.00", "25.0%"]);
  expect(rowOf(screen.getByRole("region", { name: "Cohorts" }), "Oct 2026")).toEqual(["8", "100.0%", "75.0%"]);
  expect(rowOf(screen.getByRole("region", { name: "Cohorts" }), "Nov 2026")).toEqual(["3", "66.7%", "–"]);
  const busy = screen.getByRole("region", { name: "Busiest hours" });
  expect(busy.textContent).toContain("Peak: Friday 12:00");
  expect(within(busy).getByRole("link", { name: "Peak: Friday 12:00" })).toHaveProperty(
    "href",
    expect.stringMatching(/\/insights\/rows\?figure=posted&.*weekday=5&hour=12$/),
  );
  expect(rowOf(busy, "Friday")[12]).toBe("9");
  const balances = screen.getByRole("region", { name: "Balances of wallets" });
  expect(rowOf(balances, "₦0.00 to ₦1,000.00")).toEqual(["5", "₦2,500.00"]);
  const volume = screen.getByRole("region", { name: "Card volume" });
  expect(volume.textContent).toContain("₦3,000.00 authorized in 3 card payments, ₦2,500.00 cleared");
  expect(rowOf(volume, "Authorized")).toEqual(["₦3,000.00", "3", "₦2,000.00", "1", "50.0%"]);
  const declines = screen.getByRole("region", { name: "Declined card payments" });
  expect(declines.textContent).toContain("2 of 5 card payments declined, 0 in the period before");
  expect(rowOf(declines, "Above the daily limit of the card.")).toEqual(["2", "100.0%", "0", "₦900.00"]);
  // One answer serves two sections.
  expect(calls).toHaveLength(5);
});

function rowOf(section: HTMLElement, name: string): (string | null)[] {
  const head = within(section).getAllByRole("rowheader", { name, hidden: true }).at(-1);
  return [...(head?.parentElement?.querySelectorAll("td") ?? [])].map(({ textContent }) => textContent);
}
