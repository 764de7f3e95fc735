import type { Locator, Page } from "@playwright/test";
import { signInToSubmit } from "./colleague-requests.ts";
import { demoAccounts, demoPassword, uniqueKobo } from "./demo.ts";
import { callService, tokenOf } from "./new-merchant.ts";
import { openPage, press } from "./page-ready.ts";
import { startReceiver } from "./receiver.ts";
import { expect, test } from "./test.ts";
import { enableButton, expectStatus, expectWallet, freezeButton } from "./wallet-page.ts";

/**
 * Counts what a person does for a task: each click, each chord of keys and each field that is filled in is one action. A page that opens
 * or a field that has the focus already costs nothing.
 */
function countActions(page: Page) {
  let done = 0;
  return {
    done: () => done,
    click: async (target: Locator) => {
      done += 1;
      await target.click();
    },
    check: async (target: Locator) => {
      done += 1;
      await target.check();
    },
    chord: async (keys: string) => {
      done += 1;
      await press(page, keys);
    },
    fill: async (target: Locator, text: string) => {
      done += 1;
      await target.fill(text);
    },
  };
}

/** The buttons of the page that a message covers. (The links of a long list pass below any message when the list scrolls.) */
function buttonsUnderMessages(page: Page): Promise<string[]> {
  return page.getByRole("main").evaluate((main) => {
    const messages = document.querySelectorAll("[role=region] > ol > li");
    const isCovered = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      return [...messages].some((message) => message.contains(above));
    };
    return [...main.querySelectorAll("button")].filter(isCovered).map((button) => button.textContent ?? "");
  });
}

test("finding a wallet takes 3 actions, freezing it 4, and blocking its credits 2", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("freezeAndEnable", { active: true });
  await loginAs("Admin", { at: "/" });
  const find = countActions(page);
  await find.chord("Control+k");
  await find.fill(page.getByRole("combobox", { name: "Search", exact: true }), wallet.accountNumber);
  await expect(page.getByRole("option", { name: wallet.accountName })).toBeVisible();
  await find.chord("Enter");
  await expectWallet(page, wallet);
  expect(find.done()).toBeLessThanOrEqual(3);

  const freeze = countActions(page);
  await freeze.click(freezeButton(page));
  const sheet = page.getByRole("dialog", { name: "Freeze wallet" });
  await freeze.check(sheet.getByRole("radio", { name: "Fraud report" }));
  await freeze.fill(sheet.getByLabel("What happened"), "Three customers never got their goods.");
  await freeze.click(sheet.getByRole("button", { name: "Freeze wallet" }));
  await expectStatus(page, "Frozen");
  expect(freeze.done()).toBe(4);
  await enableButton(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Enable wallet" }).click();
  await expectStatus(page, "Active");

  const block = countActions(page);
  const credits = page.getByRole("switch", { name: "Credits" });
  const size = await credits.boundingBox();
  expect([Math.ceil(size?.width ?? 99), Math.ceil(size?.height ?? 99)]).toEqual([36, 24]);
  await block.click(credits);
  await block.click(page.getByRole("dialog").getByRole("button", { name: "Block credits" }));
  await expect(credits).not.toBeChecked();
  expect(block.done()).toBe(2);
  await credits.click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow credits" }).click();
  await expect(credits).toBeChecked();
});

test("approving takes 1 action, and its message covers no button", async ({ page, loginAs, walletOf }) => {
  const submit = await signInToSubmit("Operator", "dashboard");
  const payer = await walletOf("payerOfMany", { active: true });
  const item = await submit(payer, await walletOf("payeeOfMany", { active: true }), uniqueKobo());
  await loginAs("Admin", { at: "/approvals" });
  await expect(page.getByRole("article").getByRole("heading", { name: item.text })).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).not.toHaveAttribute("aria-disabled");
  const approve = countActions(page);
  await approve.click(page.getByRole("button", { name: "Approve" }));
  await expect(page.getByText(`Approved: ${item.text}`, { exact: true })).toBeVisible();
  expect(approve.done()).toBe(1);
  expect(await buttonsUnderMessages(page)).toEqual([]);
});

test("a payout to a saved account takes 4 actions", async ({ page, loginAs, walletOf }) => {
  const { customerId } = await walletOf("transferPayer", { active: true });
  const token = await tokenOf({ email: demoAccounts.MainMerchant.email, password: demoPassword });
  const account = { sortCode: "000015", accountNumber: "0123456800" };
  const earlier = {
    customerId,
    ...account,
    amount: uniqueKobo(),
    narration: `Rent ${crypto.randomUUID().slice(0, 8)}`,
  };
  await callService("POST", "/transfer/bank/customer", earlier, token);
  const { beneficiary } = await callService("POST", "/beneficiary", { customerId, ...account }, token);
  await loginAs("Operator");
  await openPage(page, `/transactions/new?kind=bank&from=${customerId}`);
  const saved = page.getByRole("group", { name: "Saved accounts" }).getByRole("radio").first();
  await expect(saved).toBeAttached();
  const pay = countActions(page);
  await pay.check(saved);
  await expect(page.getByLabel("Narration")).toHaveValue(earlier.narration);
  await expect(page.getByLabel("Account number")).toHaveValue(account.accountNumber);
  await pay.fill(page.getByLabel("Amount"), (uniqueKobo() / 100).toFixed(2));
  await expect(page.getByRole("complementary", { name: "Summary" }).getByText("Total debited")).toBeVisible();
  await pay.chord("Enter");
  await expect(page.getByRole("button", { name: /^Submit/ })).toBeFocused();
  await pay.chord("Enter");
  await expect(page.getByRole("heading", { name: "Submitted for approval" })).toBeFocused();
  expect(pay.done()).toBe(4);
  await callService("DELETE", `/beneficiary/${(beneficiary as { id: string }).id}`, undefined, token);
});

test("testing a webhook subscription takes 1 action", async ({ page, loginAs }) => {
  const receiver = await startReceiver();
  const label = `Counted ${crypto.randomUUID().slice(0, 8)}`;
  await loginAs("Admin", { at: "/webhooks/new" });
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Label").fill(label);
  const event = page.getByRole("checkbox", { name: /^wallet_import\.completed / });
  const [edge, box] = [await page.getByRole("main").boundingBox(), await event.boundingBox()];
  expect((box?.x ?? 0) - (edge?.x ?? 0)).toBeGreaterThanOrEqual(16);
  await event.check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading", { level: 1, name: label })).toBeVisible();
  const counted = countActions(page);
  await counted.click(page.getByRole("button", { name: "Test", exact: true }));
  await expect.poll(() => receiver.received.some(({ body }) => body.includes("test.webhook"))).toBe(true);
  expect(counted.done()).toBe(1);
  const token = await tokenOf({ email: demoAccounts.MainMerchant.email, password: demoPassword });
  await callService("DELETE", `/merchant/webhook/subscription/${page.url().split("/").at(-1)}`, undefined, token);
  await receiver.close();
});

test("issuing a virtual card to a customer takes 3 actions", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("transferPayee", { active: true });
  await loginAs("Operator", { at: `/wallets/${wallet.customerId}` });
  const issue = countActions(page);
  await issue.click(page.getByRole("tab", { name: "Cards" }));
  await issue.click(page.getByRole("button", { name: "Issue card" }));
  const form = page.getByRole("dialog", { name: "Issue a card" });
  await expect(form.getByLabel("Billing address")).toHaveValue(/Marina Road/);
  await issue.click(form.getByRole("button", { name: "Issue card" }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");
  expect(issue.done()).toBe(3);
});
