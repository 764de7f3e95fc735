import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { BatchRecord } from "../../../contract/batch-records.ts";
import type { WalletImport } from "../../../contract/wallet-creation.ts";
import { refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aMerchantWallet, aSession } from "../../testing/replies.ts";
import { DaysSection } from "../days/days-section.tsx";
import { AnalyticsSections } from "./analytics-sections.tsx";
import { attentionItems } from "./attention-items.ts";
import { BalanceStat, MovementStats } from "./merchant-stats.tsx";
import { MoneySection } from "./money-section.tsx";
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

test("sums as many days as the address gives; a failed figure leaves the others", async () => {
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
  // The label names the days that have data.
  expect(await screen.findByText("Credits, 2 days")).toBeDefined();
  expect((await screen.findByText("4 credits to customers")).previousSibling?.textContent).toBe("₦3,000.00");
  expect(await screen.findByText("40 in total")).toBeDefined();
  expect(await screen.findByText(/No wallet\./)).toBeDefined();
  const span = new URL(calls.find(({ path }) => path.includes("overview"))?.path ?? "", "http://x").searchParams;
  const [first, last] = [span.get("startDate") ?? "", span.get("endDate") ?? ""];
  expect((Date.parse(last) - Date.parse(first)) / 86_400_000).toBe(6);
});

test("without activity there are no empty axes and no rows of zeros", async () => {
  const still = { ...day, credits: 0, creditCount: 0, debits: 0, debitCount: 0, walletsCreated: 0 };
  const stillDay = { ...still, customerBalance: 0, merchantBalance: 0, deliveriesSucceeded: 0, deliveriesFailed: 0 };
  const analytics = { asOf: null, days: [stillDay], wallets: [], failures: [] };
  serve(({ path }) => ({
    body: { status: true, data: path.includes("analytics") ? analytics : { asOf: null, days: [still] } },
  }));
  renderPage(
    <>
      <MoneySection />
      <AnalyticsSections />
      <DaysSection />
    </>,
  );
  expect(await screen.findByText(/^No credits or debits in the last 1 day\./)).toBeDefined();
  expect(await screen.findByText("No balance in the last 1 day.")).toBeDefined();
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
});

test("users without the permission see no money, and nothing is requested", () => {
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

const metadata = { page: 1, perPage: 20, totalRecords: 0, totalPages: 0 };
const nothing = { body: { status: true, data: [], metadata } };

/** A service that has only the data in `found`. */
function serveAttention(found: (path: string) => object | undefined) {
  return serve(({ path }) => {
    const body = found(path);
    if (body) return { body: { status: true, ...body } };
    return path.includes("settings") ? { body: { status: true, data: { webhookMode: "BOTH" } } } : nothing;
  });
}

test("approvals that expire within two days are shown with their sum, however many pages they fill", async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const expiring = (end: number) => ({ id: `a${end}`, amount: 1_500, expiresAt: at(12) });
  const first = Array.from({ length: 100 }, (_, index) => expiring(index));
  const last = [expiring(100), { id: "late", amount: 900_000, expiresAt: at(49) }];
  serveAttention((path) => {
    if (!path.includes("/transaction/pending")) return undefined;
    if (path.includes("approvable")) return { data: [], metadata: { ...metadata, totalRecords: 1 } };
    const after = new URL(path, "http://x").searchParams.get("after");
    return { data: after === null ? first : after === "a99" ? last : [], metadata };
  });
  renderPage(<NeedsAttention />);
  const link = await screen.findByRole("link", { name: /101 approvals expire soon/ });
  expect([link.getAttribute("href"), link.textContent]).toEqual([
    "/approvals",
    expect.stringContaining("₦1,515.00 within 48 hours"),
  ]);
  expect(screen.getByRole("link", { name: /1 approval needs your decision/ }).getAttribute("href")).toBe("/approvals");
});

test("uploads of the last two weeks with rejected rows are shown, older ones are not", async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  const ended = { status: "partially_completed", total: 20, processed: 20, startedAt: null, finishedAt: null } as const;
  const none = {
    accepted: [],
    rejected: [],
    hasAllItems: false,
    acceptedCount: 6,
    batchReference: "REF",
    totalAmount: 1,
    payer: null,
    withdrawn: false,
    fileName: null,
    duplicates: 0,
    paidBy: [],
  };
  const money = (n: 1 | 2, rejectedCount: number, createdAt: string): BatchRecord => {
    return { ...ended, ...none, batchId: `b-${n}`, operation: "credit", rejectedCount, createdAt };
  };
  const made = {
    created: 18,
    frozen: 0,
    skipped: 2,
    fileName: null,
    createdBy: "Ada",
    pausedUntil: null,
    createdAt: days(2),
  };
  const upload: WalletImport = { ...ended, ...made, batchId: "i-1" };
  serveAttention((path) => {
    if (/records\?.*origin=upload/.test(path))
      return { data: [money(1, 14, days(1)), money(2, 3, days(15))], metadata };
    return path.includes("bulk-create-customers") ? { data: [upload], metadata } : undefined;
  });
  renderPage(<NeedsAttention />);
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/imports/credit/b-1?rows=bad",
    "/imports/create/i-1?rows=bad",
  ]);
  expect(links[0]?.textContent).toContain("14 rows rejected in a batch of credits");
});

