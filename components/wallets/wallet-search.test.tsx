import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Call, refusal, renderPage, serve } from "../testing/render-page.tsx";
import { aWallet, aWalletInfo } from "../testing/replies.ts";
import { WalletSearch } from "./wallet-search.tsx";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), usePathname: () => "/wallets" }));

beforeEach(() => push.mockReset());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole("searchbox", { name: "Account number or customer ID" });
const missing = refusal(400, "wallet_not_found", "Wallet not found.");
const isCustomers = ({ path }: Call) => path.startsWith("/api/service/wallet/customer");

test("ten digits find a wallet at once, and Enter opens it", async () => {
  const calls = serve(() => ({ body: { status: true, wallet: { ...aWallet(), merchantId: "m" } } }));
  renderPage(<WalletSearch />);
  await userEvent.type(field(), "220 451-0003");
  expect(await screen.findByRole("link", { name: /Ìfẹ́olúwa Adéṣínà/ })).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith(`/wallets/${aWallet().customerId}`);
  expect(calls.map(({ path }) => path)).toEqual(["/api/service/wallet/customer/account?accountNumber=2204510003"]);
});

test("the merchant's own wallet is found when no customer has the number", async () => {
  serve((call) => (isCustomers(call) ? missing : { body: { status: true, data: aWalletInfo() } }));
  renderPage(<WalletSearch />);
  await userEvent.type(field(), "2200000017");
  expect(await screen.findByText("This is your merchant wallet")).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith("/");
});

test("a number nobody has is said to be missing", async () => {
  serve(() => missing);
  renderPage(<WalletSearch />);
  await userEvent.type(field(), "9999999999");
  expect(await screen.findByText("No wallet has this account number")).toBeTruthy();
});

test.each(["22212345678", "222 1234 5678", "08031234567", "Ọlá", "220451000"])(
  "%s never leaves the browser",
  async (text) => {
    const calls = serve(() => missing);
    renderPage(<WalletSearch />);
    await userEvent.click(field());
    await userEvent.paste(text);
    await waitFor(() =>
      expect(
        screen.getByText(/not sent|Not an account number/, { selector: "p.font-medium, p.text-fg-2" }),
      ).toBeTruthy(),
    );
    expect(calls).toEqual([]);
  },
);
