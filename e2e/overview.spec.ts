import { press, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`the overview in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("draws its charts after the figures, each with a table, and passes axe", async ({ page, loginAs }) => {
      await loginAs("Admin", { at: "/" });
      await expect(page.getByText("Credits, 14 days")).toBeVisible();
      const chart = page.getByRole("img", { name: /^Credits and debits per day/ });
      await expect(chart.locator("svg")).toBeVisible();
      await expect(page.getByRole("region", { name: "Balances" }).getByText(/^₦/).first()).toBeVisible();
      // The chart is as high as what needs attention beside it.
      const money = page.getByRole("region", { name: "Credits and debits" });
      const empty = () =>
        money.evaluate(
          (section) =>
            section.getBoundingClientRect().bottom - (section.lastElementChild?.getBoundingClientRect().bottom ?? 0),
        );
      await expect.poll(empty).toBeLessThanOrEqual(24);
      const table = page.getByRole("table", { name: /^Credits, debits, transfers and new wallets by day/ });
      await expect(table.getByRole("row")).toHaveCount(16);
      await page.getByText("View as table").first().click();
      await expect(page.getByRole("table", { name: /^Balances at the end of each day/ })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test("the period is chosen by keyboard and stays in the URL", async ({ page, loginAs }) => {
  await loginAs("Operator", { at: "/" });
  await page.getByRole("radio", { name: "14 days" }).focus();
  await press(page, "ArrowRight");
  await expect(page).toHaveURL(/days=30/);
  await expect(page.getByText("Credits, 30 days")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show all 30 days" })).toBeVisible();
  await reloadPage(page);
  await expect(page.getByRole("radio", { name: "30 days" })).toBeChecked();
});

test("nothing overflows the page on a phone", async ({ page, loginAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await loginAs("Admin", { at: "/" });
  await expect(page.getByText("Credits, 14 days")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add sandbox funds" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("img", { name: /^Credits and debits per day/ }).locator("svg")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
