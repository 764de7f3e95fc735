import type { Page } from "@playwright/test";
import type { Wallet } from "../contract/wallets.ts";
import { demoCustomers, uniqueKobo } from "./demo.ts";
import { openBrowserPage, openPage, press } from "./page-ready.ts";
import { test as base, expect, expectAccessible } from "./test.ts";
import { expectWallet, openPalette, openWallet } from "./wallet-page.ts";

type Kind = "credit" | "debit";

const test = base.extend<{ customer: Wallet }>({
  customer: async ({ walletOf }, use) => use(await walletOf("credited", { active: true })),
});

/** An amount that no other request uses, as typed and as shown. */
function uniqueAmount() {
  const kobo = uniqueKobo();
  const shown = `₦${(kobo / 100).toLocaleString("en-NG", { minimumFractionDigits: 2 })}`;
  return { kobo, typed: (kobo / 100).toFixed(2), shown };
}

const submit = (page: Page) => page.getByRole("button", { name: /^Submit/ });
const panel = (page: Page) => page.getByRole("complementary", { name: "Summary" });

/** From the wallet page's menu to the review step. */
async function review(page: Page, kind: Kind, { customer, typed }: { customer: Wallet; typed: string }) {
  const side = kind === "credit" ? "To" : "From";
  await openWallet(page, customer);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: kind === "credit" ? "Credit" : "Debit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `New ${kind}` })).toBeVisible();
  await expect(page.getByRole("group", { name: side })).toContainText(customer.accountName);
  await page.getByLabel("Amount").fill(typed);
  await expect(panel(page).getByText(/^as of/)).toBeVisible();
  await page.getByRole("button", { name: `Review ${kind}` }).click();
  await expect(submit(page)).toBeFocused();
}

for (const [kind, sign] of [
  ["credit", "+"],
  ["debit", "−"],
] as const) {
  test(`a ${kind} waits, is approved, moves the money once, and is not made again by accident`, async ({
    page,
    loginAs,
    customer,
    browser,
    colleague,
  }) => {
    const amount = uniqueAmount();
    await loginAs("Operator");
    await review(page, kind, { customer, typed: amount.typed });
    await expectAccessible(page);
    await submit(page).click();
    await expect(page.getByRole("heading", { name: "Submitted for approval" })).toBeFocused();
    expect((await colleague.findWallet(customer.accountNumber))?.availableBalance).toBe(customer.availableBalance);
    await page.getByRole("link", { name: "See it in Approvals" }).click();
    await page.waitForURL(/\/approvals\/[0-9a-f-]{36}$/);

    const admin = await openBrowserPage(browser);
    await loginAs("Admin", { page: admin, at: new URL(page.url()).pathname });
    const route = admin.getByRole("article", {
      name: `${kind === "credit" ? "Credit" : "Debit"} ${demoCustomers.credited}`,
    });
    await expect(route.getByRole("heading", { name: amount.shown })).toBeVisible();
    await admin.getByRole("button", { name: "Approve" }).click();
    await expect(admin.getByText(/^Approved by Tólá Bánkọ́lé, /)).toBeVisible();
    await admin.context().close();

    const after = (await colleague.findWallet(customer.accountNumber))?.availableBalance ?? 0;
    const fee = kind === "debit" ? customer.availableBalance - after - amount.kobo : 0;
    expect(fee).toBeGreaterThanOrEqual(0);
    expect(after - customer.availableBalance).toBe(kind === "credit" ? amount.kobo : -amount.kobo - fee);
    await openWallet(page, customer);
    await page.getByRole("tab", { name: "Transactions" }).click();
    const line = page.getByRole("row").filter({ hasText: kind === "credit" ? "Credit from" : "Debit to" });
    await expect(line.filter({ hasText: `${sign}${fee === 0 ? amount.shown : "₦"}` }).first()).toBeVisible();

    await review(page, kind, { customer, typed: amount.typed });
    await expect(page.getByText(`The same ${kind} was submitted`)).toBeVisible();
    await expect(submit(page)).toHaveText("Submit again");
  });
}

test("failing checks block the form; a refusal on submit is shown and keeps the input", async ({
  page,
  loginAs,
  customer,
  colleague,
  expectRefusals,
}) => {
  expectRefusals(400);
  const { typed } = uniqueAmount();
  await loginAs("Operator");
  await review(page, "debit", { customer, typed });
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("Amount").fill("90m");
  await expect(panel(page).getByRole("list", { name: "Why it can’t be submitted" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Review debit" })).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Amount").fill(typed);
  await page.getByRole("button", { name: "Review debit" }).click();
  await expect(submit(page)).toBeEnabled();
  await colleague.freeze({ customerId: customer.customerId, reason: "Fraud report: ticket SUP-2302" });
  try {
    await submit(page).click();
    const alert = page.getByRole("alert").filter({ hasText: "The debit was refused" });
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Change" }).click();
    await expect(page.getByLabel("Amount")).toHaveValue(typed);
    await openPage(page, "/approvals?tab=mine");
    await expect(page.getByRole("table", { name: /^My requests/ })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: `₦${typed}` })).toHaveCount(0);
  } finally {
    await colleague.enable(customer.customerId);
  }
});

test("from the palette on the wallet's page", async ({ page, loginAs, customer }) => {
  await loginAs("Operator");
  await openWallet(page, customer);
  const palette = await openPalette(page);
  await page.keyboard.type("credit this");
  await expect(palette.getByRole("option", { name: /^Credit this wallet/ })).toHaveAttribute("aria-selected", "true");
  await press(page, "Enter");
  await expect(page).toHaveURL(new RegExp(`/transactions/new\\?kind=credit&to=${customer.customerId}$`));
  await expect(page.getByRole("group", { name: "To" })).toContainText(demoCustomers.credited);
});

test("shortcuts open areas, list themselves and open actions", async ({ page, loginAs, customer }) => {
  await loginAs("Admin");
  await openWallet(page, customer);
  await press(page, ".");
  const menu = page.getByRole("menu", { name: "More actions" });
  await expect(menu).toBeVisible();
  await press(page, "Escape");
  await expect(menu).toBeHidden();
  await press(page, "?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Go to approvals")).toBeVisible();
  await expectAccessible(page);
  await press(page, "Escape");
  await expect(help).toBeHidden();
  // The second key must follow quickly: on a busy machine the sequence may expire.
  await expect(async () => {
    await press(page, "g");
    await press(page, "a");
    await expect(page).toHaveURL(/\/approvals$/, { timeout: 5_000 });
  }).toPass();
  await page.goBack();
  await expectWallet(page, customer);
});
