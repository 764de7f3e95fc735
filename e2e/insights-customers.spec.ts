import { openPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("insights shows customers' figures as pictures and tables, and subscribes to the weekly report", async ({
  page,
  loginAs,
}) => {
  await loginAs("Operator", { at: "/insights" });
  const cohorts = page.getByRole("region", { name: "Cohorts", exact: true });
  await expect(cohorts.getByText("Wallets still active each month after creation")).toBeVisible();
  await cohorts.getByRole("button", { name: "View as table: Cohorts" }).click();
  await expect(cohorts.getByRole("columnheader", { name: "Month 1", exact: true })).toBeVisible();
  const hours = page.getByRole("region", { name: "Busiest hours", exact: true });
  await expect(hours.getByRole("link", { name: /^Peak: \w+day \d\d:00$/ })).toBeVisible();
  await page.getByRole("button", { name: "View as table: Card volume" }).click();
  await expect(
    page.getByRole("region", { name: "Card volume", exact: true }).getByRole("rowheader", { name: "Declined" }),
  ).toBeVisible();
  const top = page.getByRole("region", { name: /^Top 20 customers, \w{3} \d{4}$/ });
  await expect(top.getByRole("link", { name: /^1\. / }).first()).toHaveAttribute(
    "href",
    /\/wallets\/.*tab=transactions/,
  );
  await expectAccessible(page);

  // Numbers of wallets open exactly these wallets, and the filters can be read and removed.
  const createdIn = cohorts.getByRole("link", { name: /, Wallets: / }).first();
  const [wallets] = [await createdIn.textContent()];
  await createdIn.click();
  await expect(page).toHaveURL(/\/wallets\?createdFrom=/);
  await expect(page.getByText(`of ${wallets} wallet`).first()).toBeVisible();
  await page.getByRole("button", { name: /^Remove filter: Created / }).click();
  await expect(page).not.toHaveURL(/created/);
  await openPage(page, "/insights");
  const weekly = page.getByRole("switch", { name: "Weekly e-mail, Mondays" });
  await expect(weekly).toBeEnabled();
  const wasOn = (await weekly.getAttribute("aria-checked")) === "true";
  await weekly.click();
  await expect(weekly).toBeChecked({ checked: !wasOn });
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("region", { name: "Success rate" }).getByText("Failed requests")).toBeVisible();
});
