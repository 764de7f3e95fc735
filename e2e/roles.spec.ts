import { openPage, press } from "./page-ready.ts";
import { expect, test } from "./test.ts";
import { enableButton, expectStatus, expectWallet, fillFreezeSheet, freezeButton, openWallet } from "./wallet-page.ts";

test("an operator can freeze but not enable", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("byOperator", { active: true });
  await loginAs("Operator", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  const sheet = await fillFreezeSheet(page, {
    category: "Identity check",
    explanation: "Documents look altered, see ticket 118.",
  });
  await sheet.getByRole("button", { name: "Freeze wallet" }).click();
  await expectStatus(page, "Frozen");
  await expect(enableButton(page)).toBeDisabled();
  await expect(enableButton(page)).toHaveAccessibleDescription(/Your role \(Operator\) can’t enable wallets/);
  await expect(
    page.getByRole("listitem").filter({ hasText: "Wallet frozen" }).getByRole("button", { name: "Enable" }),
  ).toBeHidden();
});

test("support sees everything about a wallet and can change nothing", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("untouched");
  await loginAs("Support", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  await expect(page.getByRole("table", { name: "Activity, newest first" })).toBeVisible();
  await expect(freezeButton(page)).toBeDisabled();
  await expect(freezeButton(page)).toHaveAccessibleDescription(
    /Your role \(Support\) can see wallets but not freeze them/,
  );
  await freezeButton(page).focus();
  await press(page, "Enter");
  await openPage(page, `/wallets/${wallet.customerId}?sheet=freeze`);
  await expectStatus(page, "Active");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the server refuses actions that the screen does not offer", async ({
  page,
  loginAs,
  walletOf,
  expectRefusals,
}) => {
  expectRefusals(403);
  const wallet = await walletOf("untouched");
  await loginAs("Support");
  const status = await page.evaluate(async (customerId) => {
    const headers = { "Content-Type": "application/json", "X-Account-Mode": "SANDBOX" };
    const body = JSON.stringify({ customerId, reason: "Straight at the proxy." });
    return (await fetch("/api/service/wallet/close", { method: "POST", headers, body })).status;
  }, wallet.customerId);
  expect(status).toBe(403);
  await openWallet(page, wallet);
  await expectStatus(page, "Active");
});
