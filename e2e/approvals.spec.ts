import type { Page } from "@playwright/test";
import type { Wallet } from "../contract/wallets.ts";
import { fundWallet, type PendingRequest, signInToSubmit } from "./colleague-requests.ts";
import { demoCustomers, uniqueKobo } from "./demo.ts";
import { openBrowserPage, openPage, press, waitUntilReady } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

type Party = "payer" | "payee" | "other" | "rich";

function rowOf(page: Page, { text }: PendingRequest) {
  return page.getByRole("row").filter({ hasText: text });
}

const approveButton = (page: Page) => page.getByRole("button", { name: "Approve" });

async function openRow(page: Page, item: PendingRequest): Promise<void> {
  await rowOf(page, item).getByRole("link").click();
  await expect(page.getByRole("article").getByRole("heading", { name: item.text })).toBeVisible();
}

const requests = test.extend<{
  parties: Record<Party, Wallet>;
  /** The operator's request in the dashboard, from payer to payee by default. */
  submit: (kobo?: number, from?: Party) => Promise<PendingRequest>;
}>({
  parties: async ({ walletOf }, use) => {
    await use({
      payer: await walletOf("approvedPayer", { active: true }),
      payee: await walletOf("approvedPayee", { active: true }),
      other: await walletOf("smallSums", { active: true }),
      rich: await walletOf("rich", { active: true }),
    });
  },
  submit: async ({ parties }, use) => {
    const send = await signInToSubmit("Operator", "dashboard");
    await use((kobo = uniqueKobo(), from = "payer") => send(parties[from], parties.payee, kobo));
  },
});

requests(
  "an admin sees what changed since the request, approves, and the wallet shows it",
  async ({ page, loginAs, submit, parties }) => {
    const item = await submit();
    const moveNow = await signInToSubmit("MainMerchant", "api");
    await moveNow(parties.payer, parties.other, 5_000);
    await loginAs("Admin", { at: "/approvals" });
    await expect(rowOf(page, item).getByRole("img", { name: "Changed since" })).toBeVisible();
    await openRow(page, item);
    const from = page.getByRole("table", { name: "From" });
    await expect(
      from.getByRole("row", { name: /Available/ }).getByRole("img", { name: "Changed since" }),
    ).toBeVisible();
    await page.getByLabel("Comment (optional)").fill("Agreed by phone.");
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText(`Approved: ${item.text}`, { exact: true })).toBeVisible();
    await expect(rowOf(page, item)).toHaveCount(0);
    await openPage(page, `/approvals/${item.id}`);
    await expect(page.getByText(/^Approved by Tólá Bánkọ́lé, /)).toBeVisible();
    await expect(page.getByText("“Agreed by phone.”")).toBeVisible();
    await openPage(page, `/wallets/${parties.payee.customerId}`);
    const line = page.getByRole("row").filter({ hasText: `Transfer from ${demoCustomers.approvedPayer}` });
    await expect(line.filter({ hasText: `+${item.text}` })).toBeVisible();
  },
);

requests(
  "a failing check blocks Approve until it passes again",
  async ({ page, loginAs, submit, parties, colleague }) => {
    const item = await submit();
    await colleague.freeze({ customerId: parties.payee.customerId, reason: "Fraud report: ticket SUP-2287" });
    try {
      await loginAs("Admin", { at: "/approvals" });
      await expect(rowOf(page, item).getByRole("img", { name: "A check fails now" })).toBeVisible();
      await openRow(page, item);
      const approve = page.getByRole("button", { name: "Approve" });
      await expect(approve).toHaveAttribute("aria-disabled", "true");
      await expect(approve).toHaveAccessibleDescription("Cannot be approved now: Destination wallet is not active.");
      await expectAccessible(page);
      await press(page, "Control+Enter");
      await expect(page.getByRole("article").getByText("Pending")).toBeVisible();
    } finally {
      await colleague.enable(parties.payee.customerId);
    }
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText("Checked again: no problems.")).toBeAttached();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText(`Approved: ${item.text}`, { exact: true })).toBeVisible();
  },
);

