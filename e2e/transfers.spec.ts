import type { Locator, Page, Route } from "@playwright/test";
import type { Wallet } from "../contract/wallets.ts";
import { uniqueKobo } from "./demo.ts";
import { openPage, press, reloadPage } from "./page-ready.ts";
import { test as base, expect, expectAccessible } from "./test.ts";

const test = base.extend<{ payer: Wallet; payee: Wallet }>({
  payer: async ({ walletOf }, use) => use(await walletOf("transferPayer", { active: true })),
  payee: async ({ walletOf }, use) => use(await walletOf("transferPayee", { active: true })),
});

/** An amount that no other transfer uses, as typed and as shown. */
function uniqueAmount() {
  const text = (uniqueKobo() / 100).toFixed(2);
  return { typed: text, shown: `₦${text}` };
}

const from = (page: Page) => page.getByRole("combobox", { name: "From", exact: true });
const to = (page: Page) => page.getByRole("combobox", { name: "To", exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Submit for approval" });
const receipt = (page: Page) => page.getByRole("heading", { name: "Submitted for approval" });

async function fillIn(page: Page, parties: { payer: Wallet; payee: Wallet }, amount: string): Promise<void> {
  await from(page).fill(parties.payer.accountNumber);
  await expect(page.getByRole("group", { name: "From" })).toContainText(parties.payer.accountName);
  await to(page).fill(parties.payee.accountNumber);
  await expect(page.getByRole("group", { name: "To" })).toContainText(parties.payee.accountName);
  await page.getByLabel("Amount").fill(amount);
  await expect(preview(page).getByText(/^as of/)).toBeVisible();
}

function preview(page: Page): Locator {
  return page.getByRole("complementary", { name: "Summary" });
}

/** Exactly one pending transfer has this amount. */
async function expectOnePending(page: Page, shown: string): Promise<void> {
  await openPage(page, "/approvals?tab=mine");
  await expect(page.getByRole("row").filter({ hasText: shown })).toHaveCount(1);
}

const SUBMIT = "**/api/service/transfer/wallet";

test("names, fee and limits are shown before a transfer is submitted, and it waits for approval", async ({
  page,
  loginAs,
  payer,
  payee,
}) => {
  const amount = uniqueAmount();
  await loginAs("Operator", { at: "/transactions/new" });
  await fillIn(page, { payer, payee }, amount.typed);
  await expect(preview(page).getByText(amount.shown).first()).toBeVisible();
  await expect(preview(page).getByText("Fee", { exact: true })).toBeVisible();
  await expect(preview(page).getByRole("meter", { name: "Per transaction" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review transfer" }).click();
  await expect(submit(page)).toBeFocused();
  await expectAccessible(page);
  await submit(page).click();
  await expect(receipt(page)).toBeFocused();
  await expect(page.getByText(/must approve before any money moves/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See it in Approvals" }).click();
  await expect(page).toHaveURL(/\/approvals\/[0-9a-f-]{36}/);
  await expect(page.getByText(amount.shown).first()).toBeVisible();
});

test("by keyboard alone", async ({ page, loginAs, payer, payee }) => {
  const amount = uniqueAmount();
  await loginAs("Operator", { at: "/transactions/new" });
  await from(page).focus();
  await page.keyboard.type(payer.accountNumber);
  await expect(page.getByRole("combobox", { name: "To" })).toBeFocused();
  await page.keyboard.type(payee.accountNumber);
  await expect(page.getByLabel("Amount")).toBeFocused();
  await page.keyboard.type(amount.typed);
  await expect(preview(page).getByText(/^as of/)).toBeVisible();
  await press(page, "Enter");
  await expect(submit(page)).toBeFocused();
  await press(page, "Enter");
  await expect(receipt(page)).toBeFocused();
});

test("a double click and a lost response create one transfer", async ({
  page,
  loginAs,
  payer,
  payee,
  expectRefusals,
}) => {
  expectRefusals(504);
  const amount = uniqueAmount();
  const keys: string[] = [];
  const seen = Promise.withResolvers<void>();
  await loginAs("Operator", { at: "/transactions/new" });
  await page.route(SUBMIT, async (route: Route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length > 1) return seen.promise.then(() => route.continue());
    await route.fetch();
    const body = { status: false, code: "outcome_unknown", message: "No answer came.", requestId: "e2e" };
    return route.fulfill({ status: 504, json: body });
  });
  await fillIn(page, { payer, payee }, amount.typed);
  await page.getByRole("button", { name: "Review transfer" }).click();
  await expect(submit(page)).toBeEnabled();
  await submit(page).dblclick();
  await expect(page.getByText("Confirming… You won’t be charged twice.")).toBeVisible();
  await expectAccessible(page);
  seen.resolve();
  await expect(receipt(page)).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
  await expectOnePending(page, amount.shown);
});

test("a reload during the request creates one transfer", async ({ page, loginAs, payer, payee, expectRefusals }) => {
  // The retry arrives while the service still processes the first call.
  expectRefusals(409);
  const amount = uniqueAmount();
  const seen = Promise.withResolvers<void>();
  await loginAs("Operator", { at: "/transactions/new" });
  let isLost = false;
  await page.route(SUBMIT, async (route: Route) => {
    if (isLost) return seen.promise.then(() => route.continue());
    // It reaches the service; its response never reaches the page. Without a route, the browser would send it itself.
    isLost = true;
    await route.fetch();
  });
  await fillIn(page, { payer, payee }, amount.typed);
  await page.getByRole("button", { name: "Review transfer" }).click();
  const sent = page.waitForRequest((request) => request.url().endsWith("/transfer/wallet"));
  await submit(page).click();
  await sent;
  await reloadPage(page);
  await expect(page.getByText("Confirming… You won’t be charged twice.")).toBeVisible();
  seen.resolve();
  await expect(receipt(page)).toBeVisible();
  await expectOnePending(page, amount.shown);
});

test("the same payment in a second tab is not repeated by accident", async ({
  page,
  loginAs,
  payer,
  payee,
  context,
}) => {
  const amount = uniqueAmount();
  await loginAs("Operator", { at: "/transactions/new" });
  const second = await context.newPage();
  await openPage(second, "/transactions/new");
  for (const tab of [page, second]) {
    await fillIn(tab, { payer, payee }, amount.typed);
    await tab.getByRole("button", { name: "Review transfer" }).click();
    await expect(submit(tab)).toBeFocused();
  }
  await submit(page).click();
  await expect(receipt(page)).toBeVisible();
  await submit(second).click();
  await expect(second.getByText(/The same transfer was submitted/)).toBeVisible();
  await expectOnePending(page, amount.shown);
});

test("payments that the service would refuse are blocked with the reasons", async ({ page, loginAs, payer, payee }) => {
  await loginAs("Operator", { at: "/transactions/new" });
  await fillIn(page, { payer, payee }, "50m");
  await expect(preview(page).getByRole("list", { name: "Why it can’t be submitted" })).toContainText(
    "Single transaction limit exceeded.",
  );
  const review = page.getByRole("button", { name: "Review transfer" });
  await expect(review).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await page.getByLabel("Amount").fill("1,5");
  await expect(page.getByText("Use a point for kobo: 1,250.50")).toBeVisible();
});

test("Support reads why it cannot submit", async ({ page, loginAs, payer }) => {
  await loginAs("Support", { at: "/transactions/new" });
  await from(page).fill(payer.accountNumber);
  await expect(page.getByRole("group", { name: "From" })).toContainText(payer.accountName);
  await expect(page.getByText("You can view but not submit")).toBeVisible();
  await expect(page.getByRole("button", { name: "Review transfer" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
});

test("the list is filtered, keeps its filters in the URL and opens a transfer", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/transactions" });
  const table = page.getByRole("table", { name: "Transactions, newest first" });
  await expect(table).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Category").selectOption("Transfer");
  await expect(page).toHaveURL(/category=WALLET_TO_WALLET_TRANSFER/);
  await reloadPage(page);
  await expect(page.getByLabel("Category")).toHaveValue("WALLET_TO_WALLET_TRANSFER");
  await table.getByRole("link").first().click();
  const entries = page.getByRole("table", { name: "Entries of this transaction" });
  await expect(entries.getByRole("row")).toHaveCount(4);
  await expect(page.getByText("The changes add up to ₦0.00.")).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole("searchbox").fill("no such thing anywhere");
  await expect(page.getByText("No transaction matches")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).first().click();
  await expect(table).toBeVisible();
});
