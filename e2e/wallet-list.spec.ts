import { openPage, press, reloadPage, waitUntilReady } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";
import { openPalette } from "./wallet-page.ts";

const TABLE = "Wallets, newest first";

test("filters stay in the URL, survive a reload and start at page 1", async ({ page, loginAs }) => {
  await loginAs("Support");
  await expect(page.getByRole("table", { name: TABLE })).toBeVisible();
  await page.getByRole("button", { name: "Older" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole("combobox", { name: "Status" }).selectOption("Frozen");
  await expect(page).toHaveURL(/\/wallets\?status=FROZEN$/);
  const rows = page.getByRole("table", { name: TABLE }).getByRole("row");
  await expect(rows.filter({ hasText: "Active" })).toHaveCount(0);
  await reloadPage(page);
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("FROZEN");
  await expect(rows.filter({ hasText: "Frozen" }).first()).toBeVisible();
  await page.getByRole("combobox", { name: "Credits" }).selectOption("Credits blocked");
  await expect(page).toHaveURL(/pnc=true/);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/\/wallets$/);
  await expect(rows.filter({ hasText: "Active" }).first()).toBeVisible();
});

test("a name is found without diacritics and with a typing error; the search text stays in the URL", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("byKeyboard");
  await loginAs("Support");
  for (const words of ["morenike", "Morẹ́nikẹ́ Fásanyà", "Fasanya"]) {
    await page.getByRole("searchbox").fill(words);
    await expect(page.getByRole("link", { name: wallet.accountName })).toBeVisible();
  }
  await expect(page).toHaveURL(/search=Fasanya/);
  await page.getByRole("searchbox").fill("zzzzqqqq");
  await expect(page.getByText("No wallet matches")).toBeVisible();
  await expectAccessible(page);
});

test("J, K and Enter open a row; Back returns to the same list", async ({ page, loginAs }) => {
  await loginAs("Admin");
  await openPage(page, "/wallets?tier=TIER_2");
  const links = page.getByRole("table", { name: TABLE }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const name = (await links.nth(1).textContent()) ?? "";
  await waitUntilReady(page);
  await press(page, "j");
  await expect(links.first()).toBeFocused();
  await press(page, "j");
  await expect(links.nth(1)).toBeFocused();
  await press(page, "Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/tier=TIER_2/);
  await expect(links.nth(1)).toHaveText(name);
});

test("columns and row height are stored for this browser", async ({ page, loginAs }) => {
  await loginAs("Admin");
  const table = page.getByRole("table", { name: TABLE });
  await expect(table).toBeVisible();
  const row = table.getByRole("row").nth(1);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Tier" }).click();
  await page.getByRole("menuitemradio", { name: "Compact" }).click();
  await expect(table.getByRole("columnheader", { name: "Tier" })).toHaveCount(0);
  await reloadPage(page);
  await expect(table.getByRole("columnheader", { name: "Name" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Tier" })).toHaveCount(0);
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(32);
});

test("the palette finds by name and offers the actions for the wallet on the page", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("untouched");
  await loginAs("Admin");
  await expect(page.getByRole("table", { name: TABLE })).toBeVisible();
  await openPalette(page);
  const field = page.getByRole("combobox", { name: "Search", exact: true });
  await field.pressSequentially("malumfashi");
  const option = page.getByRole("option", { name: wallet.accountName });
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(option).toContainText(`${wallet.accountNumber} · Active`);
  await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "none");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { level: 1, name: wallet.accountName })).toBeVisible();

  await openPalette(page);
  await expect(page.getByRole("option", { name: "Identity and tier" })).toBeVisible();
  await field.fill("set pin");
  await expect(page.getByRole("option", { name: /PIN/ })).toHaveAttribute("aria-selected", "true");
  await press(page, "Enter");
  await expect(page.getByRole("dialog", { name: "Set transaction PIN" })).toBeVisible();
});

test("the list does not shift after it is shown", async ({ page, loginAs }) => {
  await loginAs("Admin");
  await page.addInitScript(() => {
    const holder = window as unknown as { shift: number };
    holder.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) holder.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openPage(page, "/wallets");
  await expect(page.getByRole("table", { name: TABLE }).getByRole("link").first()).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.02);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the list and its menu are accessible in ${colorScheme}`, async ({ page, loginAs }) => {
    await page.emulateMedia({ colorScheme });
    await loginAs("Admin");
    await expect(page.getByRole("table", { name: TABLE })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "View", exact: true }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page, { withMenu: true });
  });
}
