import { expect, expectAccessible, test } from "./test.ts";

test("issue a card, pay with it in the simulator, clear a part, freeze it and read why it declines", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("transferPayer", { active: true });
  await loginAs("Operator", { at: `/wallets/${wallet.customerId}` });
  await page.getByRole("tab", { name: "Cards" }).click();
  await page.getByRole("button", { name: "Issue card" }).click();
  const form = page.getByRole("dialog", { name: "Issue a virtual card" });
  await form.getByLabel("Billing address").fill("12 Marina Road, Lagos");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Issue card" }).click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toContainText(/Card •••• \d{4}/);
  await expect(title).toContainText("Active");
  await expect(page.getByRole("button", { name: "Close" })).toHaveCount(0);

  await page.getByRole("button", { name: "Show number" }).click();
  const shown = page.getByRole("dialog", { name: "Card number" });
  await expect(shown.frameLocator("iframe").getByText(/^(\d{4} ){3}\d{4}$/)).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByLabel("Amount").fill("420");
  await page.getByRole("button", { name: "Authorize" }).click();
  const payment = page.getByRole("row").filter({ hasText: "₦420.00" });
  await expect(payment).toContainText("On hold");
  await page.getByLabel("Amount").fill("275");
  await page.getByRole("button", { name: "Clear part" }).click();
  await expect(payment).toContainText("Partly cleared");
  await expectAccessible(page);
  await payment.getByRole("button", { name: "Lekki Home Store" }).click();
  const details = page.getByRole("dialog", { name: "Authorization" });
  await expect(details).toContainText("₦275.00 cleared · ₦145.00 on hold");
  await expect(details.getByRole("listitem").filter({ hasText: "Cleared ₦275.00" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Freeze" }).click();
  const freeze = page.getByRole("dialog", { name: "Freeze this card?" });
  await freeze.getByLabel("Reason").fill("Lost for a moment");
  await freeze.getByRole("button", { name: "Freeze card" }).click();
  await expect(title).toContainText("Frozen");
  await expect(page.getByText("Frozen by your team")).toBeVisible();
  await page.getByRole("button", { name: "Authorize" }).click();
  await expect(page.getByText("The card was frozen. No money was held.")).toBeVisible();
  await page.getByRole("button", { name: "Unfreeze" }).click();
  await expect(title).toContainText("Active");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
