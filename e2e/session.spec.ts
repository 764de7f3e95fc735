import { demoAccounts, demoPassword } from "./demo.ts";
import { holdReads, press, reloadPage } from "./page-ready.ts";
import { expect, test } from "./test.ts";
import { expectStatus, expectWallet, fillFreezeSheet, newestActivity, openWallet } from "./wallet-page.ts";

const SESSION_COOKIE = /next-auth\.session-token/;

test("a session that expires while the freeze form is open loses no input", async ({
  page,
  context,
  loginAs,
  walletOf,
  expectRefusals,
}) => {
  expectRefusals(401);
  const wallet = await walletOf("duringExpiry", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  const explanation = "Merchant reports goods never sent, three complaints.";
  const sheet = await fillFreezeSheet(page, { category: "Court order", explanation });
  const readOn = await holdReads(page);
  await context.clearCookies({ name: SESSION_COOKIE });
  await sheet.getByRole("button", { name: "Freeze wallet" }).click();

  const signInAgain = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(signInAgain).toBeVisible();
  readOn();
  await expect(signInAgain.getByLabel("E-mail")).toHaveValue(demoAccounts.Admin.email);
  await signInAgain.getByLabel("Password", { exact: true }).fill(demoPassword);
  await signInAgain.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(signInAgain).toBeHidden();

  // The write waits for the person, so nothing has changed yet.
  await expect(sheet.getByLabel("What happened")).toHaveValue(explanation);
  await expect(sheet.getByRole("radio", { name: "Court order" })).toBeChecked();
  await sheet.getByRole("button", { name: "Freeze wallet" }).click();
  await expectStatus(page, "Frozen");
  await expect(newestActivity(page)).toContainText(`Frozen: Court order: ${explanation}`);
});

test("a form survives a reload of the page", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("duringExpiry", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  const sheet = await fillFreezeSheet(page, { category: "Court order", explanation: "Half a sentence that" });
  await reloadPage(page);
  await expect(sheet.getByLabel("What happened")).toHaveValue("Half a sentence that");
  await sheet.getByRole("button", { name: "Cancel" }).click();
});

test("signing out in one tab ends the others", async ({ page, context, loginAs, walletOf }) => {
  const wallet = await walletOf("untouched");
  await loginAs("Admin", { fresh: true });
  const other = await context.newPage();
  await openWallet(other, wallet);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Sign in", exact: true })).toBeVisible();
  await expect.poll(() => other.evaluate(() => sessionStorage.length)).toBe(0);
});

test("nobody acts in a mode that they did not see", async ({ page, loginAs, walletOf, expectRefusals }) => {
  expectRefusals(409);
  const wallet = await walletOf("otherMode", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  // The page claims to be loaded in the other mode.
  await page.route("**/api/service/wallet/close", (route) =>
    route.continue({ headers: { ...route.request().headers(), "x-account-mode": "PRODUCTION" } }),
  );
  const sheet = await fillFreezeSheet(page, { category: "Other", explanation: "Meant for the other mode." });
  await sheet.getByRole("button", { name: "Freeze wallet" }).click();
  const overlay = page.getByRole("dialog", { name: /^The account is now in .*\. This page shows / });
  await expect(overlay).toBeVisible();
  await press(page, "Escape");
  await expect(overlay).toBeVisible();

  await page.unroute("**/api/service/wallet/close");
  await overlay.getByRole("button", { name: "Reload" }).click();
  await expect(overlay).toBeHidden();
  await expect(sheet.getByLabel("What happened")).toHaveValue("Meant for the other mode.");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expectStatus(page, "Active");
});
