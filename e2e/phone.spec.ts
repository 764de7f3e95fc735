import type { Page } from "@playwright/test";
import { openPage, waitForAnimations, waitForResponses } from "./page-ready.ts";
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

test("the list of transactions keeps the date and both names on a phone", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/transactions" });
  const row = page.locator("a[data-row]").first();
  await expect(row.locator("time").filter({ visible: true })).toHaveCount(1);
  await expect(row.getByText(/^· from /).filter({ visible: true })).toHaveCount(1);
});

test("buttons in the head of a page are as wide as their text on a phone", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/imports" });
  for (const path of ["/imports", "/webhooks", "/settings/team"]) {
    await openPage(page, path);
    const spare = await page.locator("header:has(h1) button, header:has(h1) a").evaluateAll((buttons) =>
      buttons.map((button) => {
        const content = document.createRange();
        content.selectNodeContents(button);
        return button.getBoundingClientRect().width - content.getBoundingClientRect().width;
      }),
    );
    expect(spare.length, path).toBeGreaterThan(0);
    expect(Math.max(...spare), path).toBeLessThan(40);
  }
});

test("pages do not shift on a phone after they are shown", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/settings/team" });
  await page.addInitScript(() => {
    const holder = window as unknown as { shift: number };
    holder.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) holder.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/settings/team", "/wallets/merchant"]) {
    // On a busy machine replies may come too late for the document.
    await expect(async () => {
      await openPage(page, path);
      await waitForResponses(page);
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      expect(shift, path).toBeLessThanOrEqual(0.02);
    }).toPass();
  }
});

/** Nothing is wider than the screen. */
async function expectNoHorizontalOverflow(page: Page): Promise<void> {
  await waitForAnimations(page);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess).toBe(0);
}
