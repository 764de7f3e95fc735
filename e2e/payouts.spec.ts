import { readFile } from "node:fs/promises";
import type { Wallet } from "../contract/wallets.ts";
import { uniqueKobo } from "./demo.ts";
import { openBrowserPage, openPage, press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** An amount that no other payout uses, as typed and as shown. */
function uniqueAmount() {
  const text = (uniqueKobo() / 100).toFixed(2);
  return { typed: text, shown: `₦${text}` };
}

test("from a wallet's page to a payout that the bank confirms, by keyboard in the form", async ({
  page,
  loginAs,
  walletOf,
  browser,
}) => {
  const amount = uniqueAmount();
  const wallet: Wallet = await walletOf("transferPayer", { active: true });
  await loginAs("Operator", { at: `/wallets/${wallet.customerId}` });
  await page.getByRole("link", { name: "Send to bank" }).click();
  await expect(page.getByRole("group", { name: "From", exact: true })).toContainText(wallet.accountName);
  await page.getByRole("combobox", { name: "Bank" }).fill("zenith");
  await expect(page.getByRole("option").first()).toBeVisible();
  await press(page, "Enter");
  await expect(page.getByLabel("Account number")).toBeFocused();
  await page.keyboard.type("0123456700");
  await expect(page.getByRole("button", { name: "Save account" })).toBeVisible();
  await page.getByLabel("Amount").fill(amount.typed);
  await page.getByLabel("Narration").fill("Rent for November");
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary.getByText("Total debited")).toBeVisible();
  await expectAccessible(page);
  await press(page, "Enter");
  const submit = page.getByRole("button", { name: /^Submit/ });
  await expect(submit).toBeFocused();
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "Submitted for approval" })).toBeFocused();
  const approval = await page.getByRole("link", { name: "See it in Approvals" }).getAttribute("href");

  const admin = await openBrowserPage(browser);
  await loginAs("Admin", { page: admin, at: approval ?? "" });
  await expect(admin.getByText("Rent for November")).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Approve" }).click();
  await expect(admin.getByText(/^Approved by Tólá Bánkọ́lé, /)).toBeVisible();
  await openPage(admin, "/payouts");
  const row = admin.getByRole("row").filter({ hasText: amount.shown });
  await expectAccessible(admin);
  await row.getByRole("link").click();
  await expect(admin.getByRole("heading", { level: 1 })).toContainText("Succeeded");
  await expect(admin.getByText("Confirmed by the bank")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Copy session ID of attempt 1" })).toBeVisible();
  await expectAccessible(admin);

  await admin.getByRole("link", { name: "Receipt" }).focus();
  await press(admin, "Enter");
  await expect(admin.getByRole("heading", { level: 1, name: "Bank transfer" })).toBeVisible();
  const receipt = admin.getByRole("article");
  await expect(receipt).toContainText(amount.shown);
  await expect(receipt).toContainText("Rent for November");
  await expect(receipt).toContainText("Session ID");
  await expect(receipt).toContainText("Sandbox: test money");
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 320, height: 640 });
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await admin.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(admin.getByRole("button", { name: "Print" })).toBeHidden();
  expect(await receipt.evaluate((paper) => getComputedStyle(paper).color)).toBe("rgb(24, 24, 27)");
  await admin.emulateMedia({ media: "screen" });
  const coming = admin.waitForEvent("download");
  await admin.getByRole("button", { name: "Download PDF" }).focus();
  await press(admin, "Enter");
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^receipt-.+\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
});

test("the account number stays in its place while the bank has a hint, and beside its error", async ({
  page,
  loginAs,
}) => {
  await loginAs("Operator");
  await openPage(page, "/transactions/new?kind=bank");
  const bank = page.getByRole("combobox", { name: "Bank" });
  const account = page.getByLabel("Account number");
  const hint = page.getByText("No bank has this name or code.");
  // In one call: the page may scroll between two measurements.
  const between = async () => {
    const other = await account.elementHandle();
    return await bank.evaluate(
      (from, to) => (to?.getBoundingClientRect().y ?? Number.NaN) - from.getBoundingClientRect().y,
      other,
    );
  };
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await bank.fill("");
    const before = await between();
    await bank.fill("no such bank");
    await expect(hint).toBeVisible();
    expect(await between()).toBeCloseTo(before, 1);
    await press(page, "Escape");
    await expect(hint).toHaveCount(0);
  }
  await account.fill("0123456700");
  await page.getByRole("button", { name: "Review payout" }).click();
  await expect(page.getByText("Choose a bank from the list.")).toBeVisible();
  expect(await between()).toBeCloseTo(0, 1);
  await expectAccessible(page);
});
