import type { Page } from "@playwright/test";
import type { Endpoint } from "../contract/endpoint.ts";
import { endpoints } from "../contract/endpoints.ts";
import { type BuiltInRole, builtInRoles, holdsPermission, permissionsOfRole } from "../contract/permissions.ts";
import { openPage } from "./page-ready.ts";
import { expect, test } from "./test.ts";
import { openWallet } from "./wallet-page.ts";

/** Every write to wallets and customers, with a body that the service refuses, so that nothing changes. */
const writes = [
  "createWallet",
  "freezeWallet",
  "enableWallet",
  "enablePostNoCredit",
  "disablePostNoCredit",
  "setTransactionPin",
  "updateCustomer",
  "linkBvn",
  "linkNin",
  "changeTier",
] as const;

const doors = [
  ["/api/kyc/lookup", "lookUpBvn"],
  ["/api/kyc/match", "matchBvn"],
] as const;

function may(role: BuiltInRole, { permission, roles }: Endpoint): boolean {
  return holdsPermission(permissionsOfRole[role], permission) && (roles === undefined || roles.includes(role));
}

function statusOf(page: Page, method: string, path: string): Promise<number> {
  return page.evaluate(
    async ([verb, address]) => {
      const headers = {
        "Content-Type": "application/json",
        "X-Account-Mode": "SANDBOX",
        "Idempotency-Key": crypto.randomUUID(),
      };
      return (await fetch(address ?? "", { method: verb ?? "", headers, body: "{}" })).status;
    },
    [method, path],
  );
}

/** Controls of the page and their endpoints. */
const controls = [
  ["button", "Freeze", "freezeWallet"],
  ["switch", "Credits", "enablePostNoCredit"],
  ["menuitem", "Block credits", "enablePostNoCredit"],
  ["menuitem", "PIN", "setTransactionPin"],
  ["menuitem", "Identity and tier", "linkBvn"],
  ["menuitem", "Edit customer", "updateCustomer"],
] as const;

for (const role of builtInRoles) {
  test(`${role}: the screen offers what the contract allows, and says why not`, async ({ page, loginAs, walletOf }) => {
    const wallet = await walletOf("untouched");
    await loginAs(role);
    const create = page.getByRole("main").getByText("New wallet", { exact: true });
    await expect(create).toHaveAttribute(may(role, endpoints.createWallet) ? "href" : "aria-disabled", /.+/);
    await openWallet(page, wallet);
    let isMenuOpen = false;
    for (const [kind, name, endpoint] of controls) {
      const control = page.getByRole(kind, { name });
      if (kind === "menuitem" && !isMenuOpen) {
        await page.getByRole("button", { name: "More actions" }).click();
        isMenuOpen = true;
      }
      if (may(role, endpoints[endpoint])) {
        await expect(control, name).toBeEnabled();
      } else {
        await expect(control, name).toBeDisabled();
        await control.focus();
        await expect(control, name).toBeFocused();
        if (kind === "menuitem") await expect(control).toContainText(`Your role (${role})`);
        else await expect(control).toHaveAccessibleDescription(new RegExp(`Your role \\(${role}\\)`));
      }
    }
    for (const sheet of ["freeze", "pnc", "pin", "kyc"] as const) {
      const opened = {
        freeze: "freezeWallet",
        pnc: "enablePostNoCredit",
        pin: "setTransactionPin",
        kyc: "linkBvn",
      } as const;
      await openPage(page, `/wallets/${wallet.customerId}?sheet=${sheet}`);
      // An open sheet hides the page behind it from assistive technology.
      const head = page.getByRole("heading", { level: 1, name: wallet.accountName, includeHidden: true });
      await expect(head).toHaveCount(1);
      await expect(page.getByRole("dialog")).toHaveCount(may(role, endpoints[opened[sheet]]) ? 1 : 0);
    }
  });

  test(`${role}: a call straight at the server gets 403 exactly where the contract says so`, async ({
    page,
    loginAs,
    walletOf,
    expectRefusals,
  }) => {
    expectRefusals(400, 403, 404);
    const wallet = await walletOf("untouched");
    await loginAs(role);
    const refused: string[] = [];
    for (const name of writes) {
      const { method, path } = endpoints[name];
      const status = await statusOf(page, method, `/api/service${path.replace("{id}", wallet.customerId)}`);
      if (status === 403) refused.push(name);
      // An empty change of a customer is no mistake; everything else lacks what it needs.
      else expect([name, status]).toEqual([name, name === "updateCustomer" ? 200 : 400]);
    }
    expect(refused).toEqual(writes.filter((name) => !may(role, endpoints[name])));
    for (const [path, name] of doors) {
      expect([path, await statusOf(page, "POST", path)]).toEqual([path, may(role, endpoints[name]) ? 400 : 403]);
    }
  });
}
