import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { BankCreditDetails } from "../../contract/bank-credits.ts";
import { type Answer, type Call, renderPage, serve } from "../testing/render-page.tsx";
import { aMerchantWallet, aSession, aWallet } from "../testing/replies.ts";
import { BankCreditsList } from "./bank-credits-list.tsx";
import { MerchantPayIn, WalletPayIn } from "./pay-in-card.tsx";

const ID = "0190a000-0000-7000-8000-0000000000f1";
const AT = "2026-11-19T12:41:00.000Z";
const credit: BankCreditDetails = {
  id: ID,
  state: "suspended",
  reason: "wallet_frozen",
  amount: 1_500_000,
  accountNumber: "2204510003",
  wallet: { walletId: ID, customerId: "c-1", name: "Ìfẹ́olúwa Adéṣínà" },
  sender: { name: "MUSA SANI", bankCode: "000015", bankName: "Zenith Bank", accountNumber: "0123456789" },
  narration: "School fees",
  rail: "sandbox",
  sessionId: "000015261119134102556677889911",
  transactionId: ID,
  transactionReference: "IN-1",
  sentAt: AT,
  receivedAt: AT,
  resolvedAt: null,
  resolvedByName: null,
  resolution: null,
  payoutReference: null,
  obstacle: "The wallet is frozen.",
  viewer: { canCredit: false, canReturn: true },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function serveCredit(found: BankCreditDetails) {
  const metadata = { page: 1, perPage: 20, totalRecords: 1, totalPages: 1, totalIsCapped: false };
  return serve(({ method, path }): Answer => {
    if (method === "POST") return { body: { status: true, message: "Done.", credit: found } };
    if (path.includes(ID)) return { body: { status: true, credit: found } };
    return { body: { status: true, credits: [found], counts: { suspended: 1 }, metadata } };
  });
}

const posts = (calls: Call[]) => calls.filter(({ method }) => method === "POST");

async function open(found = credit, session = aSession()) {
  const calls = serveCredit(found);
  renderPage(<BankCreditsList />, { session });
  await userEvent.click(await screen.findByRole("link", { name: "MUSA SANI" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Bank credit" }));
  await sheet.findByText("The wallet was frozen.");
  return { calls, sheet };
}

test("a suspended credit says why, and that the wallet still cannot take it", async () => {
  const { calls, sheet } = await open();
  expect(sheet.getByText("It can’t be credited yet: The wallet is frozen.")).toBeDefined();
  await userEvent.click(sheet.getByRole("radio", { name: "Credit the wallet" }));
  const button = sheet.getByRole("button", { name: "Credit ₦15,000.00" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect(posts(calls)).toEqual([]);
});

test("the money goes back to its sender with a reason", async () => {
  const { calls, sheet } = await open();
  await userEvent.click(sheet.getByRole("button", { name: "Send back ₦15,000.00" }));
  expect(sheet.getByText("Say why the money goes back.")).toBeDefined();
  await userEvent.type(sheet.getByLabelText("Reason"), "Closed account");
  await userEvent.click(sheet.getByRole("button", { name: "Send back ₦15,000.00" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [sent] = posts(calls);
  expect([sent?.path, sent?.body]).toEqual([`/api/service/bank-credits/${ID}/return`, { reason: "Closed account" }]);
  expect(sent?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a wallet that can take it again is credited, without a reason", async () => {
  const { calls, sheet } = await open({ ...credit, obstacle: null, viewer: { canCredit: true, canReturn: true } });
  await userEvent.click(sheet.getByRole("button", { name: "Credit ₦15,000.00" }));
  await waitFor(() => expect(posts(calls)[0]?.path).toBe(`/api/service/bank-credits/${ID}/credit`));
  expect(posts(calls)[0]?.body).toEqual({});
});

test("money in suspense has no transaction page; a credited transfer links to the transaction and its receipt", async () => {
  const { sheet } = await open();
  expect(sheet.queryByRole("link", { name: "See its entries" })).toBeNull();
  cleanup();
  serveCredit({ ...credit, state: "credited", resolvedAt: AT, transactionReference: "CREDITED-1" });
  renderPage(<BankCreditsList />);
  await userEvent.click(await screen.findByRole("link", { name: "MUSA SANI" }));
  const later = within(await screen.findByRole("dialog", { name: "Bank credit" }));
  const href = async (name: string) => (await later.findByRole("link", { name })).getAttribute("href");
  expect(await href("See its entries")).toBe("/transactions/CREDITED-1");
  expect(await href("Print or download")).toBe("/transactions/CREDITED-1/receipt");
});

test("an Operator sees it and reads who resolves it", async () => {
  const { sheet } = await open(credit, aSession("Operator"));
  expect(sheet.getByText(/Your role \(Operator\) can’t resolve bank credits/)).toBeDefined();
  expect(sheet.queryByRole("button", { name: /^Send back/ })).toBeNull();
});

test("the pay-in card shows bank and number, and lets the sandbox bank send a transfer", async () => {
  const calls = serve(({ path }) =>
    path.includes("bank-transfer")
      ? { body: { status: true, message: "Sent." } }
      : { body: { status: true, wallet: aWallet() } },
  );
  renderPage(<WalletPayIn customerId="c-1" />);
  expect(await screen.findByText("Example Microfinance Bank")).toBeDefined();
  expect(screen.getByRole("button", { name: "Copy account number to pay in" })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Simulate a bank transfer" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Simulate a bank transfer" }));
  await userEvent.type(dialog.getByLabelText("Amount"), "20k");
  await userEvent.type(dialog.getByLabelText(/^Sender/), "Musa Sani");
  await userEvent.click(dialog.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(posts(calls)).toHaveLength(1));
  expect(posts(calls)[0]?.body).toEqual({ accountNumber: "2204510003", amount: 2_000_000, senderName: "Musa Sani" });
});

test("production has no simulation, and the merchant wallet has a number too", async () => {
  serve(() => ({ body: { status: true, data: aMerchantWallet() } }));
  renderPage(<MerchantPayIn />, { session: aSession("Admin", { mode: "PRODUCTION" }) });
  expect(await screen.findByText("2200000017")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Simulate a bank transfer" })).toBeNull();
});
