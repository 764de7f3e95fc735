import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPage, stubLayout } from "../../testing/render-page.tsx";
import { aSession, aWallet } from "../../testing/replies.ts";
import { WalletMore } from "../../wallets/page/wallet-actions.tsx";
import { useShellKeys } from "./use-shell-keys.ts";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), usePathname: () => "/" }));

const onHelp = vi.fn();
const onSearch = vi.fn();

function Page({ children }: { children?: React.ReactNode }) {
  useShellKeys({ onHelp, onSearch });
  return (
    <main>
      <input aria-label="Name" />
      {children}
    </main>
  );
}

beforeEach(() => {
  stubLayout();
  localStorage.clear();
  for (const spy of [push, onHelp, onSearch]) spy.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  ["w", "/wallets"],
  ["i", "/imports"],
  ["t", "/transactions"],
  ["a", "/approvals"],
  ["h", "/webhooks"],
])("G then %s opens %s", async (key, href) => {
  renderPage(<Page />);
  await userEvent.keyboard(`g${key}`);
  expect(push.mock.calls).toEqual([[href]]);
});

test("a letter alone, too late, or for an area that this person may not open does nothing", async () => {
  renderPage(<Page />, { session: aSession("Support", { permissions: ["BROWSE_TRANSACTIONS"] }) });
  await userEvent.keyboard("t");
  await userEvent.keyboard("gw");
  await userEvent.keyboard("gxt");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.keyboard("g");
  vi.advanceTimersByTime(2_000);
  await user.keyboard("t");
  expect(push).not.toHaveBeenCalled();
});

test("? lists the shortcuts, and . opens the palette on a page without an action menu", async () => {
  renderPage(<Page />);
  await userEvent.keyboard("?.");
  expect(onHelp).toHaveBeenCalledOnce();
  expect(onSearch).toHaveBeenCalledOnce();
});

test(". opens the actions of a wallet repeatedly", async () => {
  renderPage(
    <Page>
      <WalletMore wallet={aWallet()} onOpen={() => undefined} onShow={() => undefined} />
    </Page>,
  );
  for (const _ of ["first", "second"]) {
    await userEvent.keyboard(".");
    expect(await screen.findByRole("menu", { name: "More actions" })).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  }
  expect(onSearch).not.toHaveBeenCalled();
});

test("Ctrl+K and ⌘K open the search in a field too, and / outside fields only", async () => {
  renderPage(<Page />);
  await userEvent.type(screen.getByLabelText("Name"), "/{Control>}k{/Control}{Meta>}k{/Meta}");
  expect(onSearch).toHaveBeenCalledTimes(2);
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("/{Shift>}/{/Shift}");
  expect(onSearch).toHaveBeenCalledTimes(4);
});

test("no shortcut works in a field or while shortcuts are off", async () => {
  renderPage(<Page />);
  await userEvent.type(screen.getByLabelText("Name"), "gw?.");
  localStorage.setItem("shortcuts", "off");
  cleanup();
  renderPage(<Page />);
  await userEvent.keyboard("gw?.");
  expect([push, onHelp, onSearch].flatMap((spy) => spy.mock.calls)).toEqual([]);
});

test.each([
  ["menu", "open", 0],
  ["menu", "closed", 1],
  ["dialog", "open", 0],
  ["dialog", "closed", 1],
])("with a %s that is %s, a key is handled %i times", async (role, state, times) => {
  renderPage(
    <Page>
      <div role={role} data-state={state} />
    </Page>,
  );
  await userEvent.keyboard("?");
  expect(onHelp).toHaveBeenCalledTimes(times);
});
