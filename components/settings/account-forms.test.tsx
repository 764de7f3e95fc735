import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { MerchantSettings } from "../../contract/merchant-settings.ts";
import { renderPage, serve } from "../testing/render-page.tsx";
import { AccountCallbacksForm } from "./account-callbacks-form.tsx";
import { AccountMoneyForm } from "./account-money-form.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settings: MerchantSettings = {
  mode: "SANDBOX",
  review: "PENDING",
  fees: { transferBaseFee: 1_000, merchantFee: 500, batchItemFee: 0, walletCreationFee: 0 },
  tiers: [],
  merchantDailyLimit: null,
  requirePinForDebit: false,
  requireTwoFactor: false,
  canDebitCustomer: true,
  internalTransfers: true,
  webhookMode: "LEGACY",
  callbackURL: null,
  sandboxCallbackURL: "https://shop.example/hooks",
};

test("saving the fee leaves a daily limit alone that a colleague has set meanwhile", async () => {
  const now = { ...settings, fees: { ...settings.fees, merchantFee: 2_500 }, merchantDailyLimit: 100_000_000 };
  const calls = serve(() => ({ body: { status: true, data: now } }));
  renderPage(<AccountMoneyForm settings={settings} />);
  const fee = screen.getByLabelText("Your fee on a transfer");
  await userEvent.clear(fee);
  await userEvent.type(fee, "25");
  await userEvent.click(screen.getByRole("button", { name: "Save money rules" }));
  expect(await screen.findByDisplayValue("1,000,000")).toBeDefined();
  expect(calls.map(({ body }) => body)).toEqual([{ merchantFee: 2_500 }]);
});

test("saving the live address leaves the sandbox's alone", async () => {
  const now = { ...settings, callbackURL: "https://shop.example/live", sandboxCallbackURL: "https://other.example/in" };
  const calls = serve(() => ({ body: { status: true, data: now } }));
  renderPage(<AccountCallbacksForm settings={settings} />);
  await userEvent.type(screen.getByLabelText("In live mode"), "https://shop.example/live");
  await userEvent.click(screen.getByRole("button", { name: "Save callback addresses" }));
  expect(await screen.findByDisplayValue("https://other.example/in")).toBeDefined();
  expect(calls.map(({ body }) => body)).toEqual([{ callbackURL: "https://shop.example/live" }]);
});
