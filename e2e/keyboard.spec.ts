import type { Locator, Page } from "@playwright/test";
import { demoAccounts, demoPassword } from "./demo.ts";
import { openPage, press, reloadPage } from "./page-ready.ts";
import { expect, test } from "./test.ts";
import { enableButton, expectStatus, expectWallet, freezeButton, openPalette } from "./wallet-page.ts";

test("signs in, finds, freezes and enables without a mouse", async ({ page, walletOf }) => {
  const wallet = await walletOf("byKeyboard", { active: true });
  await openPage(page, "/wallets");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type(demoAccounts.Admin.email);
  await press(page, "Tab");
  await page.keyboard.type(demoPassword);
  await press(page, "Enter");
  await expect(page.getByRole("searchbox", { name: "Account number or customer ID" })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type(wallet.accountNumber);
  await expect(page.getByRole("option", { name: wallet.accountName })).toBeVisible();
  await press(page, "Enter");
  await expectWallet(page, wallet);

  await tabTo(page, freezeButton(page));
  await press(page, "Enter");
  const freezeSheet = page.getByRole("dialog", { name: "Freeze wallet" });
  await tabTo(page, freezeSheet.getByRole("radio", { name: "Fraud report" }));
  await press(page, "Space");
  await press(page, "ArrowRight");
  await expect(freezeSheet.getByRole("radio", { name: "Customer request" })).toBeChecked();
  await press(page, "Tab");
  await expect(freezeSheet.getByLabel("What happened")).toBeFocused();
  await page.keyboard.type("Customer is abroad until May and asks for it.");
  await tabTo(page, freezeSheet.getByRole("button", { name: "Freeze wallet" }));
  await press(page, "Enter");
  await expectStatus(page, "Frozen");
  // The button that opened the sheet is now the one that undoes it and keeps the focus.
  await expect(enableButton(page)).toBeFocused();

  await press(page, "Enter");
  const enableSheet = page.getByRole("dialog", { name: "Enable wallet" });
  await tabTo(page, enableSheet.getByRole("button", { name: "Enable wallet" }));
  await press(page, "Enter");
  await expectStatus(page, "Active");
  await expect(freezeButton(page)).toBeFocused();
});

test("Escape closes a sheet and returns focus to its opener", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("byKeyboard", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await freezeButton(page).focus();
  await press(page, "Enter");
  await expect(page.getByRole("dialog", { name: "Freeze wallet" })).toBeVisible();
  await press(page, "Escape");
  await expect(page.getByRole("dialog", { name: "Freeze wallet" })).toBeHidden();
  await expect(freezeButton(page)).toBeFocused();
});

test("the first tab stop of a page skips to its content", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("untouched");
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  await reloadPage(page);
  await expectWallet(page, wallet);
  await press(page, "Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await press(page, "Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

/** Presses Tab until `target` has the focus. Fails on a keyboard trap or an unreachable target. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await press(page, "Tab");
  }
  await expect(target).toBeFocused();
}
