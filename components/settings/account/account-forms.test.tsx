import { useQuery } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { merchantSettingsQuery } from "../../../lib/api/merchant.ts";
import { QueryProvider } from "../../../lib/api/query-provider.tsx";
import { SessionProvider, useSession } from "../../../lib/api/session-provider.tsx";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { AccountCallbacksForm } from "./account-callbacks-form.tsx";
import { AccountMoneyForm } from "./account-money-form.tsx";
import { AccountSettings } from "./account-settings.tsx";
import { AccountSwitch } from "./account-switch.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settings: MerchantSettings = {
  mode: "SANDBOX",
  walletFreeze: null,
  review: "PENDING",
  fees: { transferBaseFee: 1_000, merchantFee: 500, batchItemFee: 0, walletCreationFee: 0 },
  tiers: [],
  merchantDailyLimit: null,
  requirePinForDebit: false,
  requireTwoFactor: false,
  membersMayMoveMoney: true,
  noApprovalBelow: null,
  twoApproversFrom: null,
  canDebitCustomer: true,
  internalTransfers: true,
  rateLimits: { perKey: 30_000, perMerchant: 60_000 },
  webhookMode: "LEGACY",
  callbackURL: null,
  sandboxCallbackURL: "https://shop.example/hooks",
  mailChainHead: false,
};

/** The stubbed settings, as read and as changed by each call. */
function Page({ of: Form }: { of: (props: { settings: MerchantSettings }) => ReactNode }) {
  const { data } = useQuery(merchantSettingsQuery(useSession()));
  return data && <Form settings={data} />;
}

const answer = (data: MerchantSettings) => ({ body: { status: true, data } });

test("saving the fee keeps a daily limit that another user has set meanwhile", async () => {
  const now = { ...settings, fees: { ...settings.fees, merchantFee: 2_500 }, merchantDailyLimit: 100_000_000 };
  const calls = serve(({ method }) => answer(method === "GET" ? settings : now));
  renderPage(<Page of={AccountMoneyForm} />);
  const fee = await screen.findByLabelText("Your fee on a transfer");
  await userEvent.clear(fee);
  await userEvent.type(fee, "25");
  await userEvent.click(screen.getByRole("button", { name: "Save money rules" }));
  expect(await screen.findByDisplayValue("1,000,000")).toBeDefined();
  expect(calls.slice(1).map(({ body }) => body)).toEqual([{ merchantFee: 2_500 }]);
});

test.each([
  ["money rules", AccountMoneyForm, "Your fee on a transfer", "Daily limit of all wallets together", "1,000,000"],
  ["callback addresses", AccountCallbacksForm, "In live mode", "In the sandbox", "https://other.example/in"],
])(
  "%s: fields that are not edited show what another user has set meanwhile",
  async (_name, Form, own, other, value) => {
    const theirs = {
      merchantDailyLimit: 100_000_000,
      sandboxCallbackURL: "https://other.example/in",
      fees: { ...settings.fees, merchantFee: 900 },
      callbackURL: "https://other.example/live",
    };
    const page = (read: MerchantSettings) => (
      <SessionProvider session={aSession()}>
        <QueryProvider>
          <Form settings={read} />
        </QueryProvider>
      </SessionProvider>
    );
    const { rerender } = render(page(settings));
    await userEvent.clear(screen.getByLabelText(own));
    await userEvent.type(screen.getByLabelText(own), "7");
    rerender(page({ ...settings, ...theirs }));
    await waitFor(() => expect(screen.getByLabelText(other)).toHaveProperty("value", value));
    expect(screen.getByLabelText(own)).toHaveProperty("value", "7");
  },
);

test("two switches toggled together are saved one after the other, and the last response counts", async () => {
  const answers: (() => void)[] = [];
  const state = { ...settings };
  const calls = serve(({ method, path, body }) => {
    if (path.includes("/team/changes")) return { body: { status: true, data: [] } };
    if (method === "GET") return answer(settings);
    Object.assign(state, body);
    const reply = answer({ ...state });
    return new Promise((resolve) => answers.push(() => resolve(reply)));
  });
  renderPage(<Page of={Switches} />);
  await userEvent.click(await screen.findByRole("switch", { name: "PIN" }));
  await userEvent.click(screen.getByRole("switch", { name: "Two-factor" }));
  const writes = calls.filter(({ method }) => method !== "GET");
  expect(writes.map(({ body }) => body)).toEqual([{ requirePinForDebit: true }]);
  answers.shift()?.();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers.shift()?.();
  for (const name of ["PIN", "Two-factor"]) {
    await waitFor(() => expect(screen.getByRole("switch", { name }).getAttribute("aria-checked")).toBe("true"));
  }
});

test("the daily mail of the chain's hash is off until the service has switched it on", async () => {
  const calls = serve(({ method, path, body }) => {
    if (path.includes("/team/changes")) return { body: { status: true, data: [] } };
    return answer(method === "GET" ? settings : { ...settings, ...(body as object) });
  });
  renderPage(<AccountSettings />);
  const name = "E-mail the newest hash every day";
  const toggle = await screen.findByRole("switch", { name });
  expect(toggle.getAttribute("aria-checked")).toBe("false");
  await userEvent.click(toggle);
  await waitFor(() => expect(screen.getByRole("switch", { name }).getAttribute("aria-checked")).toBe("true"));
  expect(calls.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([{ mailChainHead: true }]);
});

function Switches({ settings: now }: { settings: MerchantSettings }) {
  return (
    <>
      <AccountSwitch field="requirePinForDebit" label="PIN" about="" settings={now} />
      <AccountSwitch field="requireTwoFactor" label="Two-factor" about="" settings={now} />
    </>
  );
}

test("saving the live URL keeps the sandbox URL", async () => {
  const now = { ...settings, callbackURL: "https://shop.example/live", sandboxCallbackURL: "https://other.example/in" };
  const calls = serve(() => ({ body: { status: true, data: now } }));
  renderPage(<AccountCallbacksForm settings={settings} />);
  await userEvent.type(screen.getByLabelText("In live mode"), "https://shop.example/live");
  await userEvent.click(screen.getByRole("button", { name: "Save callback addresses" }));
  expect(await screen.findByDisplayValue("https://other.example/in")).toBeDefined();
  expect(calls.map(({ body }) => body)).toEqual([{ callbackURL: "https://shop.example/live" }]);
});
