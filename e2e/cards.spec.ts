import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./test.ts";

const LOGS = join(process.env.E2E_DATA_DIR ?? ".data", "logs");

/** The document, the texts of its fields, its storage and its caches: all that the dashboard's own origin keeps. */
function keptByPage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const answers = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()));
    const bodies = await Promise.all(answers.flat().map((answer) => answer.text()));
    const fields = [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value);
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify(store));
    return [document.documentElement.outerHTML, document.cookie, ...fields, ...stores, ...bodies].join("\n");
  });
}

function readLogs(): string {
  const files = readdirSync(LOGS);
  expect(files).toContain("service.log");
  return files.map((file) => readFileSync(join(LOGS, file), "utf8")).join("\n");
}

/** The number of a card as it may be written: with or without spaces or hyphens. */
function spellingsOf(digits: string): RegExp {
  return new RegExp((digits.match(/.{4}/g) ?? []).join("[ -]?"));
}

test("issue a card, pay with it in the simulator, clear a part, freeze it and read why it declines", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("transferPayer", { active: true });
  await loginAs("Operator", { at: `/wallets/${wallet.customerId}` });
  await page.getByRole("tab", { name: "Cards" }).click();
  await page.getByRole("button", { name: "Issue card" }).click();
  const form = page.getByRole("dialog", { name: "Issue a card" });
  await form.getByLabel("Billing address").fill("12 Marina Road, Lagos");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Issue card" }).click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toContainText(/Card •••• \d{4}/);
  await expect(title).toContainText("Active");
  await expect(page.getByRole("button", { name: "Close" })).toHaveCount(0);

  await page.getByRole("button", { name: "Show number" }).click();
  const shown = page.getByRole("dialog", { name: "Card number" });
  const number = shown.frameLocator("iframe").getByText(/^(\d{4} ){3}\d{4}$/);
  await expect(number).toBeVisible();
  const digits = ((await number.textContent()) ?? "").replaceAll(" ", "");
  expect(await keptByPage(page)).not.toMatch(spellingsOf(digits));
  await page.keyboard.press("Escape");
  expect(await keptByPage(page)).not.toMatch(spellingsOf(digits));
  expect(readLogs()).not.toMatch(spellingsOf(digits));

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

  // The rest was ₦145: the shop takes more than it asked for, then gives some back.
  await page.getByLabel("Amount").fill("200");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(payment).toContainText("Cleared");
  await page.getByLabel("Amount").fill("75");
  await page.getByRole("button", { name: "Refund" }).click();
  await payment.getByRole("button", { name: "Lekki Home Store" }).click();
  await expect(details).toContainText("₦475.00 cleared · ₦75.00 refunded");
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

test("order a physical card, see it shipped, activate it by its last digits, limit, replace and close it", async ({
  page,
  loginAs,
  walletOf,
  expectRefusals,
}) => {
  const wallet = await walletOf("transferPayer", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await page.getByRole("tab", { name: "Cards" }).click();
  await page.getByRole("button", { name: "Issue card" }).click();
  const order = page.getByRole("dialog", { name: "Issue a card" });
  await order.getByRole("radio", { name: "Physical" }).check();
  await order.getByLabel("Delivery address").fill("12 Marina Road, Lagos");
  await page.keyboard.press("Enter");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toContainText("In production");
  await page.getByRole("button", { name: "Ship this card" }).click();
  await expect(title).toContainText("Shipped");
  await page.getByRole("button", { name: "Deliver this card" }).click();
  await expect(title).toContainText("To be activated");
  await expect(page.getByRole("region", { name: "Shipping" }).locator("[aria-current=step]")).toContainText(
    "Delivered",
  );

  await page.getByRole("button", { name: "Show number" }).click();
  const number = page
    .getByRole("dialog", { name: "Card number" })
    .frameLocator("iframe")
    .getByText(/^(\d{4} ){3}\d{4}$/);
  const last6 = ((await number.textContent()) ?? "").replaceAll(" ", "").slice(-6);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Activate card" }).click();
  const activation = page.getByRole("dialog", { name: "Activate this card?" });
  const digits = activation.getByLabel("Last six digits");
  await expect(digits).toBeFocused();
  expectRefusals(400);
  await page.keyboard.type(last6 === "000000" ? "111111" : "000000");
  await page.keyboard.press("Enter");
  await expect(activation.getByText("This customer has no delivered card")).toBeVisible();
  await expectAccessible(page);
  await digits.fill(last6);
  await page.keyboard.press("Enter");
  await expect(title).toContainText("Active");

  // The form of limits by keyboard alone: the first field has the focus, Enter saves.
  await page.getByRole("button", { name: "Change limits" }).press("Enter");
  const limits = page.getByRole("dialog", { name: "Change limits" });
  await expect(limits.getByLabel("Per transaction")).toBeFocused();
  await page.keyboard.type("50k");
  for (const text of ["100k", "1m"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  for (const _channel of ["Card reader", "Contactless", "Online", "Cash machine"]) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type("5411");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.keyboard.press("Enter");
  await expect(limits).toHaveCount(0);
  const words = page.getByRole("region", { name: "Limits and controls" });
  await expect(words).toContainText("Up to ₦50,000.00");
  await expect(words).toContainText("Card reader, Contactless, Online only");
  await expect(words).toContainText("Grocery stores (5411) only");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await page.getByRole("button", { name: "Replace" }).click();
  const replace = page.getByRole("dialog", { name: "Replace this card?" });
  await replace.getByRole("radio", { name: "Stolen" }).check();
  await replace.getByRole("button", { name: "Replace card" }).click();
  await expect(title).toContainText("In production");
  await expect(words).toContainText("Up to ₦50,000.00");
  await page.getByRole("link", { name: "See the former card" }).click();
  await expect(title).toContainText("Replaced");
  await page.getByRole("link", { name: "See the replacement" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const close = page.getByRole("dialog", { name: "Close this card?" });
  await close.getByLabel("Reason").fill("Found again");
  await page.keyboard.press("Enter");
  await expect(title).toContainText("Closed");
  await expect(page.getByText("Closed: “Found again”")).toBeVisible();
});
