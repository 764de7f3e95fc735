import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type Call, refusal, renderPage, serve as serveAll } from "../../testing/render-page.tsx";
import { aFrozenWallet, aSession, aWallet, aWalletInfo } from "../../testing/replies.ts";
import { WalletsList } from "./wallets-list.tsx";

/** Answers the tags, and returns the other calls. */
function serve(answer: (call: Call) => Answer): Call[] {
  const calls: Call[] = [];
  serveAll((call) => {
    if (call.path.endsWith("/wallet/tags")) return { body: { status: true, tags: ["payroll", "vip"] } };
    calls.push(call);
    return answer(call);
  });
  return calls;
}

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), usePathname: () => "/wallets" }));

beforeEach(() => {
  push.mockReset();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole("searchbox", { name: /account number or customer ID/ });
const ID = "0190a000-0000-7000-8000-0000000000";
const second = aFrozenWallet({ id: `${ID}22`, customerId: `${ID}21`, accountName: "Chịnaza Ọkọnkwọ" });
const page = (wallets = [aWallet(), second], totalRecords = wallets.length): Answer => ({
  body: {
    status: true,
    wallets,
    metadata: { page: 1, perPage: 20, totalRecords, totalPages: Math.ceil(totalRecords / 20) },
  },
});
const isList = ({ path }: Call) => /^\/api\/service\/wallet(\?|$)/.test(path);
const queryOf = (call: Call | undefined) => Object.fromEntries(new URLSearchParams(call?.path.split("?")[1]));
const table = () => screen.findByRole("table", { name: "Wallets, newest first" });
const missing = refusal(400, "wallet_not_found", "Wallet not found.");
const isCustomers = ({ path }: Call) => path.startsWith("/api/service/wallet/customer");

test("ten digits find a wallet immediately, and Enter opens it", async () => {
  const calls = serve((call) =>
    isList(call) ? page([]) : { body: { status: true, wallet: { ...aWallet(), merchantId: "m" } } },
  );
  renderPage(<WalletsList />);
  await userEvent.type(field(), "220 451-0003");
  expect(await screen.findByRole("link", { name: /Ìfẹ́olúwa Adéṣínà/ })).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith(`/wallets/${aWallet().customerId}`);
  const asked = calls.filter((call) => !isList(call)).map(({ path }) => path);
  expect(asked).toEqual(["/api/service/wallet/customer/account?accountNumber=2204510003"]);
  expect(calls.filter(isList).map(({ path }) => path)).not.toContainEqual(expect.stringContaining("search"));
});

test("the merchant's own wallet is found if no customer has the number", async () => {
  serve((call) =>
    isList(call) ? page() : isCustomers(call) ? missing : { body: { status: true, data: aWalletInfo() } },
  );
  renderPage(<WalletsList />);
  await userEvent.type(field(), "2200000017");
  expect(await screen.findByText("This is your merchant wallet")).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith("/");
});

test("an unknown number is reported", async () => {
  serve((call) => (isList(call) ? page() : missing));
  renderPage(<WalletsList />);
  await userEvent.type(field(), "9999999999");
  expect(await screen.findByText("No wallet has this account number")).toBeTruthy();
});

test.each(["22212345678", "222 1234 5678", "220451000", "a", "Ọlá 22212345678"])(
  "%s never leaves the browser",
  async (text) => {
    const calls = serve((call) => (isList(call) ? page() : missing));
    renderPage(<WalletsList />);
    await userEvent.click(field());
    await userEvent.paste(text);
    await screen.findByText(/looks like a BVN or NIN, so it was not sent$|^Keep typing: two letters/, {
      selector: "p.font-medium, p.text-fg-3",
    });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(calls.filter((call) => !isList(call) || queryOf(call).search !== undefined)).toEqual([]);
  },
);

test("rows show name, status, credits, tier, number and balance, and link to the wallet", async () => {
  serve(() => page());
  renderPage(<WalletsList />);
  const [, first, other] = within(await table()).getAllByRole("row");
  expect(first?.textContent).toContain("Ìfẹ́olúwa AdéṣínàActiveAllowedTier 22204510003");
  expect(first?.textContent).toContain("₦184,250.00");
  expect(other?.textContent).toContain("Frozen");
  expect(
    within(first ?? document.body)
      .getByRole("link")
      .getAttribute("href"),
  ).toBe(`/wallets/${aWallet().customerId}`);
});

test("a name waits until typing pauses, then filters the list once", async () => {
  const calls = serve(() => page());
  renderPage(<WalletsList />);
  await table();
  await userEvent.type(field(), "ifeo");
  await waitFor(() => expect(queryOf(calls.at(-1))).toMatchObject({ search: "ifeo", page: "1" }));
  expect(calls).toHaveLength(2);
});

test("filters are sent, a changed filter starts at page 1, and all can be cleared", async () => {
  const calls = serve((call) => (queryOf(call).tier === "TIER_3" ? page([]) : page([aWallet()], 50)));
  renderPage(<WalletsList />, { search: "?status=FROZEN&pnc=true&page=2" });
  await table();
  expect(queryOf(calls[0])).toEqual({ status: "FROZEN", postNoCredit: "true", page: "2", perPage: "20" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Tier" }), "Tier 3");
  expect(await screen.findByText("No wallet matches")).toBeTruthy();
  expect(queryOf(calls.at(-1))).toMatchObject({ tier: "TIER_3", page: "1" });
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[1] ?? document.body);
  await table();
  expect(queryOf(calls.at(-1))).toEqual({ page: "1", perPage: "20" });
});

test("an empty list differs from a filter without matches, and offers creation only with the permission", async () => {
  serve(() => page([]));
  renderPage(<WalletsList />, { session: aSession("Operator") });
  expect(await screen.findByText("No wallets yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Create wallet" })).toBeTruthy();
  cleanup();
  renderPage(<WalletsList />, { session: aSession("Support") });
  expect(await screen.findByText("No wallets yet")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Create wallet" })).toBeNull();
});

test("a list that cannot be read shows the reason, and can be retried", async () => {
  let isDown = true;
  serve(() => (isDown ? refusal(400, "validation_failed", "Some fields are not valid.") : page()));
  renderPage(<WalletsList />);
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn’t load the wallets");
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await table();
});

test("J, K and Enter navigate the rows; columns and row height are stored in this browser", async () => {
  localStorage.setItem("wallet-columns", "tier,created");
  localStorage.setItem("density", "compact");
  serve(() => page());
  renderPage(<WalletsList />);
  const heads = within(await table()).getAllByRole("columnheader");
  expect(heads.map((head) => head.textContent)).toEqual([
    "",
    "Name",
    "Status",
    "Credits",
    "Number",
    "Tags",
    "Available",
  ]);
  await userEvent.keyboard("j");
  expect(document.activeElement?.textContent).toBe("Ìfẹ́olúwa Adéṣínà");
  await userEvent.keyboard("jj");
  expect(document.activeElement?.textContent).toBe("Chịnaza Ọkọnkwọ");
  await userEvent.keyboard("k");
  expect(document.activeElement?.textContent).toBe("Ìfẹ́olúwa Adéṣínà");
});

test("rows are selected with the keyboard, then all that match; a changed filter ends the selection", async () => {
  const calls = serve((call) =>
    call.method === "POST"
      ? {
          body: {
            status: true,
            data: {
              total: 42,
              changed: 41,
              unchanged: 0,
              refused: 1,
              outcomes: [
                {
                  customerId: aWallet().customerId,
                  accountNumber: "2204510003",
                  result: "refused",
                  message: "BVN verification is required before this wallet can be enabled.",
                },
              ],
            },
          },
        }
      : page([aWallet(), second], 42),
  );
  renderPage(<WalletsList />, { search: "?tag=vip", session: aSession("Admin") });
  await table();
  screen.getByRole("checkbox", { name: "Select Chịnaza Ọkọnkwọ" }).focus();
  await userEvent.keyboard(" ");
  expect(screen.getByText("1 wallet selected")).toBeTruthy();
  await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  expect(screen.getByText("2 wallets selected")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Select all 42 wallets" }));
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Enable" }));
  await userEvent.type(await screen.findByLabelText("Reason"), "Order lifted");
  await userEvent.click(screen.getByRole("button", { name: "Enable 42 wallets" }));
  expect(await screen.findByText("41 wallets changed")).toBeTruthy();
  expect(screen.getByText(/BVN verification is required/)).toBeTruthy();
  const write = calls.find(({ method }) => method === "POST");
  expect(write).toMatchObject({
    path: "/api/service/wallet/bulk/enable",
    body: { matching: { tag: "vip" }, expected: 42, reason: "Order lifted" },
  });
  expect(write?.headers.get("idempotency-key")).toBeTruthy();
  await userEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1) ?? document.body);
  expect(screen.queryByText(/wallets selected/)).toBeNull();
});

test("the result of a change stays when no wallet matches the filter any more", async () => {
  const data = { total: 120, changed: 120, unchanged: 0, refused: 0, outcomes: [] };
  let isChanged = false;
  serve(({ method }) => {
    if (method !== "POST") return isChanged ? page([]) : page([aWallet()], 120);
    isChanged = true;
    return { body: { status: true, data } };
  });
  renderPage(<WalletsList />, { search: "?status=ACTIVE", session: aSession("Admin") });
  await table();
  await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  await userEvent.click(screen.getByRole("button", { name: "Select all 120 wallets" }));
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Freeze" }));
  await userEvent.type(await screen.findByLabelText("Reason"), "Court order");
  await userEvent.click(screen.getByRole("button", { name: "Freeze 120 wallets" }));
  expect(await screen.findByText("No wallet matches")).toBeTruthy();
  expect(await screen.findByText("120 wallets changed")).toBeTruthy();
});

test("Support sees no checkboxes", async () => {
  serve(() => page());
  renderPage(<WalletsList />, { session: aSession("Support") });
  await table();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