requests("declining asks why, moves on, and its maker reads it", async ({ page, loginAs, submit, browser }) => {
  const lower = await submit();
  const item = await submit();
  await loginAs("Admin", { at: "/approvals" });
  await openRow(page, item);
  await page.getByRole("button", { name: "Decline" }).click();
  const sheet = page.getByRole("dialog", { name: "Decline request" });
  await sheet.getByRole("button", { name: "Decline" }).click();
  await expect(sheet.getByText("Choose a reason.")).toBeVisible();
  await sheet.getByRole("radio", { name: "Suspected fraud" }).check();
  await sheet.getByLabel("Details (optional)").fill("The caller could not name the shop.");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Decline" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(rowOf(page, item)).toHaveCount(0);
  await expect(rowOf(page, lower).getByRole("link")).toBeFocused();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(`Approved: ${lower.text}`, { exact: true })).toBeVisible();

  const maker = await openBrowserPage(browser);
  await loginAs("Operator", { page: maker, at: "/approvals" });
  await expect(maker.getByRole("tab", { name: /^Mine/ })).toHaveAttribute("aria-selected", "true");
  await openRow(maker, item);
  const reason = "Suspected fraud: The caller could not name the shop.";
  await expect(maker.getByRole("article").getByRole("status").getByText(`“${reason}”`)).toBeVisible();
  await maker.context().close();
});

requests("one's own can be withdrawn, and only another may approve it", async ({ page, loginAs, parties }) => {
  const submitOwn = await signInToSubmit("Admin", "dashboard");
  const item = await submitOwn(parties.payer, parties.payee, uniqueKobo());
  await loginAs("Admin", { at: "/approvals" });
  await expect(rowOf(page, item).getByText("Yours")).toBeVisible();
  await openRow(page, item);
  const own = "You submitted this transaction. Another member must approve it.";
  await expect(page.getByRole("button", { name: "Approve" })).toHaveAccessibleDescription(own);
  await page.getByRole("button", { name: "Withdraw" }).click();
  const sheet = page.getByRole("dialog", { name: "Withdraw request" });
  await sheet.getByRole("radio", { name: "No longer needed" }).check();
  await sheet.getByRole("button", { name: "Withdraw" }).click();
  // While a sheet is open, the rows behind it are hidden from role queries.
  await expect(sheet).toHaveCount(0);
  await expect(rowOf(page, item)).toHaveCount(0);
  await openPage(page, `/approvals/${item.id}`);
  await expect(page.getByText(/^Withdrawn by Tólá Bánkọ́lé, /)).toBeVisible();
});

requests(
  "of two concurrent approvers one succeeds and the other gets a message",
  async ({ page, loginAs, submit, browser, expectRefusals }) => {
    expectRefusals(409);
    const item = await submit();
    const second = await openBrowserPage(browser);
    await loginAs("Admin", { at: "/approvals" });
    await loginAs("MainMerchant", { page: second, at: "/approvals" });
    await Promise.all([openRow(page, item), openRow(second, item)]);
    await Promise.all([page, second].map((tab) => tab.getByRole("button", { name: "Approve" }).click()));
    const won = (tab: Page) => tab.getByText(`Approved: ${item.text}`, { exact: true });
    const lost = (tab: Page) => tab.getByText("Someone else decided first. Your decision changed nothing.");
    // The winner's message disappears after a few seconds; the loser's stays until dismissed. They do not appear at
    // the same time.
    const losers = await Promise.all(
      [page, second].map(async (tab) => {
        await expect(won(tab).or(lost(tab)).first()).toBeVisible();
        return lost(tab).count();
      }),
    );
    expect(losers.toSorted()).toEqual([0, 1]);
    await second.context().close();
  },
);

requests(
  "a lost response is retried with the same idempotency key and takes effect once",
  async ({ page, loginAs, submit }) => {
    const item = await submit();
    const keys: (string | undefined)[] = [];
    const read = Promise.withResolvers<void>();
    await page.route("**/transaction/approve", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return read.promise.then(() => route.continue());
      await route.fetch();
      await route.fulfill({ status: 200, contentType: "text/plain", body: "what a broken gateway says" });
    });
    await loginAs("Admin", { at: "/approvals" });
    await openRow(page, item);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Confirming… It can’t be approved twice.")).toBeVisible();
    read.resolve();
    await expect(page.getByText(`Approved: ${item.text}`, { exact: true })).toBeVisible();
    expect(keys.length).toBe(2);
    expect(keys[0]).toBe(keys[1]);
  },
);

