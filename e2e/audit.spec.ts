import { readFile } from "node:fs/promises";
import { openPage, press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("an entry shows before and after and links to its object", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/audit" });
  await page.getByLabel("What").selectOption({ label: "Customers" });
  await expect(page).toHaveURL(/action=customer/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Changed the tier" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Changed the tier" });
  await expect(sheet.getByRole("row", { name: /Tier TIER_1 TIER_2|Tier TIER_2 TIER_3/ })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(/\/wallets\//);
});

test("the URL of an open entry opens it again; an unknown entry shows an error", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/audit" });
  await openPage(page, "/audit?action=wallet.create");
  await page
    .getByRole("button", { name: /^Created a wallet/ })
    .first()
    .click();
  await expect(page).toHaveURL(/[?&]line=/);
  const title =
    (await page
      .getByRole("dialog", { name: /^Created a wallet/ })
      .getByRole("heading")
      .first()
      .textContent()) ?? "";
  const address = page.url();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await openPage(page, address);
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  await press(page, "Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).not.toHaveURL(/line=/);
  await openPage(page, "/audit?line=0190a000-0000-7000-8000-000000000001");
  await expect(page.getByText("Entry not found")).toBeVisible();
  await expectAccessible(page);
});

test("filters stay in the URL, and an empty result is reported", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/audit" });
  await page.getByLabel("Who").fill("nobody of that name");
  await expect(page.getByText("No entries match")).toBeVisible();
  await expect(page).toHaveURL(/actor=nobody/);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page.getByRole("table", { name: "Audit log, newest first" })).toBeVisible();
  await expect(page).toHaveURL(/\/audit$/);
});

test("the log is downloaded as CSV", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/audit" });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text.split("\n").length).toBeGreaterThan(10);
  await expect(page.getByText(/^Saved, /)).toBeVisible();
});

test("an operator has no audit log", async ({ page, loginAs }) => {
  await loginAs("Operator", { at: "/audit" });
  await expect(page.getByText("You don’t have access")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Audit" })).toHaveCount(0);
});
