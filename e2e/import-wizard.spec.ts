import type { Locator, Page } from "@playwright/test";
import { customersFile, paymentsFile } from "./import-files.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** Phones are made of it: each file of this run begins at another tenth. */
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

test("300 credits go through the whole wizard by keyboard alone", async ({ page, loginAs, walletOf }) => {
  const { accountNumber } = await walletOf("untouched");
  const press = (key: string) => page.keyboard.press(key);
  await loginAs("Operator", { at: "/imports/new" });
  await tabTo(page, page.getByRole("radio", { name: "Customers" }));
  await press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Credits" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Paste rows" }));
  await press("Enter");
  await expect(page.getByLabel("Rows", { exact: true })).toBeFocused();
  const rows = paymentsFile(300, run + 2_000, accountNumber).split("\r\n");
  rows[7] = `${accountNumber},2.505,three decimals ${run}`;
  rows[120] = `123,2.50,no account ${run}`;
  await page.keyboard.insertText(rows.join("\n"));
  await press("Tab");
  await press("Enter");
  await expect(page.getByRole("radio", { name: "Naira (1,500.50)" })).toBeFocused();
  await press("Space");
  await tabTo(page, page.getByRole("button", { name: "Check the rows" }));
  await press("Enter");
  await expect(page.getByRole("button", { name: "Review 298 rows" })).toBeVisible();

  await press("n");
  const grid = page.getByRole("grid");
  await expect(grid).toBeFocused();
  await press("Enter");
  const amount = page.getByRole("textbox", { name: "amount, row 7" });
  await expect(amount).toBeFocused();
  await page.keyboard.type("9");
  await press("Escape");
  await expect(grid).toBeFocused();
  await expect(page.getByRole("button", { name: "Review 298 rows" })).toBeVisible();
  await press("Enter");
  await expect(amount).toHaveValue("2.505");
  await page.keyboard.type("2.50");
  await press("Enter");
  await expect(page.getByRole("button", { name: "Review 299 rows" })).toBeVisible();
  await press("n");
  await press("Enter");
  await expect(page.getByRole("textbox", { name: "accountNumber, row 120" })).toBeFocused();
  await page.keyboard.type(accountNumber);
  await press("Enter");

  await shiftTabTo(page, page.getByRole("button", { name: "Review 300 rows" }));
  await press("Enter");
  await expect(page.getByText("Who approves")).toBeVisible();
  await tabTo(page, page.getByLabel("Type the total in naira"));
  await page.keyboard.type("750");
  const send = page.getByRole("button", { name: "Send 300 rows" });
  await expect(send).not.toHaveAttribute("aria-disabled");
  await shiftTabTo(page, send);
  await press("Enter");
  await page.waitForURL(/\/imports\/credit\/[0-9a-f-]{36}$/);
});

test("rejected rows are fixed from the batch's page, sent and created", async ({ page, loginAs, colleague }) => {
  // Uploads of one merchant are worked off one after the other, and the tests before sent thousands of customers.
  test.setTimeout(240_000);
  // The page would not send such a row: whoever calls the service may.
  const text = customersFile(3, run + 0.1).replace("1990-05-16", "1990-02-31");
  const batchId = await colleague.sendCustomers(text);
  await loginAs("Admin", { at: `/imports/create/${batchId}` });
  await page.getByRole("link", { name: "Fix 1 row" }).click({ timeout: 60_000 });
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "date_of_birth, row 1" }).fill("1990-02-28");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Review 1 row" }).click();
  await page.getByRole("button", { name: "Send 1 row" }).click();
  await page.waitForURL(
    (url) => /\/imports\/create\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(batchId),
  );
  await expect(page.getByRole("tab", { name: "Created 1" })).toBeVisible({ timeout: 60_000 });
});

test("an upload goes on when its page is left", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/imports/new" });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/api/service/wallet/bulk-create-customers", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await page.getByLabel("CSV file").setInputFiles(csv("left.csv", customersFile(3, run + 0.2)));
  await page.getByRole("button", { name: "Review 3 rows" }).click();
  await page.getByRole("button", { name: "Send 3 rows" }).click();
  await expect(page.getByRole("progressbar", { name: "Sent" })).toBeVisible();
  await page.getByRole("link", { name: "Transfers" }).click();
  await page.waitForURL(/\/transfers/);
  letGo();
  await expect(page.getByText("left.csv was sent.", { exact: true })).toBeVisible();
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
  await page.getByLabel("CSV file").setInputFiles(csv("few.csv", customersFile(3, run + 0.3)));
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

const tabTo = (page: Page, target: Locator) => pressTo(page, "Tab", target);
const shiftTabTo = (page: Page, target: Locator) => pressTo(page, "Shift+Tab", target);

async function pressTo(page: Page, key: string, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}
