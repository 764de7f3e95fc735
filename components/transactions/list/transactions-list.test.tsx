import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { TransactionsList } from "./transactions-list.tsx";
import { WalletTransactions } from "./wallet-transactions.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const party = (name: string, customerId: string | null) => ({
  walletId: "0190a000-0000-7000-8000-0000000000b1",
  customerId,
  name,
  accountNumber: "2204510003",
});
const transfer: LedgerTransaction = {
  id: "0190a000-0000-7000-8000-0000000000a1",
  reference: "REF/1 2",
  type: "DEBIT",
  status: "success",
  amount: 2_500_000,
  fee: 1_000,
  vat: 0,
  total: 2_501_000,
  currency: "NGN",
  category: "WALLET_TO_WALLET_TRANSFER",
  description: null,
  narration: null,
  note: null,
  isReversal: false,
  mode: "SANDBOX",
  completed: true,
  source: null,
  destination: null,
  sourceWallet: party("Ìfẹ́olúwa Adéṣínà", "c-1"),
  destinationWallet: party("Chịnaza Ọkọnkwọ", "c-2"),
  balance_before: 20_926_000,
  balance_after: 18_425_000,
  metadata: {},
  createdAt: "2026-11-19T12:41:00.000Z",
  updatedAt: "2026-11-19T12:41:00.000Z",
};
const failed = {
  ...transfer,
  id: "0190a000-0000-7000-8000-0000000000a2",
  status: "failed" as const,
  description: "Daily limit",
};

function list(transactions: LedgerTransaction[], totalRecords = transactions.length, page = 1) {
  const metadata = { page, perPage: 20, totalRecords, totalPages: Math.ceil(totalRecords / 20) };
  return { body: { status: true, transactions, metadata } };
}

test("each transaction names payer and payee, and links to its page", async () => {
  serve(() => list([transfer, failed]));
  renderPage(<TransactionsList />);
  const links = await screen.findAllByRole("link", { name: /Ìfẹ́olúwa Adéṣínà → Chịnaza Ọkọnkwọ/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/transactions/REF%2F1%202",
    "/transactions/REF%2F1%202",
  ]);
  expect(links[1]?.textContent).toContain("failed: Daily limit");
});

test("one wallet's list shows that wallet's changes, fee included; a failed transaction changes nothing", async () => {
  serve(() => list([transfer, { ...failed, balance_after: null }]));
  renderPage(<WalletTransactions customerId="c-1" />, { search: "type=DEBIT&startDate=2026-11-01" });
  expect((await screen.findAllByText("Transfer to Chịnaza Ọkọnkwọ"))[0]).toBeDefined();
  expect(screen.getByText("−₦25,010.00")).toBeDefined();
  expect(screen.getByText("₦25,010.00")).toBeDefined();
  expect(screen.getAllByText("₦184,250.00")).toHaveLength(1);
  const statement = screen.getByRole("link", { name: "Download statement" });
  expect(statement.getAttribute("href")).toBe("/statements?customerId=c-1&type=DEBIT&startDate=2026-11-01");
});

test("filters are sent to the service, and a changed filter starts at page 1", async () => {
  const calls = serve(({ path }) => list([transfer], 100, path.includes("page=3") ? 3 : 1));
  renderPage(<TransactionsList />, { search: "page=3&category=WALLET_TO_WALLET_TRANSFER" });
  await screen.findByText(/41–60 of 100 transactions/);
  await userEvent.selectOptions(screen.getByLabelText("Status"), "failed");
  await waitFor(() => expect(calls.at(-1)?.path).toContain("status=failed"));
  expect(calls[0]?.path).toBe(
    "/api/service/merchant/transactions?page=3&perPage=20&category=WALLET_TO_WALLET_TRANSFER",
  );
  expect(calls.at(-1)?.path).toContain("page=1&");
});

test("only categories of the list's scope are offered, and one of the other scope is dropped", async () => {
  const ofCards = [
    ...["Held for a card payment", "Card hold released", "Card payment", "Card refund"],
    ...["Card funded", "Card unloaded"],
  ];
  const calls = serve(() => list([transfer]));
  const options = () => within(screen.getByLabelText("Category")).getAllByRole("option").slice(1);
  renderPage(<WalletTransactions customerId="c-1" />, { search: "category=CREDIT_CUSTOMER_WALLET" });
  await screen.findByRole("table", { name: "Transactions, newest first" });
  expect(options().map(({ textContent }) => textContent)).toEqual([
    "Transfer",
    "Credit by merchant",
    "Debit by merchant",
    "Bank transfer",
    "Bank transfer returned",
    "Bank credit",
    ...ofCards,
  ]);
  expect(calls[0]?.path).not.toContain("category=");
  cleanup();
  renderPage(<TransactionsList />);
  expect(options().map(({ textContent }) => textContent)).toEqual([
    ...["Transfer", "Credit", "Debit", "Funding", "Reservation"],
    ...["Bank transfer", "Bank transfer returned", "Bank credit"],
    ...ofCards,
  ]);
});

test("a search waits until typing pauses; a BVN is never sent", async () => {
  const calls = serve(() => list([transfer]));
  renderPage(<TransactionsList />);
  const box = await screen.findByRole("searchbox");
  await userEvent.type(box, "22212345678");
  expect(await screen.findByText(/look like a BVN or NIN/)).toBeDefined();
  await userEvent.clear(box);
  await userEvent.type(box, "Chịnaza");
  await waitFor(() => expect(calls.some(({ path }) => path.includes("search=Ch"))).toBe(true));
  expect(calls.filter(({ path }) => path.includes("2221234"))).toEqual([]);
  expect(calls.filter(({ path }) => path.includes("search=")).length).toBe(1);
});

test("an empty list and a filter without matches have different texts", async () => {
  serve(() => list([]));
  renderPage(<TransactionsList />);
  expect(await screen.findByText("No transactions yet")).toBeDefined();
  cleanup();
  renderPage(<TransactionsList />, { search: "status=failed" });
  expect(await screen.findByText("No transaction matches")).toBeDefined();
});

test("an end date before the start date is reported, and nothing is requested", async () => {
  const calls = serve(() => list([transfer]));
  renderPage(<TransactionsList />, { search: "startDate=2026-11-20&endDate=2026-11-01" });
  expect((await screen.findByRole("alert")).textContent).toContain("The first day is after the last day.");
  expect(calls).toEqual([]);
});

test("a failure shows its reason and request number", async () => {
  serve(() => refusal(403, "permission_missing", "You do not have the permission BROWSE_TRANSACTIONS."));
  renderPage(<TransactionsList />);
  expect(await screen.findByText(/You don’t have access to the transactions/)).toBeDefined();
});
