import type { Page } from "@playwright/test";
import { registerMerchant, runPlatformCommand, signInAs } from "./new-merchant.ts";
import { holdReads, openBrowserPage, openPage, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

async function switchTo(page: Page, name: "live" | "sandbox"): Promise<void> {
  await openPage(page, "/settings/account");
  await page.getByRole("button", { name: `Switch to ${name}` }).click();
  const sheet = page.getByRole("dialog", { name: `Switch to ${name}` });
  await expect(sheet.getByText("Calls with keys in the last 24 hours")).toBeVisible();
  await sheet.getByLabel(/^Type .* to confirm/).fill(name);
  await sheet.getByRole("button", { name: `Switch to ${name}` }).click();
}

test("before the review, the page says so, and the switch to live cannot be opened", async ({ page }) => {
  await signInAs(page, await registerMerchant(), "/settings/account");
  await expect(page.getByText("Verify your business first")).toBeVisible();
  const button = page.getByRole("button", { name: "Switch to live" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/Still missing: Certificate of incorporation/);
  await expectAccessible(page);
});

test("a switch interrupts other tabs, and the page continues in the other mode and back", async ({
  page,
  context,
  expectRefusals,
}) => {
  expectRefusals(409);
  const merchant = await registerMerchant();
  await runPlatformCommand("review", merchant.email, "ENABLED");
  await signInAs(page, merchant, "/settings/account");
  const other = await context.newPage();
  await openPage(other, "/wallets/new");
  await other.getByLabel("First name").fill("Chidi");
  await switchTo(page, "live");
  await expect(page.getByText("Real money moves.", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add sandbox funds" })).toHaveCount(0);
  await expectAccessible(page);

  const overlay = other.getByRole("dialog", { name: "The account is now in Live. This page shows Sandbox." });
  await expect(overlay).toBeVisible();
  await expect(other.getByLabel("First name")).toHaveValue("Chidi");
  await expectAccessible(other);

  await switchTo(page, "sandbox");
  await expect(page.getByText("No real money moves.")).toBeVisible();
  await overlay.getByRole("button", { name: "Reload" }).click();
  await expect(overlay).toBeHidden();
});

test("a form opened before a colleague's switch is refused and keeps its input", async ({
  page,
  browser,
  expectRefusals,
}) => {
  expectRefusals(409);
  const merchant = await registerMerchant();
  await runPlatformCommand("review", merchant.email, "ENABLED");
  await signInAs(page, merchant, "/settings/account");
  const fee = page.getByLabel("Your fee on a transfer");
  await fee.fill("12.50");
  await expect(page.getByText("₦12.50 · 1,250 kobo")).toBeVisible();

  // The page's own polling would reveal the switch before the write does.
  const readOn = await holdReads(page);
  const colleague = await openBrowserPage(browser);
  await signInAs(colleague, merchant);
  await switchTo(colleague, "live");
  await expect(colleague.getByText("Real money moves.", { exact: true })).toBeVisible();
  await colleague.context().close();

  await page.getByRole("button", { name: "Save money rules" }).click();
  await expect(
    page.getByRole("dialog", { name: "The account is now in Live. This page shows Sandbox." }),
  ).toBeVisible();
  await expect(fee).toHaveValue("12.50");
  readOn();
});

test("settings are changed one by one, each with a confirmation", async ({ page }) => {
  await signInAs(page, await registerMerchant(), "/settings/account");
  await page.getByRole("switch", { name: "Debits ask for the customer’s PIN" }).click();
  await expect(page.getByRole("switch", { name: "Debits ask for the customer’s PIN" })).toBeChecked();
  await page.getByLabel("Your fee on a transfer").fill("1,5");
  await page.getByRole("button", { name: "Save money rules" }).click();
  await expect(page.getByText("Use a point for kobo: 1,250.50")).toBeVisible();
  await page.getByLabel("Your fee on a transfer").fill("15");
  await page.getByLabel("Daily limit of all wallets together").fill("2m");
  await page.getByRole("button", { name: "Save money rules" }).click();
  await expect(page.getByText("Money rules saved", { exact: true })).toBeVisible();
  await page.getByLabel("In live mode").fill("not an address");
  await page.getByRole("button", { name: "Save callback addresses" }).click();
  await expect(page.getByText(/^Enter an address such as/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("In live mode").fill("https://127.0.0.1:9443/hooks");
  await page.getByRole("button", { name: "Save callback addresses" }).click();
  await expect(page.getByText("Callback addresses saved", { exact: true })).toBeVisible();
  await reloadPage(page);
  await expect(page.getByLabel("Daily limit of all wallets together")).toHaveValue("2,000,000");
  await expect(page.getByLabel("In live mode")).toHaveValue("https://127.0.0.1:9443/hooks");
  await expect(page.getByLabel("Your fee on a transfer")).toHaveValue("15");
});

test("a member without permission reads the settings and why they are read-only", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/settings/account" });
  await expect(page.getByText("can see the settings but not change them").first()).toBeVisible();
  const pin = page.getByRole("switch", { name: "Debits ask for the customer’s PIN" });
  await pin.press("Enter");
  await expect(pin).not.toBeChecked();
  await expectAccessible(page);
});
