import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { BuiltInRole } from "../../../contract/permissions.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { aFrozenWallet, aSession, aWallet } from "../../testing/replies.ts";
import { WalletActions } from "./wallet-actions.tsx";

afterEach(cleanup);

function show(role: BuiltInRole, wallet = aWallet(), isIdentityFreeze = false) {
  const onOpen = vi.fn();
  renderPage(
    <>
      <p id="why">Enable stays blocked until a BVN is verified.</p>
      <WalletActions
        wallet={wallet}
        isIdentityFreeze={isIdentityFreeze}
        blockedId="why"
        onOpen={onOpen}
        onShow={() => undefined}
      />
    </>,
    { session: aSession(role) },
  );
  return onOpen;
}

const cases: [BuiltInRole, "Freeze" | "Enable", boolean][] = [
  ["MainMerchant", "Freeze", true],
  ["MainMerchant", "Enable", true],
  ["Admin", "Freeze", true],
  ["Admin", "Enable", true],
  ["Operator", "Freeze", true],
  ["Operator", "Enable", false],
  ["Support", "Freeze", false],
  ["Support", "Enable", false],
];

test.each(cases)("%s, %s: may is %s", async (role, name, may) => {
  const onOpen = show(role, name === "Freeze" ? aWallet() : aFrozenWallet());
  const button = screen.getByRole("button", { name });
  await userEvent.click(button);
  expect(onOpen).toHaveBeenCalledTimes(may ? 1 : 0);
  expect(button.getAttribute("aria-disabled")).toBe(may ? null : "true");
});

test("a blocked action keeps the focus and gives the reason", async () => {
  show("Support");
  const button = screen.getByRole("button", { name: "Freeze" });
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  const why = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(why?.textContent).toBe("Your role (Support) can see wallets but not freeze them.");
});

test("an identity freeze blocks Enable even with the permission, with its reason", async () => {
  const onOpen = show("Admin", aFrozenWallet({ freezeCause: "identity", isBVNVerificationRequired: true }), true);
  const button = screen.getByRole("button", { name: "Enable" });
  await userEvent.click(button);
  expect(onOpen).not.toHaveBeenCalled();
  expect(button.getAttribute("aria-describedby")).toBe("why");
});