test("failed deliveries equal the badge's count, and subscriptions without events are shown", async () => {
  const calls = serveAttention((path) => {
    if (path.includes("settings")) return { data: { webhookMode: "LEGACY", callbackURL: null } };
    if (path.includes("subscriptions")) return { data: [{}, {}] };
    return path.includes("deliveries") ? { data: [], metadata: { ...metadata, totalRecords: 9 } } : undefined;
  });
  renderPage(<NeedsAttention />);
  expect(await screen.findByText("9 webhook deliveries failed")).toBeDefined();
  expect(screen.getByText("Webhooks are in LEGACY mode, with 2 subscriptions")).toBeDefined();
  expect(calls.find(({ path }) => path.includes("deliveries"))?.path).toContain("test=hide");
});

test("data that cannot be checked is reported, not taken for zero", async () => {
  serve(({ path }) => (path.includes("settings") ? refusal(403, "permission_missing", "No.") : nothing));
  renderPage(<NeedsAttention />);
  expect(await screen.findByText(/1 check couldn’t be run/)).toBeDefined();
  expect(screen.queryByText("You’re all caught up.")).toBeNull();
});

test("rows that an earlier batch paid are no failure: they name the batch", () => {
  const none = { expiring: undefined, waiting: 0, failedDeliveries: 0, deafSubscriptions: 0 };
  const paidBy = [{ batchId: "b-0", batchReference: "imp-earlier", paidAt: new Date().toISOString() }];
  const repeats = { batchId: "b-1", kind: "credit", repeated: 4_816, paidBy } as const;
  const [only] = attentionItems({ ...none, rejected: [{ ...repeats, rows: 0 }] });
  expect(only).toMatchObject({
    tone: "wait",
    href: "/imports/credit/b-1?rows=repeated",
    title: "4,816 rows not sent again in a batch of credits",
    text: "Already paid today in batch imp-earlier",
  });
  const [both] = attentionItems({ ...none, rejected: [{ ...repeats, rows: 175 }] });
  expect(both).toMatchObject({
    title: "175 rows rejected in a batch of credits",
    text: "These customers were not paid. 4,816 other rows: Already paid today in batch imp-earlier",
  });
});

test("items that need attention, and nothing if there are none", () => {
  expect(
    attentionItems({
      expiring: { count: 0, amount: 0 },
      waiting: 0,
      rejected: [],
      failedDeliveries: 0,
      deafSubscriptions: 0,
    }),
  ).toEqual([]);
  const items = attentionItems({
    expiring: { count: 1, amount: 100 },
    waiting: 2,
    rejected: (["credit", "create", "debit", "credit"] as const).map((kind, i) => ({
      batchId: `b-${i}`,
      kind,
      rows: 1,
      repeated: 0,
      paidBy: [],
    })),
    failedDeliveries: 1,
    deafSubscriptions: 2,
  });
  expect(items.map(({ title }) => title)).toEqual([
    "1 approval expires soon",
    "2 approvals need your decision",
    "1 row rejected in a batch of credits",
    "1 row rejected in a batch of wallets",
    "1 row rejected in a batch of debits",
    "1 webhook delivery failed",
    "Subscriptions get no events",
  ]);
});
