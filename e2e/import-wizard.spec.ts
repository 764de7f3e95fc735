import { csvFile as csv, customersFile, RETRY_MESSAGES } from "./import-files.ts";
import { press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

/**
 * Phone numbers are derived from it: each file of this run starts at a different tenth. A retry has a different one.
 */
const run = Math.floor(Math.random() * 1_000);

test("rejected rows are fixed from the batch's page, sent and created", async ({ page, loginAs, colleague }) => {
  // The page would not send such a row, but an API client may.
  const text = customersFile(3, run + 0.1).replace("1990-05-16", "1990-02-31");
  const batchId = await colleague.sendCustomers(text);
  await loginAs("Admin", { at: `/imports/create/${batchId}` });
  await page.getByRole("link", { name: "Fix 1 row" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await press(page, "n");
  await press(page, "Enter");
  await page.getByRole("textbox", { name: "date_of_birth, row 1" }).fill("1990-02-28");
  await press(page, "Enter");
  await page.getByRole("button", { name: "Review 1 row" }).click();
  await page.getByRole("button", { name: "Send 1 row" }).click();
  await page.waitForURL(
    (url) => /\/imports\/create\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(batchId),
  );
  await expect(page.getByRole("tab", { name: "Created 1" })).toBeVisible({ timeout: 90_000 });
});

test("an upload continues after its page is left", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/imports/new" });
  const held = Promise.withResolvers<void>();
  await page.route("**/api/service/wallet/bulk-create-customers", async (route) => {
    if (route.request().method() === "POST") await held.promise;
    await route.continue();
  });
  await page.getByLabel("CSV file").setInputFiles(csv("left.csv", customersFile(3, run + 0.2)));
  await page.getByRole("button", { name: "Review 3 rows" }).click();
  await page.getByRole("button", { name: "Send 3 rows" }).click();
  await expect(page.getByRole("progressbar", { name: "Sent" })).toBeVisible();
  await page.getByRole("link", { name: "Transactions" }).click();
  await page.waitForURL(/\/transactions/);
  held.resolve();
  await expect(page.getByText("left.csv was sent.", { exact: true })).toBeVisible();
});

test("an upload that breaks off is retried with the same idempotency key", async ({
  page,
  loginAs,
  expectRefusals,
}) => {
  await loginAs("Admin", { at: "/imports/new" });
  const keys: string[] = [];
  const seen = Promise.withResolvers<void>();
  await page.route("**/api/service/wallet/bulk-create-customers", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push((await route.request().headerValue("idempotency-key")) ?? "");
    if (keys.length > 1) return seen.promise.then(() => route.continue());
    return route.fulfill({ status: 504, json: { status: false, code: "outcome_unknown", message: "" } });
  });
  expectRefusals(504);
  await page.getByLabel("CSV file").setInputFiles(csv("few.csv", customersFile(3, run + 0.3)));
  await page.getByRole("button", { name: "Review 3 rows" }).click();
  await page.getByRole("button", { name: "Send 3 rows" }).click();
  await expect(page.getByText(RETRY_MESSAGES)).toBeVisible();
  seen.resolve();
  await page.waitForURL(/\/imports\/create\/[0-9a-f-]{36}$/);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test("a member without permission reads why", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/imports/new" });
  await expect(page.getByText("You can view imports but not send them")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose file" })).toHaveCount(0);
});

// Last and awaited: a merchant's uploads are processed one at a time, and their events fill the lists of other tests.
test("5,000 customers are checked, repaired, sent and shown as a batch", async ({ page, loginAs }) => {
  test.setTimeout(600_000);
  await loginAs("Admin", { at: "/imports/new" });
  const text = customersFile(5_000, run, (cells, row) => {
    if (row === 17) cells[2] = (cells[2] ?? "").slice(1);
    if (row === 318) cells[3] = "1994-02-31";
    return cells;
  });
  await page.getByLabel("CSV file").setInputFiles(csv("customers.csv", text));
  await expect(page.getByRole("button", { name: "Review 4,998 rows" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore the zero" }).click();
  await expect(page.getByRole("button", { name: "Review 4,999 rows" })).toBeVisible();

  await press(page, "n");
  await press(page, "n");
  await press(page, "Enter");
  const cell = page.getByRole("textbox", { name: "date_of_birth, row 318" });
  await expect(cell).toHaveValue("1994-02-31");
  await cell.fill("1994-02-28");
  await press(page, "Enter");
  await page.getByRole("button", { name: "Review 5,000 rows" }).click();
  await expect(page.getByRole("button", { name: "Send 5,000 rows" })).not.toHaveAttribute("aria-disabled");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send 5,000 rows" }).click();
  await page.waitForURL(/\/imports\/create\/[0-9a-f-]{36}$/);
  const ended = page.getByRole("heading", { name: /^customers\.csv (Completed|Partially completed)$/ });
  await expect(ended).toBeVisible({ timeout: 400_000 });
});
