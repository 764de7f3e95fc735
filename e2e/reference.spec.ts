import { openPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`the API reference in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("finds an endpoint, shows a sample call and passes axe", async ({ page, loginAs }) => {
      await loginAs("Operator", { at: "/reference" });
      await expect(page.getByRole("button", { name: "Copy base URL" })).toBeVisible();
      await page.getByRole("searchbox").fill("post transfer wallet");
      await expect(page.getByText("/auth/login", { exact: true })).toBeHidden();
      await page.getByText("/transfer/wallet", { exact: true }).click();
      await expect(page.getByText(/-X POST '.*\/v1\/transfer\/wallet'/)).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test("a URL opens its endpoint", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/reconciliation/ledger" });
  await openPage(page, "/reference#getOverview");
  await expect(page.getByText(/\/merchant\/overview\?startDate=/)).toBeVisible();
});

test("the former address of the ledger leads to it, with its query", async ({ page, loginAs }) => {
  await loginAs("Support");
  await openPage(page, "/books?from=mail");
  await expect(page).toHaveURL(/\/reconciliation\/ledger\?from=mail$/);
  await expect(page.getByRole("heading", { name: /^Ledger/ })).toBeVisible();
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.locator("[aria-current=page]")).toHaveText(["Ledger"]);
});
