import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Break, Reconciliation } from "../../contract/reconciliation.ts";
import { type Answer, type Call, renderPage, serve } from "../testing/render-page.tsx";
import { aSession } from "../testing/replies.ts";
import { ReconciliationPage } from "./reconciliation-page.tsx";

const ID = "0190a000-0000-7000-8000-0000000000e1";
const AT = "2026-11-18T12:41:00.000Z";
const difference: Break = {
  id: ID,
  date: "2026-11-18",
  rail: "sandbox",
  kind: "missing_here",
  state: "open",
  direction: "in",
  sessionId: "000015261119134102556677889911",
  ourAmount: null,
  bankAmount: 2_500_000,
  ourStatus: null,
  bankStatus: "succeeded",
  lines: 1,
  difference: 2_500_000,
  payoutReference: null,
  bankCreditId: null,
  ageDays: 5,
  owner: null,
  note: null,
  choices: ["book_difference", "no_booking"],
  resolution: null,
  resolvedAt: null,
  resolvedByName: null,
  createdAt: AT,
};
const day: Reconciliation = {
  date: "2026-11-18",
  rail: "sandbox",
  asOf: AT,
  opening: { ours: 10_000_000, bank: 10_000_000, difference: 0 },
  in: { ours: 1_000_000, bank: 3_500_000, difference: 2_500_000 },
  out: { ours: 500_000, bank: 500_000, difference: 0 },
  closing: { ours: 10_500_000, bank: 13_000_000, difference: 2_500_000 },
  explained: 2_500_000,
  timing: 0,
  breaksOfDay: 1,
  openBreaks: {
    all: 1,
    byKind: { missing_here: 1 } as Reconciliation["openBreaks"]["byKind"],
    byAge: { over_3_days: 1 } as Reconciliation["openBreaks"]["byAge"],
  },
  unconfirmed: [{ bank: { code: "000013", name: "GTBank" }, count: 2, amount: 5_120_000, oldestAt: AT }],
  files: [],
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function serveDay(found: Reconciliation = day, breaks: Break[] = [difference]) {
  const metadata = { page: 1, perPage: 20, totalRecords: breaks.length, totalPages: 1, totalIsCapped: false };
  const counts = { byKind: { missing_here: breaks.length }, byAge: { over_3_days: breaks.length } };
  return serve(({ method, path }): Answer => {
    if (method !== "GET") return { body: { status: true, break: difference } };
    if (path.includes("/team/members")) return { body: { status: true, data: [], metadata } };
    if (path.includes("/breaks")) return { body: { status: true, breaks, counts, metadata } };
    return { body: { status: true, data: found } };
  });
}

const posts = (calls: Call[]) => calls.filter(({ method }) => method === "POST");
const search = "date=2026-11-18";

test("the day compares our float with the bank's and says what explains the difference", async () => {
  serveDay();
  renderPage(<ReconciliationPage />, { search });
  expect(await screen.findByText("₦25,000.00 difference, explained by 1 open break")).toBeDefined();
  const table = within(screen.getByRole("table", { name: "Float" }));
  const closing = within(table.getByRole("row", { name: /Closing float/ }));
  for (const text of ["₦105,000.00", "₦130,000.00", "₦25,000.00"]) expect(closing.getByText(text)).toBeDefined();
  expect(screen.getByRole("link", { name: "GTBank" }).getAttribute("href")).toBe("/payouts?state=unknown&bank=000013");
});

test("a day without a file and a day that agrees read differently", async () => {
  const none = { ours: 0, bank: null, difference: null };
  serveDay({ ...day, opening: none, in: none, out: none, closing: none, unconfirmed: [] }, []);
  renderPage(<ReconciliationPage />, { search });
  expect(await screen.findByText("No settlement file for this day yet")).toBeDefined();
  expect(await screen.findByText("No open breaks")).toBeDefined();
  cleanup();
  serveDay({ ...day, closing: { ours: 1, bank: 1, difference: 0 } });
  renderPage(<ReconciliationPage />, { search });
  expect(await screen.findByText("Agrees to the kobo")).toBeDefined();
});

test("the arrows walk the days", async () => {
  const calls = serveDay();
  renderPage(<ReconciliationPage />, { search });
  await screen.findByRole("table", { name: "Float" });
  await userEvent.click(screen.getByRole("button", { name: "Previous day" }));
  await waitFor(() => expect(calls.some(({ path }) => path.includes("date=2026-11-17"))).toBe(true));
});

test("a break is resolved with a choice that says what it books, and a note", async () => {
  const calls = serveDay();
  renderPage(<ReconciliationPage />, { search });
  await userEvent.click(await screen.findByRole("link", { name: /^in 000015/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Break" }));
  await userEvent.click(sheet.getByRole("button", { name: "Resolve break" }));
  expect(sheet.getByText("Choose a resolution.")).toBeDefined();
  expect(sheet.queryByRole("radio", { name: "Take the bank’s answer" })).toBeNull();
  await userEvent.click(sheet.getByRole("radio", { name: "Book the difference" }));
  expect(sheet.getByText(/waits in Incoming as a suspended credit/)).toBeDefined();
  await userEvent.type(sheet.getByLabelText("Note"), "The callback was lost");
  await userEvent.click(sheet.getByRole("button", { name: "Resolve break" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([posts(calls)[0]?.path, posts(calls)[0]?.body]).toEqual([
    `/api/service/reconciliation/breaks/${ID}/resolve`,
    { resolution: "book_difference", note: "The callback was lost" },
  ]);
});

test("in production an Admin reads that the platform uploads the files", async () => {
  serveDay();
  renderPage(<ReconciliationPage />, { search, session: { ...aSession("Admin"), mode: "PRODUCTION" } });
  expect(await screen.findByText(/the platform uploads the files of its bank/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Upload settlement file" }).getAttribute("aria-disabled")).toBe("true");
});

test("an Operator sees the day and reads who may upload and resolve", async () => {
  serveDay();
  renderPage(<ReconciliationPage />, { search, session: aSession("Operator") });
  await screen.findByRole("table", { name: "Float" });
  expect(screen.getByRole("button", { name: "Upload settlement file" }).getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(await screen.findByRole("link", { name: /^in 000015/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Break" }));
  expect(sheet.getByText(/Your role \(Operator\) can’t resolve breaks/)).toBeDefined();
});
