import { uniqueKobo } from "./demo.ts";
import { csvFile as csv } from "./import-files.ts";
import { openBrowserPage, openPage, press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("a file of bank transfers: names from the banks, a mismatch put right, one approval, and payouts that end", async ({
  page,
  loginAs,
  browser,
}) => {
  const base = (uniqueKobo() % 90_000) + 10_000;
  const naira = (kobo: number) => (kobo / 100).toFixed(2);
  const rows = [
    ["GTBank", "0123456711", naira(base), "March salary", ""],
    ["011", "0123456712", naira(base + 100), "March salary", "Nobody Known"],
    ["000013", "0123456711", naira(base), "Bonus", ""],
    ["Moon Bank", "0123456714", "10.00", "March salary", ""],
  ];
  const file = ["bank,accountNumber,amount_naira,narration,accountName", ...rows.map((row) => row.join())].join("\r\n");
  await loginAs("Operator", { at: "/imports/new" });
  await openPage(page, "/imports/new?kind=payout");
  await page.getByLabel("CSV file").setInputFiles(csv("march.csv", file));
  await expect(page.getByText("No bank is called “Moon Bank”")).toBeVisible();
  await expect(page.getByText("Same payment as row 1")).toBeVisible();
  await page.getByRole("button", { name: "Review 3 rows" }).click();

  await expect(page.getByText("1 row would fail")).toBeVisible();
  await expect(page.getByText(/Row 2 .*The bank says that this account belongs to/)).toBeVisible();
  await expect(page.getByText("Same account and amount as an earlier row")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Next problem" }).click();
  const name = page.getByRole("gridcell", { name: "Nobody Known" });
  await name.click();
  await name.click();
  await page.getByLabel("accountName, row 2").fill("");
  await press(page, "Enter");
  await page.getByRole("button", { name: "Review 3 rows" }).click();

  await expect(page.getByText("1 row would fail")).toBeHidden();
  await expect(page.getByText("Fees, VAT and stamp duty")).toBeVisible();
  await page.getByLabel("Type the total in naira").fill(naira(2 * base + 100));
  await page.getByRole("button", { name: "Send 2 rows" }).click();
  await page.waitForURL(/\/payouts\/batches\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("march.csv Waiting for approval");
  await expectAccessible(page);
  const approval = await page.getByRole("link", { name: "See the request" }).getAttribute("href");

  const admin = await openBrowserPage(browser);
  await loginAs("Admin", { page: admin, at: approval ?? "" });
  await expect(admin.getByText("march.csv")).toBeVisible();
  await expect(admin.getByText("Pays bank accounts from the merchant wallet")).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Approve" }).click();
  await expect(admin.getByText(/^Approved by Tólá Bánkọ́lé, /)).toBeVisible();
  await openPage(admin, new URL(page.url()).pathname);
  await expect(admin.getByRole("cell", { name: "Succeeded" })).toHaveCount(2, { timeout: 60_000 });
  await admin.getByRole("row").filter({ hasText: "Succeeded" }).first().getByRole("link").click();
  await expect(admin.getByRole("link", { name: "See its rows" })).toBeVisible();
});
