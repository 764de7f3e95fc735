import type { SessionReply } from "../contract/auth.ts";
import { type DemoRole, demoAccounts, demoPassword } from "./demo.ts";
import { openPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

const BASE = `${process.env.E2E_SERVICE_URL ?? "http://127.0.0.1:4000"}/v1`;

/** A colleague who uploads files through the API. */
async function signInColleagueOf(role: DemoRole) {
  const login = await fetch(`${BASE}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-channel": "dashboard" },
    body: JSON.stringify({ email: demoAccounts[role].email, password: demoPassword }),
  });
  const authorization = `Bearer ${((await login.json()) as SessionReply).data.accessToken}`;
  return async (path: string, fields: Record<string, string>, csv: string, field: string): Promise<string> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append(field, new Blob([csv], { type: "text/csv" }), "rows.csv");
    const reply = await fetch(`${BASE}${path}`, { method: "POST", headers: { authorization }, body: form });
    expect(reply.ok, await reply.clone().text()).toBe(true);
    return ((await reply.json()) as { data: { batchId: string } }).data.batchId;
  };
}

/** The page polls a batch at increasing intervals. */
const WORKED_OFF = { timeout: 90_000 };

/** Digits that no other run uses. */
const uniqueDigits = (count: number) =>
  Array.from({ length: count }, () => String(Math.floor(Math.random() * 10))).join("");

const CUSTOMERS = "first_name,last_name,phone_number,date_of_birth,bvn,tier";
const customer = (changes: { phone?: string; bvn?: string } = {}) =>
  `Ọmọlará,Bámgbóṣé,${changes.phone ?? `0810${uniqueDigits(7)}`},1992-05-16,${changes.bvn ?? `22${uniqueDigits(7)}55`},`;

async function sendCustomers(rows: string[]): Promise<string> {
  const send = await signInColleagueOf("Operator");
  return send("/wallet/bulk-create-customers", {}, [CUSTOMERS, ...rows].join("\r\n"), "customers");
}

async function sendCredits(rows: string[], more: Record<string, string> = {}): Promise<string> {
  const send = await signInColleagueOf("Operator");
  const csv = ["customerId,amount", ...rows].join("\r\n");
  return send(
    "/wallet/bulk-credit-customer",
    { operation: "credit", batchReference: `e2e-${uniqueDigits(12)}`, ...more },
    csv,
    "file",
  );
}

test("a customer upload is followed until it completes, and its skipped rows are downloaded", async ({
  page,
  loginAs,
}) => {
  const twin = `0810${uniqueDigits(7)}`;
  const batchId = await sendCustomers([customer({ phone: twin }), customer({ phone: twin }), customer({ bvn: "22" })]);
  await loginAs("Admin", { at: "/imports" });
  await page.locator(`a[href="/imports/create/${batchId}"]`).click();
  await expect(page.getByRole("heading", { name: "Customer upload Partially completed" })).toBeVisible(WORKED_OFF);
  await expect(page.getByText("2 rows of 3 failed")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Skipped 2" }).click();
  const skipped = page.getByRole("table", { name: "Skipped rows" });
  await expect(skipped.getByRole("row", { name: /bvn must be exactly 11 digits/ })).toBeVisible();
  await expect(skipped.getByRole("row", { name: /Customer already exist\./ }).getByRole("link")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Skipped rows" }).click();
  expect((await download).suggestedFilename()).toMatch(/^create-\w{8}-to-fix\.csv$/);
  await expect(page.getByRole("link", { name: "Fix 2 rows" })).toHaveAttribute(
    "href",
    `/imports/new?kind=create&from=${batchId}`,
  );
  await page.getByRole("tab", { name: "Created 1" }).click();
  await page.getByRole("table", { name: "Created rows" }).getByRole("link", { name: "Ọmọlará Bámgbóṣé" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Ọmọlará Bámgbóṣé/ })).toBeVisible();
});

test("a credit upload waits for approval; its creator cancels it and no money moves", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("smallSums", { active: true });
  const batchId = await sendCredits([`${wallet.customerId},1500`, `${wallet.customerId},2500`]);
  await loginAs("Operator", { at: `/imports/credit/${batchId}` });
  await expect(page.getByRole("heading", { name: "Credit batch Awaiting approval" })).toBeVisible();
  await expect(page.getByRole("link", { name: "See the request" })).toBeVisible();
  await expect(page.getByText("₦40.00")).toBeVisible();
  await page.getByRole("button", { name: "Cancel batch" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this batch?" });
  await expect(dialog).toContainText("2 rows, ₦40.00.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel batch" }).click();
  await expect(page.getByRole("heading", { name: "Credit batch Cancelled" })).toBeVisible();
  await expect(page.getByText("No money has moved.")).toBeVisible();
});

test("a file name of 200 characters is shown everywhere and widens no page", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("smallSums", { active: true });
  const fileName = `salaries${uniqueDigits(8)}${"x".repeat(180)}.csv`;
  const batchId = await sendCredits([`${wallet.customerId},1900`], { fileName });
  await loginAs("Admin", { at: "/imports" });
  const expectNoScroll = async () => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(beyond).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await expect(page.locator(`a[href="/imports/credit/${batchId}"]`)).toHaveAttribute("title", fileName);
  await expectNoScroll();
  await page.locator(`a[href="/imports/credit/${batchId}"]`).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(fileName);
  await expectNoScroll();
  const request = await page.getByRole("link", { name: "Approve or decline" }).getAttribute("href");
  await openPage(page, "/approvals");
  await expect(page.locator(`a[href="${request}"]`)).toHaveAttribute("title", new RegExp(fileName));
  await expectNoScroll();
  await openPage(page, request ?? "");
  await expect(page.getByText(fileName, { exact: true })).toBeVisible();
  await expectNoScroll();
});

test("an admin approves an upload by typing its total, and the batch shows the money", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("smallSums", { active: true });
  const batchId = await sendCredits([`${wallet.customerId},1700`, `${wallet.customerId},2600`]);
  await loginAs("Admin", { at: `/imports/credit/${batchId}` });
  await page.getByRole("link", { name: "Approve or decline" }).click();
  await expect(page.getByRole("link", { name: "See its rows" })).toHaveAttribute("href", `/imports/credit/${batchId}`);
  await expectAccessible(page);
  await page.getByLabel("Type the total in naira to approve").fill("43");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved: ₦43.00", { exact: true })).toBeVisible();
  await openPage(page, `/imports/credit/${batchId}`);
  await expect(page.getByRole("heading", { name: "Credit batch Completed" })).toBeVisible(WORKED_OFF);
  await expect(page.getByRole("img", { name: "2 accepted, 0 rejected" })).toBeVisible();
});

test("Support sees every batch but cannot upload, cancel or fix one", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("smallSums", { active: true });
  const batchId = await sendCredits([`${wallet.customerId},1900`]);
  await loginAs("Support", { at: "/imports" });
  const start = page.getByRole("button", { name: "New import" });
  await expect(start).toHaveAttribute("aria-disabled", "true");
  await expect(start).toHaveAccessibleDescription("Your role can view imports but not send them.");
  await expectAccessible(page);
  await page.locator(`a[href="/imports/credit/${batchId}"]`).click();
  const cancel = page.getByRole("button", { name: "Cancel batch" });
  await expect(cancel).toHaveAttribute("aria-disabled", "true");
  await expect(cancel).toHaveAccessibleDescription("This needs the permission WALLET_CREDIT_DEBIT.");
});

test("the list keeps its filters in the URL and distinguishes no match from no batches", async ({ page, loginAs }) => {
  await sendCustomers([customer()]);
  await loginAs("Admin", { at: "/imports" });
  await page.getByLabel("Type").selectOption("Customers");
  await expect(page).toHaveURL(/kind=create/);
  await expect(page.getByRole("table").getByRole("link").first()).toHaveAttribute("href", /\/imports\/create\//);
  await page.getByLabel("Status").selectOption("Declined");
  await expect(page.getByText("No batch matches")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/\/imports$/);
});

test("a missing batch and another merchant's batch look the same", async ({ page, loginAs, expectRefusals }) => {
  expectRefusals(404);
  await loginAs("Admin", { at: "/imports/create/0190a000-0000-7000-8000-00000000dead" });
  await expect(page.getByText("Batch not found")).toBeVisible();
});
