import { demoAccounts } from "./demo.ts";
import { press, reloadPage } from "./page-ready.ts";
import { expect, test } from "./test.ts";
import {
  enableButton,
  expectStatus,
  expectWallet,
  fillFreezeSheet,
  freezeButton,
  newestActivity,
} from "./wallet-page.ts";

test("an admin freezes a wallet with a reason, sees who froze it and why, and enables it again", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("freezeAndEnable", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  await expectStatus(page, "Active");

  const explanation = "Phone stolen this morning, two payments not authorised. Ticket SUP-2291.";
  const freezeSheet = await fillFreezeSheet(page, { category: "Fraud report", explanation });
  await freezeSheet.getByRole("button", { name: "Freeze wallet" }).click();
  await expect(freezeSheet).toBeHidden();
  await expectStatus(page, "Frozen");
  await expect(page.getByRole("main").getByRole("status").filter({ hasText: explanation })).toContainText(
    demoAccounts.Admin.name,
  );
  await expect(newestActivity(page)).toContainText(`Frozen: Fraud report: ${explanation}`);
  await expect(newestActivity(page)).toContainText(demoAccounts.Admin.name);

  await enableButton(page).click();
  const enableSheet = page.getByRole("dialog", { name: "Enable wallet" });
  await expect(enableSheet).toContainText(explanation);
  await enableSheet.getByLabel("Reason for enabling").fill("New phone, identity confirmed by video call.");
  await enableSheet.getByRole("button", { name: "Enable wallet" }).click();
  await expect(enableSheet).toBeHidden();
  await expectStatus(page, "Active");
  await expect(newestActivity(page)).toContainText("Enabled: New phone, identity confirmed by video call.");
});

test("a freeze is undone from its toast", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("freezeAndEnable", { active: true });
  await loginAs("MainMerchant", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  const sheet = await fillFreezeSheet(page, { category: "Other", explanation: "Frozen by mistake, wrong customer." });
  await sheet.getByRole("button", { name: "Freeze wallet" }).click();
  const message = page.getByRole("listitem").filter({ hasText: "Wallet frozen" });
  await message.getByRole("button", { name: "Enable" }).click();
  await expectStatus(page, "Active");
  await expect(newestActivity(page)).toContainText("Enabled");
});

test("a freeze without a reason is not sent", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("freezeAndEnable", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  await freezeButton(page).click();
  const sheet = page.getByRole("dialog", { name: "Freeze wallet" });
  await sheet.getByRole("button", { name: "Freeze wallet" }).click();
  await expect(sheet.getByRole("alert").filter({ hasText: "Choose a reason." })).toBeVisible();
  await sheet.getByRole("radio", { name: "Other" }).check();
  await sheet.getByLabel("What happened").fill("too short");
  await sheet.getByRole("button", { name: "Freeze wallet" }).click();
  await expect(sheet.getByRole("alert").filter({ hasText: "at least 10 characters" })).toBeVisible();
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expectStatus(page, "Active");
});

test("a wallet frozen by its identity check explains why Enable is blocked", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("frozenByIdentityCheck");
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  await expectStatus(page, "Frozen · identity");
  await expect(page.getByRole("status").filter({ hasText: "Frozen by an identity check" })).toContainText(
    wallet.reason ?? "no reason",
  );
  await expect(enableButton(page)).toBeDisabled();
  await expect(enableButton(page)).toHaveAccessibleDescription(/The wallet can’t be enabled until a BVN is verified/);
  await enableButton(page).focus();
  await press(page, "Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a wallet that a colleague has just frozen shows the colleague's reason and keeps the input", async ({
  page,
  loginAs,
  walletOf,
  colleague,
  expectRefusals,
}) => {
  expectRefusals(400);
  const wallet = await walletOf("byColleague", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  const explanation = "Customer asks to stop everything until Friday.";
  const sheet = await fillFreezeSheet(page, { category: "Customer request", explanation });
  await colleague.freeze({ customerId: wallet.customerId, reason: "Court order handed in by legal." });
  await sheet.getByRole("button", { name: "Freeze wallet" }).click();

  await expect(sheet).toContainText("The wallet is frozen");
  await expect(sheet).toContainText("Court order handed in by legal.");
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await expectStatus(page, "Frozen");

  await colleague.enable(wallet.customerId);
  await reloadPage(page);
  await freezeButton(page).click();
  await expect(sheet.getByLabel("What happened")).toHaveValue(explanation);
  await expect(sheet.getByRole("radio", { name: "Customer request" })).toBeChecked();
});
