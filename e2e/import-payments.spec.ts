import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { startBreakingProxy } from "./breaking-proxy.ts";
import { csvFile as csv, paymentsFile, RETRY_MESSAGES } from "./import-files.ts";
import { openBrowserPage, openPage, press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** Different for each run and retry; the narrations contain it. */
const run = Math.floor(Math.random() * 1_000_000);

/** The page polls a batch at increasing intervals, and the service finishes earlier batches first. */
const WORKED_OFF = { timeout: 90_000 };

test("the same payments are sent once, and a second file with them opens the earlier batch", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const { accountNumber } = await walletOf("rich");
  const file = csv("salaries.csv", paymentsFile(5_000, run, accountNumber));
  await loginAs("Admin", { at: "/imports" });
  await openPage(page, "/imports/new?kind=credit");
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("Choose the unit of the amounts.")).toBeVisible();
  await page.getByLabel("Naira (1,500.50)").check();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("Twelve thousand five hundred naira")).toBeVisible();
  await page.getByRole("button", { name: "Review 5,000 rows" }).click();
  await expect(page.getByRole("button", { name: "Send 5,000 rows" })).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Type the total in naira").fill("12,500");
  await page.getByRole("button", { name: "Send 5,000 rows" }).click();
  await page.waitForURL(/\/imports\/credit\/[0-9a-f-]{36}$/);
  const first = new URL(page.url()).pathname;
  await expect(page.getByText("Awaiting approval").first()).toBeVisible(WORKED_OFF);

  await openPage(page, "/imports/new?kind=credit");
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByLabel("Naira (1,500.50)").check();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page.getByRole("button", { name: "Review 5,000 rows" }).click();
  await expect(page.getByRole("link", { name: "Open the earlier batch" })).toHaveAttribute("href", first);
  await page.getByLabel("Type the total in naira").fill("12500");
  await expect(page.getByRole("button", { name: "Send 5,000 rows" })).toHaveAttribute("aria-disabled", "true");
});

