import { readFile } from "node:fs/promises";
import { openPage } from "./page-ready.ts";
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

test("a refused download shows the reason", async ({ page, loginAs, expectRefusals }) => {
  expectRefusals(503);
  await loginAs("Support", { at: "/statements" });
  const body = { status: false, code: "unavailable", message: "The service is busy.", requestId: "e2e" };
  await page.route("**/transaction/download/**", (route) => route.fulfill({ status: 503, json: body }));
  await page.getByRole("button", { name: "Download statement" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The statement could not be made" })).toBeVisible();
  await expect(page.getByText("The service is busy.")).toBeVisible();
});

test("an end date before the start date is reported", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/statements" });
  await openPage(page, "/statements?startDate=2026-11-20&endDate=2026-11-01");
  await expect(page.getByText("This is after the last day.")).toBeVisible();
  await expect(page.getByLabel("First day")).toHaveAttribute("aria-invalid", "true");
});
