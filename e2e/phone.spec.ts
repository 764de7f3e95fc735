import type { Page } from "@playwright/test";
import { waitForAnimations } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";
import { enableButton, expectStatus, expectWallet, fillFreezeSheet } from "./wallet-page.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a wallet is found, frozen and enabled on a phone", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("onPhone", { active: true });
  await loginAs("Admin");
  await expectNoHorizontalOverflow(page);
  await page.getByRole("searchbox", { name: "Account number or customer ID" }).fill(wallet.accountNumber);
  await page.getByRole("link", { name: wallet.accountName }).tap();
  await expectWallet(page, wallet);
  await expectNoHorizontalOverflow(page);
  await expectAccessible(page);

  const sheet = await fillFreezeSheet(page, { category: "Other", explanation: "Asked for at the counter in Ikeja." });
  await expectNoHorizontalOverflow(page);
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Freeze wallet" }).tap();
  await expectStatus(page, "Frozen");

  await enableButton(page).tap();
  await page.getByRole("dialog", { name: "Enable wallet" }).getByRole("button", { name: "Enable wallet" }).tap();
  await expectStatus(page, "Active");
});

test("the phone menu opens every area", async ({ page, loginAs }) => {
  await loginAs("Admin");
  await page.getByRole("button", { name: "Open menu" }).tap();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole("link", { name: "Overview" }).tap();
  await expect(page).toHaveURL(/\/$/);
  await expect(menu).toBeHidden();
  await expectNoHorizontalOverflow(page);
});

/** Nothing is wider than the screen. */
async function expectNoHorizontalOverflow(page: Page): Promise<void> {
  await waitForAnimations(page);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess).toBe(0);
}
