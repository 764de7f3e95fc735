import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { NEW_PASSWORD, registerMerchant, signInAs } from "./new-merchant.ts";
import { holdReads, openBrowserPage, openPage, press, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, expectSignedIn, signIn, test } from "./test.ts";

/** Turns on the second factor for the signed-in member in the page; returns the recovery codes. */
async function turnOn(page: Page): Promise<string[]> {
  await openPage(page, "/settings/me");
  await page.getByRole("button", { name: "Turn on" }).click();
  const sheet = page.getByRole("dialog", { name: "Turn on two-factor sign-in" });
  await sheet.getByLabel("Your password").fill("not mine");
  await sheet.getByRole("button", { name: "Continue" }).click();
  await expect(sheet.getByRole("alert").filter({ hasText: "password is wrong" })).toBeVisible();
  await sheet.getByLabel("Your password").fill(NEW_PASSWORD);
  await sheet.getByRole("button", { name: "Continue" }).click();
  await expect(sheet.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page);
  const text = (await sheet.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]+$/).textContent()) ?? "";
  const authenticator = new TOTP({ secret: Secret.fromBase32(text.replace(/\s/g, "")) });
  await sheet.getByLabel("Code that the app shows now").fill(authenticator.generate());
  await sheet.getByRole("button", { name: "Turn on" }).click();
  await expect(sheet.getByText("Save these recovery codes now")).toBeVisible();
  await expectAccessible(page);
  const codes = await sheet.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
  const download = page.waitForEvent("download");
  await sheet.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await sheet.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText(`${codes.length} recovery codes are left.`)).toBeVisible();
  return codes;
}

test("a second factor is required at sign-in, after an expired session, for keys, and to turn it off", async ({
  page,
  context,
  expectRefusals,
}) => {
  expectRefusals(400, 401);
  const account = await registerMerchant();
  await signInAs(page, account);
  const [first = "", second = "", third = "", fourth = ""] = await turnOn(page);

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signIn(page, account.email, account.password);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("000000");
  await press(page, "Enter");
  await expect(page.getByRole("alert").filter({ hasText: "wrong or was already used" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(first);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectSignedIn(page);

  await openPage(page, "/settings/keys");
  await page.getByRole("button", { name: "Reveal" }).click();
  const dialog = page.getByRole("dialog", { name: "Reveal the private key" });
  await dialog.getByLabel("Your password").fill(NEW_PASSWORD);
  await dialog.getByRole("button", { name: "Reveal key" }).click();
  await dialog.getByLabel("Code from your authenticator app").fill(second);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Reveal key" }).click();
  await expect(page.getByText(/^sk_sandbox_/)).toBeVisible();

  await openPage(page, "/settings/me");
  await page.getByRole("button", { name: "Turn off" }).click();
  const off = page.getByRole("dialog", { name: "Turn off two-factor sign-in" });
  await off.getByLabel("Your password").fill(NEW_PASSWORD);
  await off.getByLabel("Code from your authenticator app").fill(fourth);
  const readOn = await holdReads(page);
  await context.clearCookies({ name: /next-auth\.session-token/ });
  await off.getByRole("button", { name: "Turn off" }).click();
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(again).toBeVisible();
  readOn();
  await again.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.getByLabel("Code", { exact: true }).fill(third);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again).toBeHidden();
  await off.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Your account needs only your password.")).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  for (const secret of [NEW_PASSWORD, first, second, third]) expect(kept).not.toContain(secret);
});

test("active sessions: another session is listed and ended", async ({ page, browser }) => {
  const account = await registerMerchant();
  const elsewhere = await openBrowserPage(browser);
  await signInAs(elsewhere, account);
  await signInAs(page, account, "/settings/me");
  await expect(page.getByText("This device")).toBeVisible();
  await page.getByRole("button", { name: "Sign out all other sessions" }).click();
  await expect(page.getByText("You have no other sessions.")).toBeVisible();
  await openPage(elsewhere, "/wallets");
  await expect(elsewhere.getByRole("heading", { level: 1, name: "Sign in", exact: true })).toBeVisible();
  await elsewhere.context().close();
});

test("a new password requires the current one and keeps only this session", async ({ page, expectRefusals }) => {
  expectRefusals(400);
  const account = await registerMerchant();
  await signInAs(page, account, "/settings/me");
  await page.getByLabel("Current password").fill("not mine");
  await page.getByLabel("New password", { exact: true }).fill("yet another long phrase");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "password is wrong" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Current password").fill(account.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. Your other sessions have ended", { exact: true })).toBeVisible();
  await reloadPage(page);
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
});
