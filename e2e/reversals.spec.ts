import { demoAccounts, demoPassword, newPerson } from "./demo.ts";
import { callService, tokenOf } from "./new-merchant.ts";
import { openBrowserPage, openPage, press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

const newWallet = () => {
  const { digits: bvn, ...person } = newPerson();
  return { ...person, bvn };
};

/** A transfer of ₦1,234.00 between two new customers of the demo merchant; returns its reference. */
async function newTransfer(): Promise<string> {
  const token = await tokenOf({ email: demoAccounts.MainMerchant.email, password: demoPassword });
  const call = async (path: string, body: object) =>
    (await callService("POST", path, body, token)) as { wallet: { customerId: string }; data: { reference: string } };
  const { wallet: from } = await call("/wallet", newWallet());
  const { wallet: to } = await call("/wallet", newWallet());
  await call("/merchant/fund-wallet", { amount: 1_000_000 });
  await call("/wallet/credit", { customerId: from.customerId, amount: 1_000_000 });
  const parties = { fromCustomerId: from.customerId, toCustomerId: to.customerId };
  return (await call("/transfer/wallet", { ...parties, amount: 123_400 })).data.reference;
}

test("a transfer is reversed from its page by keyboard, once, with a colleague's approval", async ({
  page,
  loginAs,
  browser,
}) => {
  const path = `/transactions/${await newTransfer()}`;
  await loginAs("Operator", { at: path });
  await page.getByRole("button", { name: "Reverse" }).focus();
  await press(page, "Enter");
  const dialog = page.getByRole("dialog", { name: "Reverse this transaction?" });
  await expect(dialog.getByText(/^₦1,234.00 goes back from/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("button", { name: "Submit for approval" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Enter a reason/);
  await dialog.getByLabel("Reason").fill("Paid to the wrong customer");
  await press(page, "Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Reverse" })).toHaveCount(0);
  await page.getByRole("link", { name: "See the request" }).click();
  await page.waitForURL(/\/approvals\/[0-9a-f-]{36}$/);

  const admin = await openBrowserPage(browser);
  await loginAs("Admin", { page: admin, at: new URL(page.url()).pathname });
  await expect(admin.getByText("Paid to the wrong customer").first()).toBeVisible();
  await admin.getByRole("button", { name: "Approve" }).click();
  await expect(admin.getByText(/^Approved by Tólá Bánkọ́lé, /)).toBeVisible();
  await admin.context().close();

  await openPage(page, path);
  await expect(page.getByText("Reversed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Reverse" })).toHaveCount(0);
  await page.getByRole("link", { name: "See the reversal" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /\(reversal\)/ })).toBeVisible();
});
