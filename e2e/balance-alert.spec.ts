import { registerMerchant, signInAs } from "./new-merchant.ts";
import { press, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("the low-balance alert is set by keyboard, keeps what was typed wrong, and is removed", async ({ page }) => {
  await signInAs(page, await registerMerchant(), "/settings/account");
  const section = page.getByRole("region", { name: "Low-balance alert" });
  const amount = section.getByLabel("Alert below");
  await amount.fill("1,5");
  await press(page, "Enter");
  await expect(section.getByText("Use a point for kobo: 1,250.50")).toBeVisible();
  await expect(amount).toHaveValue("1,5");
  await expectAccessible(page);
  await amount.fill("50k");
  await section.getByRole("checkbox", { name: "Ngozi Eze" }).focus();
  await press(page, "Space");
  await amount.focus();
  await press(page, "Enter");
  await expect(page.getByText("Low-balance alert saved", { exact: true })).toBeVisible();
  await reloadPage(page);
  await expect(amount).toHaveValue("50,000");
  await expect(section.getByRole("checkbox", { name: "Ngozi Eze" })).toBeChecked();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await amount.fill("");
  await section.getByRole("button", { name: "Save alert" }).click();
  await expect(page.getByText("Low-balance alert is off", { exact: true })).toBeVisible();
});
