import { readFile } from "node:fs/promises";
import { openPage, press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("the statement of all wallets is downloaded in full, and its rows are counted", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/statements" });
  await expectAccessible(page);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download statement" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("statement-all-wallets.csv");
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split(/\r?\n/);
  expect(lines[0]).toContain("reference");
  expect(lines.length).toBeGreaterThan(400);
  await expect(page.getByText(`${(lines.length - 1).toLocaleString("en-NG")} rows`)).toBeVisible();
  await expectAccessible(page);
});

test("a wallet's transactions link to its statement", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("untouched");
  await loginAs("Support", { at: `/wallets/${wallet.customerId}` });
  await page.getByRole("tab", { name: "Transactions" }).click();
  await expect(page.getByRole("table", { name: "Transactions, newest first" })).toBeVisible();
  await page.getByLabel("Direction").selectOption("Money in");
  await expect(page).toHaveURL(/tab=transactions.*type=CREDIT|type=CREDIT.*tab=transactions/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Download statement" }).click();
  await expect(page.getByRole("textbox", { name: "Customer", exact: true })).toHaveValue(wallet.customerId);
  await expect(page.getByText(`${wallet.accountName} · ${wallet.accountNumber}`)).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download statement" }).click();
  const text = await readFile(await (await coming).path(), "utf8");
  expect(
    text
      .split(/\r?\n/)
      .slice(1)
      .filter(Boolean)
      .every((line) => line.includes("CREDIT")),
  ).toBe(true);
});

test("a PDF statement shows its totals before the download, by keyboard", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/statements" });
  await page.getByRole("radio", { name: "CSV" }).focus();
  await press(page, "ArrowRight");
  await expect(page).toHaveURL(/format=pdf/);
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("Closing balance");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole("button", { name: "Download statement" }).focus();
  const coming = page.waitForEvent("download");
  await press(page, "Enter");
  const file = await coming;
  expect(file.suggestedFilename()).toBe("statement-merchant-wallet.pdf");
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
});

test("transactions of an amount are found, and the amounts stay in the address", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/transactions" });
  await page.getByLabel("Amount from").fill("1,000");
  await page.getByLabel("Amount to").fill("5k");
  await expect(page).toHaveURL(/minAmount=100000.*maxAmount=500000|maxAmount=500000.*minAmount=100000/);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel("Amount to")).toHaveValue("5,000");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  for (const path of ["/payouts", "/incoming"]) {
    await openPage(page, `${path}?minAmount=100000`);
    await expect(page.getByLabel("Amount from")).toHaveValue("1,000");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test("a refused download shows the reason", async ({ page, loginAs, expectRefusals }) => {
  expectRefusals(503);
  await loginAs("Support", { at: "/statements" });
  const body = { status: false, code: "unavailable", message: "The service is busy.", requestId: "e2e" };
  await page.route("**/transaction/download/**", (route) => route.fulfill({ status: 503, json: body }));
  await page.getByRole("button", { name: "Download statement" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The statement couldn’t be created" })).toBeVisible();
  await expect(page.getByText("The service is busy.")).toBeVisible();
});

test("an end date before the start date is reported", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/statements" });
  await openPage(page, "/statements?startDate=2026-11-20&endDate=2026-11-01");
  await expect(page.getByText("This is after the last day.")).toBeVisible();
  await expect(page.getByLabel("First day")).toHaveAttribute("aria-invalid", "true");
});
