import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { refusal, renderPage, serve } from "../testing/render-page.tsx";
import { aMerchantWallet, aSession } from "../testing/replies.ts";
import { attentionItems } from "./attention-items.ts";
import { firstSteps, isBeginning } from "./first-steps.ts";
import { BalanceStat, MovementStats } from "./merchant-stats.tsx";
import { NeedsAttention } from "./needs-attention.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const day = {
  date: "2026-11-19",
  ...{
    credits: 150_000,
    creditCount: 2,
    debits: 50_000,
    debitCount: 1,
    transfers: 0,
    transferCount: 0,
    walletsCreated: 3,
  },
};
const nothing = { imports: false, batches: false, deliveries: false, subscriptions: false };

test("sums the days shown, as many as the address says; one figure fails alone", async () => {
  const calls = serve(({ path }) => {
    if (path.includes("/merchant/overview")) return { body: { status: true, data: { asOf: null, days: [day, day] } } };
    if (path.includes("/merchant/analytics")) {
      const wallets = [{ tier: "TIER_1", status: "ACTIVE", count: 40 }];
      return { body: { status: true, data: { asOf: null, days: [], wallets, failures: [] } } };
    }
    return refusal(404, "not_found", "No wallet.");
  });
  renderPage(
    <dl>
      <BalanceStat />
      <MovementStats />
    </dl>,
    { search: "days=7" },
  );
  expect(await screen.findByText("Credits, 7 days")).toBeDefined();
  expect((await screen.findByText("4 credits to customers")).previousSibling?.textContent).toBe("₦3,000.00");
  expect(await screen.findByText("40 in all")).toBeDefined();
  expect(await screen.findByText(/No wallet\./)).toBeDefined();
  const span = new URL(calls.find(({ path }) => path.includes("overview"))?.path ?? "", "http://x").searchParams;
  const [first, last] = [span.get("startDate") ?? "", span.get("endDate") ?? ""];
  expect((Date.parse(last) - Date.parse(first)) / 86_400_000).toBe(6);
});

test("who may not see the money is not shown it, and asks nothing", () => {
  const calls = serve(() => ({ body: { status: true, data: aMerchantWallet() } }));
  renderPage(
    <dl>
      <BalanceStat />
      <MovementStats />
    </dl>,
    { session: aSession("Support", { permissions: [] }) },
  );
  expect(screen.queryByText("Merchant wallet")).toBeNull();
  expect(calls).toEqual([]);
});

test("approvals that expire within two days are told with their sum; what is not there yet is not asked", async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const data = [
    { amount: 100_000, expiresAt: at(12) },
    { amount: 50_000, expiresAt: at(47) },
    { amount: 900_000, expiresAt: at(49) },
  ];
  const calls = serve(({ path }) =>
    path.includes("/transaction/pending")
      ? { body: { status: true, data, metadata: { page: 1, perPage: 100, totalRecords: 3, totalPages: 1 } } }
      : { body: { status: true, data: { webhookMode: "LEGACY" } } },
  );
  renderPage(<NeedsAttention askable={nothing} />);
  const link = await screen.findByRole("link", { name: /2 approvals expire soon/ });
  expect([link.getAttribute("href"), link.textContent]).toEqual([
    "/approvals",
    expect.stringContaining("₦1,500.00 within 48 hours"),
  ]);
  expect(calls.every(({ path }) => /pending|settings/.test(path))).toBe(true);
});

test("what needs somebody, and nothing where nothing does", () => {
  expect(
    attentionItems({ expiring: { count: 0, amount: 0 }, uploads: [null], failedDeliveries: 0, deafSubscriptions: 0 }),
  ).toEqual([]);
  const items = attentionItems({
    expiring: { count: 1, amount: 100 },
    uploads: [{ batchId: "b-1", kind: "credit", rows: 14 }, null],
    failedDeliveries: 9,
    deafSubscriptions: 2,
  });
  expect(items.map(({ title }) => title)).toEqual([
    "1 approval expires soon",
    "14 rows rejected in an upload",
    "9 webhook deliveries failed",
    "Subscriptions get no events",
  ]);
  expect(items[1]?.href).toBe("/imports/credit/b-1?rows=rejected");
});

test("first steps are ticked from what is there; sandbox funds are for the sandbox", () => {
  const known = {
    isSandbox: true,
    balance: 0,
    wallets: 1,
    transfers: 0,
    people: 2,
    isKeyUsed: false,
    hasCallback: undefined,
    isReviewed: true,
  };
  expect(firstSteps(known).map(({ title, isDone }) => [title, isDone])).toEqual([
    ["Add sandbox funds", false],
    ["Create the first wallet", true],
    ["Make the first transfer", false],
    ["Invite a colleague", true],
    ["Call the service with your key", false],
    ["Set a callback address", undefined],
    ["Ask to go live", true],
  ]);
  expect(firstSteps({ ...known, isSandbox: false })[0]?.title).toBe("Create the first wallet");
  expect([isBeginning({ wallets: 3, transfers: 0 }), isBeginning({ wallets: 3, transfers: 1 })]).toEqual([true, false]);
});
