import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** The section with this heading. */
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("figures are proven, open as tables by keyboard, follow the period, lead to their rows, export and print", async ({
  page,
  loginAs,
}) => {
  await loginAs("Admin", { at: "/insights" });
  await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
  const cash = section(page, "Cash position");
  await expect(cash.getByText(/₦[\d,.]+ opening \+ ₦[\d,.]+ in − ₦[\d,.]+ out = ₦[\d,.]+ closing/)).toBeVisible();
  await expect(cash.getByText(/^Equals the (books, proven|balances)/)).toBeVisible();
  await expect(section(page, "Volume by kind").getByRole("rowheader", { name: "Total" })).toBeAttached();
  await expect(
    section(page, "Failure reasons").getByText(/of [\d,]+ requests? failed|No recorded request/),
  ).toBeVisible();
  await expectAccessible(page);

  // The table of a chart, by keyboard. While the chart shows, screen readers have the same table.
  const asTable = cash.getByRole("button", { name: "View as table: Cash position" });
  await asTable.focus();
  await page.keyboard.press("Enter");
  await expect(cash.getByRole("columnheader")).toHaveText(["Day", "Opening", "In", "Out", "Closing"]);
  await expect(cash.getByRole("row")).toHaveCount(15);
  await expect(cash.getByRole("button", { name: "View as chart: Cash position" })).toBeFocused();
  await expectAccessible(page);

  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(page).toHaveURL(/period=7/);
  await expect(cash.getByRole("row")).toHaveCount(8);
  await cash.getByRole("radio", { name: "By month" }).check();
  await expect(cash.getByRole("columnheader").first()).toHaveText("Month");

  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV of all tables" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toContain("Cash position\r\nMonth,Opening,In,Out,Closing\r\n");
  expect(csv).toContain("Volume by kind\r\n");

  // On paper: no navigation, and the table of each section, also where the screen shows the chart.
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
  const printed = section(page, "Success rate").getByRole("table").locator("xpath=ancestor::div[1]");
  await expect(printed).toHaveCSS("position", "static");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });

  await openPage(page, "/insights?period=30");
  await section(page, "Volume by kind")
    .getByRole("button", { name: /^View as table/ })
    .click();
  const credits = section(page, "Volume by kind").getByRole("row", { name: /^Credits/ });
  const [amount, count] = await credits.getByRole("link").allTextContents();
  await credits.getByRole("link").nth(1).click();
  await expect(page).toHaveURL(/\/insights\/rows\?figure=volume&.*kind=credits/);
  await expect(page.getByRole("status").getByText(`${count} rows`)).toContainText(`${amount} in all`);
  await expectAccessible(page);
  const rows = page.getByRole("table", { name: "Rows, newest first" });
  await expect(rows.getByRole("link").first()).toBeVisible();
  await page.getByRole("button", { name: "Remove filter: Credits" }).click();
  await expect(page).not.toHaveURL(/kind=/);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Insights" }).click();
  await expect(page).toHaveURL(/\/insights\?startDate=/);

  // What left the wallets, the fees of payments between them included.
  const out = section(page, "Cash position").getByRole("link").nth(2);
  const left = await out.textContent();
  await out.click();
  await expect(page).toHaveURL(/figure=moneyOut/);
  await expect(page.getByRole("status").getByText("in all")).toContainText(`${left} in all`);

  // A reason opens its failures, and a failure its record.
  await openPage(page, "/insights?period=90");
  await section(page, "Failure reasons")
    .getByRole("button", { name: /^View as table/ })
    .click();
  const reason = section(page, "Failure reasons")
    .getByRole("link", { name: /, Count: / })
    .first();
  const failures = await reason.textContent();
  await reason.click();
  await expect(page.getByRole("status").getByText(new RegExp(`^${failures} rows?, `))).toBeVisible();
  await rows.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/(imports|payouts|transactions)\//);
});
