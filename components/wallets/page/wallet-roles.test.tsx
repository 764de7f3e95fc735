import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtInRoles } from "../../../contract/permissions.ts";
import { refusalOf, type WalletAction, walletActions } from "../../../lib/permissions.ts";
import { renderPage, serve, stubLayout } from "../../testing/render-page.tsx";
import { aCustomer, aFrozenWallet, aSession, aWallet } from "../../testing/replies.ts";
import { CreateWalletLink } from "../create/create-wallet-link.tsx";
import { CustomerTab } from "../customer/customer-tab.tsx";
import { WalletActions } from "./wallet-actions.tsx";
import { WalletFacts } from "./wallet-facts.tsx";
import { WalletMoreMenu } from "./wallet-more-menu.tsx";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), usePathname: () => "/" }));

beforeEach(() => {
  stubLayout();
  serve(() => ({ body: { status: true, customer: aCustomer() } }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nothing = () => undefined;
const trigger = <button type="button">More actions</button>;
const more = <WalletMoreMenu trigger={trigger} wallet={aWallet()} onOpen={nothing} onShow={nothing} />;
const head = (wallet = aWallet()) => (
  <WalletActions wallet={wallet} isIdentityFreeze={false} blockedId="" onOpen={nothing} onShow={nothing} />
);

/** Every place of every action: what renders it, and the name of its control. Add new actions here. */
const places: Record<WalletAction, { page: React.ReactElement; role: string; name: string }[]> = {
  createWallet: [{ page: <CreateWalletLink />, role: "link|button", name: "New wallet" }],
  freezeWallet: [{ page: head(), role: "button", name: "Freeze" }],
  enableWallet: [{ page: head(aFrozenWallet()), role: "button", name: "Enable" }],
  creditOrDebit: [
    { page: more, role: "menuitem", name: "Credit" },
    { page: more, role: "menuitem", name: "Debit" },
  ],
  sendToBank: [{ page: head(), role: "link|button", name: "Send to bank" }],
  submitTransfer: [{ page: head(), role: "link|button", name: "Transfer" }],
  setPostNoCredit: [
    { page: more, role: "menuitem", name: "Block credits" },
    {
      page: <WalletFacts wallet={aWallet()} customer={aCustomer()} onOpen={nothing} />,
      role: "switch",
      name: "Credits",
    },
  ],
  setTransactionPin: [{ page: more, role: "menuitem", name: "Replace PIN" }],
  verifyIdentity: [{ page: more, role: "menuitem", name: "Identity and tier" }],
  updateCustomer: [
    { page: more, role: "menuitem", name: "Edit customer" },
    { page: <CustomerTab customerId={aCustomer().id} />, role: "button", name: "Edit customer" },
  ],
};

const cases = (Object.keys(walletActions) as WalletAction[]).flatMap((action) =>
  builtInRoles.flatMap((role) => places[action].map((place) => ({ action, role, place }))),
);

describe.each(cases)("$role, $action as $place.role", ({ action, role, place }) => {
  test("is possible, or stays in place, takes the focus and gives the reason", async () => {
    const session = aSession(role);
    renderPage(place.page, { session });
    const name = new RegExp(`^${place.name}`);
    const kinds = place.role.split("|");
    const refusal = refusalOf(session, action);
    const kind = refusal === null ? kinds[0] : kinds.at(-1);
    const control = await screen.findByRole(kind ?? "", { name });
    expect(control.getAttribute("aria-disabled")).toBe(refusal === null ? null : "true");
    if (refusal === null) return;
    control.focus();
    expect(document.activeElement).toBe(control);
    const described = document.getElementById(control.getAttribute("aria-describedby") ?? "");
    expect((described ?? control).textContent).toContain(refusal);
    // The reason stands below a list of facts, not between them.
    expect(described?.closest("dl") ?? null).toBeNull();
  });
});

test("a blocked menu item does nothing, and the menu stays open", async () => {
  const onOpen = vi.fn();
  renderPage(<WalletMoreMenu trigger={trigger} wallet={aWallet()} onOpen={onOpen} onShow={nothing} />, {
    session: aSession("Support"),
  });
  const menu = await screen.findByRole("menu");
  await userEvent.click(within(menu).getByRole("menuitem", { name: /^Replace PIN/ }));
  expect(onOpen).not.toHaveBeenCalled();
  expect(screen.getByRole("menu")).toBe(menu);
});

test.each([
  ["Credit", `/transactions/new?kind=credit&to=${aWallet().customerId}`],
  ["Debit", `/transactions/new?kind=debit&from=${aWallet().customerId}`],
])("%s opens the payment form for this customer", async (name, href) => {
  renderPage(more);
  await userEvent.click(await screen.findByRole("menuitem", { name }));
  expect(push).toHaveBeenLastCalledWith(href);
});