requests("a million naira asks to type the total", async ({ page, loginAs, submit, parties }) => {
  await fundWallet(parties.rich);
  const item = await submit(100_000_000 + uniqueKobo(), "rich");
  await loginAs("Admin", { at: "/approvals" });
  await openRow(page, item);
  const total = page.getByLabel("Type the total in naira to approve");
  await expect(total).toBeVisible();
  await press(page, "Control+Enter");
  await expect(total).toBeFocused();
  await expect(page.getByText(/^Type 1,000,\d{3}(\.\d\d)? to approve\.$/)).toBeVisible();
  await total.fill("1000000");
  await total.press("Control+Enter");
  await expect(page.getByRole("article").getByText("Pending")).toBeVisible();
  await total.fill(item.text);
  await expect(page.getByText(/^Type 1,000/).filter({ hasText: "to approve." })).toHaveCount(0);
  await page.getByRole("button", { name: "Decline" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("radio", { name: "Not authorised" }).check();
  await sheet.getByRole("button", { name: "Decline" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(rowOf(page, item)).toHaveCount(0);
});

requests("by keyboard alone: two rows approved, the focus goes to the next", async ({ page, loginAs, submit }) => {
  const lower = await submit();
  const upper = await submit();
  await loginAs("Admin", { at: "/approvals" });
  await expect(rowOf(page, lower)).toBeVisible();
  await expect(page.getByRole("article").getByRole("heading", { name: upper.text })).toBeVisible();
  await waitUntilReady(page);
  // The newest request is open; J moves down, K back up, Enter opens.
  await press(page, "j");
  await expect(rowOf(page, lower).getByRole("link")).toBeFocused();
  await press(page, "k");
  await expect(rowOf(page, upper).getByRole("link")).toBeFocused();
  await press(page, "Enter");
  await expect(approveButton(page)).not.toHaveAttribute("aria-disabled");
  await press(page, "Control+Enter");
  await expect(page.getByText(`Approved: ${upper.text}`, { exact: true })).toBeVisible();
  await expect(rowOf(page, lower).getByRole("link")).toBeFocused();
  await expect(page.getByRole("article").getByRole("heading", { name: lower.text })).toBeVisible();
  await expect(approveButton(page)).not.toHaveAttribute("aria-disabled");
  await press(page, "Control+Enter");
  await expect(page.getByText(`Approved: ${lower.text}`, { exact: true })).toBeVisible();
  await expect(page.locator("body")).not.toBeFocused();
});

for (const colorScheme of ["light", "dark"] as const) {
  requests(`the queue has no accessibility violations in ${colorScheme}`, async ({ page, loginAs, submit }) => {
    await page.emulateMedia({ colorScheme });
    const item = await submit();
    await loginAs("Admin", { at: "/approvals" });
    await openRow(page, item);
    await expectAccessible(page);
    await page.getByRole("tab", { name: /^Mine/ }).click();
    await expect(page.getByRole("table").first()).toBeVisible();
    await expectAccessible(page);
    await openPage(page, "/approvals?tab=waiting");
    await openRow(page, item);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText(`Approved: ${item.text}`, { exact: true })).toBeVisible();
  });

  requests(`each outcome is without violations in ${colorScheme}`, async ({ page, loginAs }) => {
    await page.emulateMedia({ colorScheme });
    await loginAs("Admin", { at: "/approvals" });
    await page.getByRole("tab", { name: "Done" }).click();
    for (const outcome of ["Approved", "Declined", "Expired", "Failed"]) {
      await page.getByRole("radio", { name: outcome }).check();
      await expect(page.getByRole("article")).toBeVisible();
      await expectAccessible(page);
    }
  });
}

requests("on a phone a row opens its own page, and the decision is made there", async ({ page, loginAs, submit }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const item = await submit();
  await loginAs("Admin", { at: "/approvals" });
  await expect(rowOf(page, item)).toBeVisible();
  await expectAccessible(page);
  await rowOf(page, item).getByRole("link").click();
  await page.waitForURL(`**/approvals/${item.id}`);
  await expect(page.getByRole("heading", { name: item.text })).toBeVisible();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(/^Approved by Tólá Bánkọ́lé, /)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Request for approval" })).toBeFocused();
});
