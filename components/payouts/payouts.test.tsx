import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { type Answer, type Call, refusal, renderPage, serve } from "../testing/render-page.tsx";
import { aSession } from "../testing/replies.ts";
import { PayoutPage } from "./payout-page.tsx";
import { PAYOUT_STATES } from "./payout-states.ts";
import { PayoutsList } from "./payouts-list.tsx";

const AT = "2026-11-19T12:41:00.000Z";
const SESSION = "090405261119134102556677889911";
const payout: PayoutDetails = {
  id: "0190a000-0000-7000-8000-0000000000d1",
  reference: "PAY/1 2",
  state: "unknown",
  amount: 4_500_000,
  charges: 2_500,
  vat: 188,
  duty: 5_000,
  total: 4_507_688,
  source: {
    walletId: "0190a000-0000-7000-8000-0000000000d2",
    customerId: "c-1",
    name: "Ìfẹ́olúwa Adéṣínà",
    accountNumber: "2204510003",
  },
  bank: { code: "000013", name: "GTBank" },
  accountNumber: "0234417822",
  accountName: "OKONKWO CHINAZA MARY",
  nameMatch: "BANK",
  isReturn: false,
  case: null,
  narration: "Rent for November",
  note: "Ticket 4711",
  sessionId: SESSION,
  rail: "sandbox",
  code: "97",
  reason: null,
  batchId: null,
  actorName: "Chidi Ọbiọra",
  metadata: {},
  createdAt: AT,
  updatedAt: AT,
  endedAt: null,
  timeline: [
    { at: AT, state: "held", code: null, text: null, actorName: "Chidi Ọbiọra" },
    { at: "2026-11-19T12:41:30.000Z", state: "unknown", code: "97", text: null, actorName: "Service" },
  ],
  attempts: [
    {
      number: 1,
      rail: "sandbox",
      sessionId: SESSION,
      state: "sent",
      outcome: null,
      code: null,
      reason: null,
      queries: 2,
      createdAt: AT,
      sentAt: AT,
      nextQueryAt: "2026-11-19T12:51:00.000Z",
      endedAt: null,
    },
  ],
  entries: [
    {
      at: AT,
      transactionId: "0190a000-0000-7000-8000-0000000000d3",
      description: "Hold",
      from: "wallet",
      to: "payout_hold",
      amount: 4_507_688,
      fee: 0,
    },
  ],
  approvalId: "0190a000-0000-7000-8000-0000000000d4",
  viewer: { canCancel: false, canQuery: true },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const metadata = { page: 1, perPage: 20, totalRecords: 21, totalPages: 2, totalIsCapped: false };
const list = (payouts: object[]): Answer => ({
  body: {
    status: true,
    payouts,
    counts: { unknown: 6, succeeded: 12 },
    metadata: payouts.length ? metadata : { ...metadata, totalRecords: 0 },
  },
});
const asked = (calls: Call[]) => calls.filter(({ method }) => method !== "GET");

test("the list shows payer, receiver, bank, amount and a plain word for the state, with counts", async () => {
  serve(({ path }) => (path.endsWith("/banks") ? { body: { status: true, banks: [] } } : list([payout])));
  renderPage(<PayoutsList />);
  const row = await screen.findByRole("row", { name: /OKONKWO CHINAZA MARY/ });
  for (const text of ["Ìfẹ́olúwa Adéṣínà", "GTBank", "Confirming", "₦45,000.00"]) {
    expect(within(row).getByText(text)).toBeDefined();
  }
  expect(within(row).getByRole("link").getAttribute("href")).toBe("/payouts/PAY%2F1%202");
  expect(screen.getByRole("button", { name: "Confirming 6" })).toBeDefined();
  expect(screen.getByRole("button", { name: "All 18" }).getAttribute("aria-pressed")).toBe("true");
});

test("a state filters the list and goes back to the first page", async () => {
  const calls = serve(({ path }) => (path.endsWith("/banks") ? { body: { status: true, banks: [] } } : list([payout])));
  renderPage(<PayoutsList />, { search: "page=2&bank=000013" });
  await userEvent.click(await screen.findByRole("button", { name: "Confirming 6" }));
  await waitFor(() => expect(calls.at(-1)?.path).toContain("state=unknown"));
  expect(calls.at(-1)?.path).toContain("page=1&");
  expect(calls.at(-1)?.path).toContain("bank=000013");
});

test("an empty list teaches, a filter without matches offers to clear it", async () => {
  serve(({ path }) => (path.endsWith("/banks") ? { body: { status: true, banks: [] } } : list([])));
  renderPage(<PayoutsList />);
  expect(await screen.findByText("No payouts yet")).toBeDefined();
  cleanup();
  renderPage(<PayoutsList />, { search: "state=failed" });
  expect(await screen.findByText("No payout matches")).toBeDefined();
});

test("an unconfirmed payout says not to send it again, and shows timeline, attempt and entries", async () => {
  serve(() => ({ body: { status: true, payout } }));
  renderPage(<PayoutPage reference="PAY/1 2" />);
  expect(await screen.findByText("The bank hasn’t confirmed yet. Don’t send it again.")).toBeDefined();
  expect(screen.getByText(/Held: ₦45,076.88/)).toBeDefined();
  expect(screen.getByText("Not confirmed yet")).toBeDefined();
  expect(screen.getByText("Next automatic check with the bank")).toBeDefined();
  expect(screen.getByRole("button", { name: "Copy session ID of attempt 1" })).toBeDefined();
  expect(screen.getByText("Held for a payout", { exact: false })).toBeDefined();
  expect(screen.getByRole("link", { name: "See who approved it" }).getAttribute("href")).toBe(
    `/approvals/${payout.approvalId}`,
  );
});

test("Check now asks the bank once, then counts down", async () => {
  const calls = serve(({ method }) =>
    method === "GET"
      ? { body: { status: true, payout } }
      : refusal(429, "payout_asked", "The bank was asked less than a minute ago. Try again shortly."),
  );
  renderPage(<PayoutPage reference="PAY/1 2" />);
  const button = await screen.findByRole("button", { name: "Check now" });
  await userEvent.click(button);
  expect(await screen.findByText(/^Again in (1:00|0:5\d)$/)).toBeDefined();
  await userEvent.click(button);
  expect(asked(calls).map(({ method, path }) => [method, path])).toEqual([
    ["POST", "/api/service/transfer/bank/PAY%2F1%202/query"],
  ]);
});

test("Support sees it without actions", async () => {
  serve(() => ({ body: { status: true, payout: { ...payout, viewer: { canCancel: true, canQuery: true } } } }));
  renderPage(<PayoutPage reference="PAY/1 2" />, { session: aSession("Support") });
  await screen.findByText("The bank hasn’t confirmed yet. Don’t send it again.");
  expect(screen.queryByRole("button", { name: "Check now" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel payout" })).toBeNull();
});

test("a held payout is cancelled after a confirmation, with the reason", async () => {
  const held = { ...payout, state: "held", attempts: [], viewer: { canCancel: true, canQuery: false } };
  const calls = serve(() => ({ body: { status: true, payout: held } }));
  renderPage(<PayoutPage reference="PAY/1 2" />);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel payout" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this payout?" }));
  expect(dialog.getByText(/₦45,076.88 goes back to Ìfẹ́olúwa Adéṣínà/)).toBeDefined();
  await userEvent.type(dialog.getByLabelText(/^Reason/), "Wrong account");
  await userEvent.click(dialog.getByRole("button", { name: "Cancel payout" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked(calls)[0]).toMatchObject({ method: "DELETE", body: { reason: "Wrong account" } });
});

test("a payout in review is decided with a reason, by a member who may settle", async () => {
  const review = { ...payout, state: "in_review" };
  const calls = serve(() => ({ body: { status: true, payout: review } }));
  renderPage(<PayoutPage reference="PAY/1 2" />);
  await userEvent.click(await screen.findByRole("button", { name: "Decide" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decide this payout" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save decision" }));
  expect(dialog.getByText("Choose what happened.")).toBeDefined();
  await userEvent.click(dialog.getByRole("radio", { name: "The bank didn’t pay it" }));
  expect(dialog.getByText(/₦45,076.88 goes back to Ìfẹ́olúwa Adéṣínà/)).toBeDefined();
  await userEvent.type(dialog.getByLabelText(/^Reason/), "Confirmed by phone");
  await userEvent.click(dialog.getByRole("button", { name: "Save decision" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked(calls)).toMatchObject([{ method: "POST", body: { outcome: "failed", reason: "Confirmed by phone" } }]);
  cleanup();
  renderPage(<PayoutPage reference="PAY/1 2" />, { session: aSession("Operator") });
  await screen.findByText(/The bank’s answers don’t show/);
  expect(screen.queryByRole("button", { name: "Decide" })).toBeNull();
});

test("an open case is closed with a note, and a closed one says by whom", async () => {
  const open: NonNullable<PayoutDetails["case"]> = {
    code: "paid_after_return",
    openedAt: AT,
    closedAt: null,
    closedByName: null,
    note: null,
  };
  const shown = { ...payout, state: "failed", case: open };
  const calls = serve(() => ({ body: { status: true, payout: shown } }));
  renderPage(<PayoutPage reference="PAY/1 2" />);
  await screen.findByText("Open case: The bank paid after the money was returned");
  await userEvent.click(screen.getByRole("button", { name: "Close case" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Close this case?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Close case" }));
  expect(dialog.getByText("Write a note.")).toBeDefined();
  await userEvent.type(dialog.getByLabelText(/^Note/), "Repaid in cash");
  shown.case = { ...open, closedAt: AT, closedByName: "Adaeze Obi", note: "Repaid in cash" };
  await userEvent.click(dialog.getByRole("button", { name: "Close case" }));
  expect(await screen.findByText(/^Closed by Adaeze Obi on .*: Repaid in cash$/)).toBeDefined();
  expect(asked(calls)).toMatchObject([{ method: "POST", body: { note: "Repaid in cash" } }]);
  expect(screen.queryByRole("button", { name: "Close case" })).toBeNull();
});

test("a missing payout and a failed load have different texts", async () => {
  serve(() => refusal(404, "payout_not_found", "Payout not found."));
  renderPage(<PayoutPage reference="x" />);
  expect(await screen.findByText("Payout not found")).toBeDefined();
});

test("every state of the contract can be filtered", async () => {
  const { PayoutState } = await import("../../contract/payout-records.ts");
  expect([...PAYOUT_STATES].sort()).toEqual([...PayoutState.options].sort());
});
