import { useQuery } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletQuery } from "../../../lib/api/wallets.ts";
import { refusal, renderPage, serve, stubLayout } from "../../testing/render-page.tsx";
import { aSession, aWallet } from "../../testing/replies.ts";
import { rememberWallet } from "../../wallets/list/recent-wallets.ts";
import { useWalletResults } from "../../wallets/palette/use-wallet-results.ts";
import { CommandPalette, type PaletteProps } from "./command-palette.tsx";
import { useActionResults } from "./use-action-results.ts";
import { useRecordResults } from "./use-record-results.ts";

const push = vi.fn();
let path = "/";
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), usePathname: () => path }));

beforeEach(() => {
  path = "/";
  push.mockReset();
  sessionStorage.clear();
  stubLayout();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const useResults = (text: string, go: (href: string) => void) => [
  useWalletResults(text, go),
  useRecordResults(text, go),
  useActionResults(text),
];

function Palette(props: PaletteProps) {
  return <CommandPalette {...props} useResults={useResults} />;
}

function open(session = aSession()) {
  const onOpenChange = vi.fn();
  renderPage(<Palette isOpen onOpenChange={onOpenChange} />, { session });
  return onOpenChange;
}

const input = () => screen.getByRole("combobox");
const found = { body: { status: true, wallet: { ...aWallet(), merchantId: "m" } } };

/** The option announced to screen readers, which must be the one that Enter opens. */
async function expectActive(name: RegExp) {
  await waitFor(() => {
    const active = document.getElementById(input().getAttribute("aria-activedescendant") ?? "none");
    expect(active?.textContent).toMatch(name);
    expect(active?.getAttribute("aria-selected")).toBe("true");
    expect(screen.getAllByRole("option", { selected: true })).toHaveLength(1);
  });
}

test("a pasted account number becomes the active option, and Enter opens it", async () => {
  serve(() => found);
  const onOpenChange = open();
  await userEvent.click(input());
  await userEvent.paste("\u200b220 451-0003");
  await expectActive(/Ìfẹ́olúwa Adéṣínà/);
  await userEvent.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith(`/wallets/${aWallet().customerId}`);
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test("Enter always opens the active option, regardless of earlier keystrokes", async () => {
  serve(() => found);
  open();
  await expectActive(/Go to overview/);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
  await expectActive(/Go to imports/);
  await userEvent.type(input(), "wal");
  await expectActive(/Go to wallets/);
  await userEvent.clear(input());
  await expectActive(/Go to overview/);
  await userEvent.keyboard("{ArrowUp}");
  await expectActive(/Sign out/);
  await userEvent.paste("2204510003");
  await expectActive(/Ìfẹ́olúwa Adéṣínà/);
  await userEvent.clear(input());
  await userEvent.type(input(), "ledg");
  await expectActive(/Go to ledger/);
  await userEvent.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith("/reconciliation/ledger");
});

test("recent wallets are found by name, ignoring diacritics", async () => {
  rememberWallet(aSession(), aWallet());
  open();
  await userEvent.type(input(), "ifeoluwa");
  await expectActive(/Ìfẹ́olúwa Adéṣínà/);
  await userEvent.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith(`/wallets/${aWallet().customerId}`);
});

test("recent wallets store a name and four digits, separately for each person and mode", () => {
  rememberWallet(aSession(), aWallet());
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("2204510003");
  open(aSession("Admin", { mode: "PRODUCTION" }));
  expect(screen.queryByRole("option", { name: /Ìfẹ́olúwa/ })).toBeNull();
});

test("text that looks like a BVN is not sent, with an explanation", async () => {
  const calls = serve(() => refusal(400, "wallet_not_found", "Wallet not found."));
  open();
  await userEvent.type(input(), "22212345678");
  expect(screen.getByRole("status").textContent).toContain("looks like a BVN or NIN, so it was not sent");
  expect(calls).toEqual([]);
});

test("only permitted actions are offered", () => {
  open(aSession("Support"));
  expect(screen.queryByRole("option", { name: "Add sandbox funds" })).toBeNull();
  cleanup();
  open(aSession("Admin"));
  expect(screen.getByRole("option", { name: "Add sandbox funds" })).toBeTruthy();
});

const tasks = ["Create wallet", "New transfer", "New credit", "New debit", "New import"];
const named = (names: string[]) => names.filter((name) => screen.queryByRole("option", { name }) !== null);

test.each([
  ["Admin", [...tasks, "New webhook subscription"]],
  ["Operator", tasks],
  ["Support", []],
] as const)("%s can start %j from anywhere", (role, expected) => {
  open(aSession(role));
  expect(named([...tasks, "New webhook subscription"])).toEqual(expected);
});

/** The page of a wallet, which has loaded it, with the palette over it. */
function OverWallet() {
  useQuery(walletQuery(useSession(), aWallet().customerId));
  return <Palette isOpen onOpenChange={() => undefined} />;
}

test.each([
  ["Credit this wallet", `/transactions/new?kind=credit&to=${aWallet().customerId}`],
  ["Debit this wallet", `/transactions/new?kind=debit&from=${aWallet().customerId}`],
  ["Edit customer", `/wallets/${aWallet().customerId}?tab=customer`],
])("on a wallet's page it offers %s", async (name, href) => {
  serve(() => found);
  path = `/wallets/${aWallet().customerId}`;
  renderPage(<OverWallet />);
  await userEvent.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
  expect(push).toHaveBeenLastCalledWith(href);
});

test("on a wallet's page it offers nothing that the role does not permit", async () => {
  serve(() => found);
  path = `/wallets/${aWallet().customerId}`;
  renderPage(<OverWallet />, { session: aSession("Operator") });
  await screen.findByRole("option", { name: /^Credit this wallet/ });
  expect(named(["Edit customer", "Set PIN", "Replace PIN", "Block credits", "Identity and tier"])).toEqual([]);
});

test("a wallet ID finds the wallet as well as a customer ID", async () => {
  const calls = serve(({ path }) =>
    path.includes("/search?")
      ? { body: { status: true, data: [] } }
      : { body: { status: true, wallets: [aWallet()], metadata: {} } },
  );
  open();
  await userEvent.click(input());
  await userEvent.paste(aWallet().id);
  await expectActive(/Ìfẹ́olúwa Adéṣínà/);
  expect(calls.map((call) => call.path)).toContain(`/api/service/wallet?search=${aWallet().id}&page=1&perPage=1`);
});

test("a reference finds its transaction and its batch, and continues what was typed before the palette was there", async () => {
  const found = { id: aWallet().id, reference: "REF-0000000001", createdAt: "2026-03-01T09:00:00.000Z" };
  const calls = serve(({ path }) =>
    path.includes("/search?")
      ? {
          body: {
            status: true,
            data: [
              { ...found, kind: "transaction", label: "credit", status: "success", amount: 150_000 },
              { ...found, kind: "batch", label: "debit", status: "partially_completed", amount: 200_000 },
            ],
          },
        }
      : refusal(404, "wallet_not_found", "Wallet not found."),
  );
  const onReady = vi.fn();
  renderPage(
    <Palette isOpen onOpenChange={() => undefined} early={{ typed: "REF-00000000", opener: null }} onReady={onReady} />,
  );
  expect(onReady).toHaveBeenCalled();
  expect(document.activeElement).toBe(input());
  await userEvent.type(input(), "01");
  await expectActive(/Credit REF-0000000001₦1,500.00 · success/);
  expect(screen.getByRole("option", { name: /Batch REF-0000000001\s*₦2,000.00 · partially completed/ })).toBeTruthy();
  expect(calls.at(-1)?.path).toBe("/api/service/search?query=REF-0000000001");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(push).toHaveBeenCalledWith(`/imports/debit/${found.id}`);
});
