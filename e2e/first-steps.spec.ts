import { registerMerchant, signInAs } from "./new-merchant.ts";
import { openPage, press, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("first steps are dismissed by keyboard, undone, kept over a reload, and shown again", async ({ page }) => {
  await signInAs(page, await registerMerchant());
  const section = page.getByRole("region", { name: /^First steps/ });
  await expect(section.getByRole("link")).toHaveCount(8);
  await expect(section.getByRole("link", { name: /^Go live/ })).toHaveAttribute("href", "/settings/verification");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  await section.getByRole("button", { name: "Dismiss: Invite a colleague" }).focus();
  await press(page, "Enter");
  await expect(section.getByRole("link")).toHaveCount(7);
  await expect(section.getByRole("heading")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(section.getByRole("link")).toHaveCount(8);

  await section.getByRole("button", { name: "Dismiss all" }).click();
  await expect(section).toBeHidden();
  await reloadPage(page);
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(section).toBeHidden();
  await openPage(page, "/settings/me");
  await page.getByRole("button", { name: "Show first steps" }).click();
  await expect(page.getByText("Dismissed first steps are on the overview again", { exact: true })).toBeVisible();
  await openPage(page, "/");
  await expect(section.getByRole("link")).toHaveCount(8);
});
