import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answer, refusal, renderPage, serve } from "../testing/render-page.tsx";
import { aWallet } from "../testing/replies.ts";
import { PayoutForm } from "./bank/payout-form.tsx";
import { MoneyForm } from "./money-form.tsx";

const wallet = aWallet();
const user = userEvent.setup();
/** Resolves the look-up of the wallet, which is held back until then. */
let lookUp: PromiseWithResolvers<Answer>;

beforeEach(() => {
  sessionStorage.clear();
  lookUp = Promise.withResolvers<Answer>();
  const metadata = { page: 1, perPage: 1, totalRecords: 0, totalPages: 0 };
  serve(({ path }) => {
    if (path.includes("/wallet/customer")) return lookUp.promise;
    if (path.includes("/merchant/settings")) return { body: { status: true, data: { canDebitCustomer: true } } };
    if (path.endsWith("/preview")) return refusal(503, "unavailable", "The preview is not tested here.");
    if (path.endsWith("/transfer/banks")) return { body: { status: true, banks: [] } };
    return { body: { status: true, data: [], transactions: [], payouts: [], beneficiaries: [], metadata } };
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const found: Answer = { body: { status: true, wallet } };
const reviewButton = () => screen.getByRole("button", { name: /^Review/ });

/** Opens a debit by the link of its customer, and presses Review before the wallet is known. */
async function pressEarly() {
  renderPage(<MoneyForm kind="debit" from={wallet.customerId} to="" />);
  await user.type(screen.getByLabelText("Amount"), "45,000");
  await user.click(reviewButton());
  expect(reviewButton().getAttribute("aria-busy")).toBe("true");
}

it("opens the review as soon as the wallet is known, without another press", async () => {
  await pressEarly();
  lookUp.resolve(found);
  const submit = await screen.findByRole("button", { name: "Submit for approval" });
  expect(document.activeElement).toBe(submit);
});

it("stays at the fields, with the reason, where the wallet is not found", async () => {
  await pressEarly();
  lookUp.resolve(refusal(400, "wallet_not_found", "Wallet not found."));
  await screen.findByText(/Check every digit/);
  expect(reviewButton().getAttribute("aria-busy")).toBeNull();
});

it("forgets the press when a field changes", async () => {
  await pressEarly();
  await user.type(screen.getByLabelText("Amount"), "0");
  expect(reviewButton().getAttribute("aria-busy")).toBeNull();
  lookUp.resolve(found);
  await screen.findByRole("group", { name: "From" });
  expect(reviewButton()).toBeDefined();
});

it("waits for the wallet that pays an account at a bank too", async () => {
  renderPage(<PayoutForm kind="payout" from={wallet.customerId} to="" />);
  await user.click(reviewButton());
  expect(reviewButton().getAttribute("aria-busy")).toBe("true");
  lookUp.resolve(found);
  await screen.findByRole("group", { name: "From" });
  expect(reviewButton().getAttribute("aria-busy")).toBeNull();
});
