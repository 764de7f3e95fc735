import { press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("from the overview's balance to the merchant wallet and on to its statement, by keyboard", async ({
  page,
  loginAs,
}) => {
  await loginAs("Admin", { at: "/" });
  await page.getByRole("main").locator('a[href="/wallets/merchant"]').focus();
  await press(page, "Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Merchant wallet" })).toBeVisible();
  await expect(page.getByText("Held for payouts")).toBeVisible();
  await expect(page.getByText("Out today")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pay in" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Low-balance alert" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Transactions, newest first" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole("link", { name: "Statement" }).first().focus();
  await press(page, "Enter");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("Closing balance");
});
