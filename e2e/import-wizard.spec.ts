import { customersFile, paymentsFile } from "./import-files.ts";
import { expect, expectAccessible, test } from "./test.ts";

const run = Date.now() % 1_000;
const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("5,000 customers are checked, repaired, sent and seen as a batch", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/imports/new" });
  const text = customersFile(5_000, run, (cells, row) => {
    if (row === 17) cells[2] = (cells[2] ?? "").slice(1);
    if (row === 318) cells[3] = "1994-02-31";
    return cells;
  });
  await page.getByLabel("CSV file").setInputFiles(csv("customers.csv", text));
  await expect(page.getByRole("button", { name: "Review 4,998 rows" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Put the zero back" }).click();
  await expect(page.getByRole("button", { name: "Review 4,999 rows" })).toBeVisible();

  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  const cell = page.getByRole("textbox", { name: "date_of_birth, row 318" });
  await expect(cell).toHaveValue("1994-02-31");
  await cell.fill("1994-02-28");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Review 5,000 rows" }).click();
  await expect(page.getByRole("button", { name: "Send 5,000 rows" })).not.toHaveAttribute("aria-disabled");
  // Half-way from blocked to open a button has the colours of neither.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send 5,000 rows" }).click();
  await page.waitForURL(/\/imports\/create\/[0-9a-f-]{36}$/);
});

test("the same payments are sent once, and a file of them opens the earlier batch", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const { accountNumber } = await walletOf("untouched");
  const file = csv("salaries.csv", paymentsFile(5_000, run, accountNumber));
  await loginAs("Admin", { at: "/imports" });
  await page.goto("/imports/new?kind=credit");
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("Choose what the amounts of this file are in.")).toBeVisible();
  await page.getByLabel("Naira (1,500.50)").check();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("Twelve thousand five hundred naira")).toBeVisible();
  await page.getByRole("button", { name: "Review 5,000 rows" }).click();
  await expect(page.getByRole("button", { name: "Send 5,000 rows" })).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Type the total in naira").fill("12,500");
  await page.getByRole("button", { name: "Send 5,000 rows" }).click();
  await page.waitForURL(/\/imports\/credit\/[0-9a-f-]{36}$/);
  const first = new URL(page.url()).pathname;
  await expect(page.getByText("Awaiting approval").first()).toBeVisible();

  await page.goto("/imports/new?kind=credit");
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByLabel("Naira (1,500.50)").check();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page.getByRole("button", { name: "Review 5,000 rows" }).click();
  await expect(page.getByRole("link", { name: "Open the earlier batch" })).toHaveAttribute("href", first);
  await page.getByLabel("Type the total in naira").fill("12500");
  await expect(page.getByRole("button", { name: "Send 5,000 rows" })).toHaveAttribute("aria-disabled", "true");
});

test("debits go through the whole wizard by keyboard", async ({ page, loginAs, walletOf }) => {
  const { accountNumber } = await walletOf("untouched");
  await loginAs("Operator", { at: "/imports" });
  await page.goto("/imports/new?kind=debit");
  await page.getByRole("button", { name: "Paste rows" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Rows", { exact: true })).toBeFocused();
  await page.keyboard.insertText(
    `accountNumber,amount_naira,narration\n${accountNumber},2.50,loan ${Date.now()}\n12,x,\n`,
  );
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", "2");
  await page.getByRole("button", { name: "Review 1 row" }).press("Enter");
  await page.getByLabel("Type the total in naira").focus();
  await page.keyboard.type("2.50");
  await expect(page.getByRole("button", { name: "Send 1 row" })).not.toHaveAttribute("aria-disabled");
  await page.getByRole("button", { name: "Send 1 row" }).press("Enter");
  await page.waitForURL(/\/imports\/debit\/[0-9a-f-]{36}$/);
});

test("an upload whose line is cut goes again under the same key", async ({ page, loginAs, expectRefusals }) => {
  await loginAs("Admin", { at: "/imports/new" });
  const keys: string[] = [];
  await page.route("**/api/service/wallet/bulk-create-customers", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push((await route.request().headerValue("idempotency-key")) ?? "");
    return keys.length === 1
      ? route.fulfill({ status: 504, json: { status: false, code: "outcome_unknown", message: "" } })
      : route.continue();
  });
  expectRefusals(504);
  await page.getByLabel("CSV file").setInputFiles(csv("few.csv", customersFile(3, run + 1_000)));
  await page.getByRole("button", { name: "Review 3 rows" }).click();
  await page.getByRole("button", { name: "Send 3 rows" }).click();
  await expect(page.getByText("The line was cut. Sending again.")).toBeVisible();
  await page.waitForURL(/\/imports\/create\/[0-9a-f-]{36}$/);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test("who may not send reads why", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/imports/new" });
  await expect(page.getByText("You can look at imports, but not send them")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose file" })).toHaveCount(0);
});