test("300 credits go through the whole wizard by keyboard alone", async ({ page, loginAs, walletOf }) => {
  const { accountNumber } = await walletOf("rich");
  await loginAs("Operator", { at: "/imports/new" });
  await tabTo(page, page.getByRole("radio", { name: "Customers" }));
  await press(page, "ArrowRight");
  await expect(page.getByRole("radio", { name: "Credits" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Paste rows" }));
  await press(page, "Enter");
  await expect(page.getByLabel("Rows", { exact: true })).toBeFocused();
  const rows = paymentsFile(300, run + 0.2, accountNumber).split("\r\n");
  rows[7] = `${accountNumber},2.505,three decimals ${run}`;
  rows[120] = `123,2.50,no account ${run}`;
  await page.keyboard.insertText(rows.join("\n"));
  await press(page, "Tab");
  await press(page, "Enter");
  await expect(page.getByRole("radio", { name: "Naira (1,500.50)" })).toBeFocused();
  await press(page, "Space");
  await tabTo(page, page.getByRole("button", { name: "Check the rows" }));
  await press(page, "Enter");
  await expect(page.getByRole("button", { name: "Review 298 rows" })).toBeVisible();

  await press(page, "n");
  const grid = page.getByRole("grid");
  await expect(grid).toBeFocused();
  await press(page, "Enter");
  const amount = page.getByRole("textbox", { name: "amount, row 7" });
  await expect(amount).toBeFocused();
  await page.keyboard.type("9");
  await press(page, "Escape");
  await expect(grid).toBeFocused();
  await expect(page.getByRole("button", { name: "Review 298 rows" })).toBeVisible();
  await press(page, "Enter");
  await expect(amount).toHaveValue("2.505");
  await expect(amount).toBeFocused();
  await page.keyboard.type("2.50");
  await press(page, "Enter");
  await expect(page.getByRole("button", { name: "Review 299 rows" })).toBeVisible();
  await press(page, "n");
  await press(page, "Enter");
  await expect(page.getByRole("textbox", { name: "accountNumber, row 120" })).toBeFocused();
  await page.keyboard.type(accountNumber);
  await press(page, "Enter");

  await shiftTabTo(page, page.getByRole("button", { name: "Review 300 rows" }));
  await press(page, "Enter");
  await expect(page.getByText("Who approves")).toBeVisible();
  await tabTo(page, page.getByLabel("Type the total in naira"));
  await page.keyboard.type("750");
  const send = page.getByRole("button", { name: "Send 300 rows" });
  await expect(send).not.toHaveAttribute("aria-disabled");
  await shiftTabTo(page, send);
  await press(page, "Enter");
  await page.waitForURL(/\/imports\/credit\/[0-9a-f-]{36}$/);
});

test("debits are uploaded, approved by another member, and executed", async ({
  page,
  browser,
  loginAs,
  walletOf,
  colleague,
}) => {
  const { accountNumber, availableBalance } = await walletOf("smallSums", { active: true });
  await loginAs("Operator", { at: "/imports/new" });
  await page.getByLabel("Debits").check();
  const rows = [
    `${accountNumber},1.50,fee ${run}`,
    `${accountNumber},"2,50",comma ${run}`,
    `${accountNumber},2,rent ${run}`,
  ];
  const text = ["Account Number,Amount (Naira),Narration", ...rows].join("\r\n");
  await page.getByLabel("CSV file").setInputFiles(csv("debits.csv", text));
  await expect(page.getByText("Use a point for kobo: 1,250.50")).toBeVisible();
  await page.getByRole("button", { name: "Review 2 rows" }).click();
  await expectAccessible(page);
  await page.getByLabel("Type the total in naira").fill("3.50");
  await page.getByRole("button", { name: "Send 2 rows" }).click();
  await page.waitForURL(/\/imports\/debit\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name: "debits.csv Awaiting approval" })).toBeVisible(WORKED_OFF);

  const at = new URL(page.url()).pathname;
  const approver = await openBrowserPage(browser);
  await loginAs("Admin", { page: approver, at });
  await approver.getByRole("link", { name: "Approve or decline" }).click();
  await expect(approver.getByText("debits.csv")).toBeVisible();
  await approver.getByLabel("Type the total in naira to approve").fill("3.50");
  await approver.getByRole("button", { name: "Approve" }).click();
  await expect(approver.getByText("Approved: ₦3.50", { exact: true })).toBeVisible();
  await approver.context().close();
  await expect(page.getByRole("heading", { name: "debits.csv Completed" })).toBeVisible(WORKED_OFF);
  const after = await colleague.findWallet(accountNumber);
  expect(after?.availableBalance).toBe(availableBalance - 350);
});

test("two browsers that send the same file pay it once", async ({
  page,
  browser,
  loginAs,
  walletOf,
  colleague,
  expectRefusals,
}) => {
  const { accountNumber } = await walletOf("rich");
  expectRefusals(400);
  const file = csv("twice.csv", paymentsFile(2_000, run + 0.4, accountNumber));
  const other = await openBrowserPage(browser);
  const before = await colleague.countBatches();
  for (const [tab, role] of [
    [page, "Admin"],
    [other, "Operator"],
  ] as const) {
    await loginAs(role, { page: tab, at: "/imports" });
    await reviewPayments(tab, file, "5000");
  }
  const answers = [page, other].map(async (tab) => {
    const answer = tab.waitForResponse(
      (one) => one.request().method() === "POST" && one.url().includes("/bulk-credit"),
    );
    await tab.getByRole("button", { name: "Send 2,000 rows" }).click();
    return (await answer).status();
  });
  const [first, second] = await Promise.all(answers);
  expect([first, second].sort()).toEqual([202, 400]);
  expect(await colleague.countBatches()).toBe(before + 1);
  const [early, late] = first === 202 ? [page, other] : [other, page];
  await early.waitForURL(/\/imports\/credit\/[0-9a-f-]{36}$/);
  await late.getByRole("link", { name: "Open the earlier batch" }).click();
  await late.waitForURL(early.url());
  await cancel(early);
  await other.context().close();
});

test("an upload that breaks off is retried and becomes one batch", async ({
  browser,
  loginAs,
  walletOf,
  colleague,
}) => {
  const mebibytes = Number(process.env.E2E_CUT_MIB ?? 2);
  test.setTimeout(240_000 + mebibytes * 15_000);
  const { accountNumber } = await walletOf("rich");
  // The uploaded row has 49 characters plus its narration.
  const narration = "n".repeat(400 - 12);
  const count = Math.floor((mebibytes * 2 ** 20 * 0.99) / 449);
  const rows = Array.from(
    { length: count },
    (_, row) => `${accountNumber},2.50,${narration}${String(run * 1e9 + row).padStart(12, "0")}`,
  );
  const file = test.info().outputPath("large.csv");
  await writeFile(file, ["accountNumber,amount_naira,narration", ...rows].join("\r\n"));
  const proxy = await startBreakingProxy([mebibytes * 2 ** 19]);
  const page = await openBrowserPage(browser, { proxy: { server: proxy.server } });
  const before = await colleague.countBatches();
  await loginAs("Operator", { page, at: "/imports" });
  await reviewPayments(page, file, String(count * 2.5));
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByText(RETRY_MESSAGES)).toBeVisible({ timeout: 60_000 });
  proxy.restore();
  await page.waitForURL(/\/imports\/credit\/[0-9a-f-]{36}$/, { timeout: 90_000 + mebibytes * 10_000 });
  expect(proxy.forwardedBytes).toHaveLength(2);
  expect(proxy.forwardedBytes[1]).toBeGreaterThan(mebibytes * 2 ** 20 * 0.98);
  await expect(page.getByText(`of ${count.toLocaleString("en-NG")} rows`).first()).toBeVisible();
  expect(await colleague.countBatches()).toBe(before + 1);
  await cancel(page);
  await page.context().close();
  await proxy.close();
});

/** From the file to the review step with the total typed. The header may name the unit; the default is naira. */
async function reviewPayments(page: Page, file: string | ReturnType<typeof csv>, total: string): Promise<void> {
  await openPage(page, "/imports/new?kind=credit");
  await page.getByLabel("CSV file").setInputFiles(file);
  const unit = page.getByLabel("Naira (1,500.50)");
  const review = page.getByRole("button", { name: /^Review [1-9]/ });
  await expect(unit.or(review)).toBeVisible({ timeout: 60_000 });
  if (await unit.isVisible()) {
    await unit.check();
    await page.getByRole("button", { name: "Check the rows" }).click();
  }
  await expect(review).not.toHaveAttribute("aria-disabled", "true", { timeout: 60_000 });
  await review.click();
  await page.getByLabel("Type the total in naira").fill(total);
  const send = page.getByRole("button", { name: /^Send / });
  await expect(send).not.toHaveAttribute("aria-disabled", "true", { timeout: 60_000 });
}

/** Leaves no pending request behind. */
async function cancel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Cancel batch" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel batch" }).click();
  await expect(page.getByText("Cancelled before it started")).toBeVisible();
}

const tabTo = (page: Page, target: Locator) => pressTo(page, "Tab", target);
const shiftTabTo = (page: Page, target: Locator) => pressTo(page, "Shift+Tab", target);

async function pressTo(page: Page, key: string, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await press(page, key);
  }
  await expect(target).toBeFocused();
}
