import type { Page } from "@playwright/test";
import type { Wallet } from "../contract/wallets.ts";
import { type PendingRequest, signInToSubmit } from "./colleague-requests.ts";
import { uniqueKobo } from "./demo.ts";
import { openPage, press } from "./page-ready.ts";
import { test as base, expect, expectAccessible } from "./test.ts";

const test = base.extend<{ parties: Record<"payer" | "payee", Wallet>; items: PendingRequest[] }>({
  parties: async ({ walletOf }, use) => {
    const active = { active: true } as const;
    await use({ payer: await walletOf("payerOfMany", active), payee: await walletOf("payeeOfMany", active) });
  },
  /** Three requests of the operator, newest first, as in the queue. */
  items: async ({ parties }, use) => {
    const send = await signInToSubmit("Operator", "dashboard");
    const sent: PendingRequest[] = [];
    for (let count = 0; count < 3; count += 1) sent.unshift(await send(parties.payer, parties.payee, uniqueKobo()));
    await use(sent);
  },
});

const rowOf = (page: Page, { text }: PendingRequest) => page.getByRole("row").filter({ hasText: text });
const bar = (page: Page) => page.getByRole("region", { name: "Selected requests" });

async function choose(page: Page, items: readonly PendingRequest[]) {
  for (const item of items) await rowOf(page, item).getByRole("checkbox").check();
  await bar(page)
    .getByRole("button", { name: `Approve ${items.length}` })
    .click();
  const sheet = page.getByRole("dialog", { name: `Approve ${items.length} requests` });
  await expect(sheet).toBeVisible();
  return sheet;
}

test("several requests are approved together, each with its own result", async ({ page, loginAs, items, parties }) => {
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/transaction/approve")) keys.push(request.headers()["idempotency-key"] ?? "");
  });
  await loginAs("Admin", { at: "/approvals" });
  const sheet = await choose(page, items);
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Approve 3" }).click();
  await expect(sheet.getByText("Type 3 to approve.")).toBeVisible();
  await expect(sheet.getByLabel("Type the number of requests")).toBeFocused();
  await page.keyboard.type("3");
  await press(page, "Enter");
  await expect(sheet.getByText("3 requests approved")).toBeVisible();
  await expect(sheet.getByRole("listitem").filter({ hasText: "Approved" })).toHaveCount(3);
  await expectAccessible(page);
  expect(new Set(keys).size).toBe(3);
  await press(page, "Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page.locator("body")).not.toBeFocused();
  for (const item of items) await expect(rowOf(page, item)).toHaveCount(0);
  await openPage(page, `/wallets/${parties.payee.customerId}`);
  for (const { text } of items) await expect(page.getByRole("row").filter({ hasText: `+${text}` })).toBeVisible();
});

test("requests that were decided or fail a check stay; the others are approved", async ({
  page,
  loginAs,
  items,
  parties,
  colleague,
}) => {
  await loginAs("Admin", { at: "/approvals" });
  const sheet = await choose(page, items);
  const { customerId } = parties.payee;
  // The second request's wallet was just frozen by a colleague. The first is open next to the queue and is polled.
  await page.route(
    `**/transaction/pending/${items[1]?.id}`,
    async (route) => {
      await colleague.freeze({ customerId, reason: "Fraud report: ticket SUP-2301" });
      await route.continue();
    },
    { times: 1 },
  );
  try {
    await sheet.getByLabel("Type the number of requests").fill("3");
    await sheet.getByRole("button", { name: "Approve 3" }).click();
    await expect(sheet.getByText("1 request approved")).toBeVisible();
    await expect(sheet.getByText("2 requests stayed as they were.")).toBeVisible();
    await expect(sheet.getByText("Not approved: Destination wallet is not active.")).toHaveCount(2);
  } finally {
    await page.unrouteAll({ behavior: "wait" });
    await colleague.enable(customerId);
  }
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await expect(sheet).toHaveCount(0);
  for (const [at, item] of items.entries()) await expect(rowOf(page, item)).toHaveCount(at === 0 ? 0 : 1);
});

test("on a phone, in dark mode", async ({ page, loginAs, items }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await loginAs("Admin", { at: "/approvals" });
  const sheet = await choose(page, items.slice(0, 2));
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await sheet.getByLabel("Type the number of requests").fill("2");
  await sheet.getByRole("button", { name: "Approve 2" }).click();
  await expect(sheet.getByText("2 requests approved")).toBeVisible();
});
