import type { CDPSession, Page } from "@playwright/test";
import { NEW_PASSWORD, registerMerchant, signInAs } from "./new-merchant.ts";
import { openPage, press, reloadPage } from "./page-ready.ts";
import { ageNewestSession } from "./session-age.ts";
import { expect, expectAccessible, expectSignedIn, signIn, test } from "./test.ts";

/** Chromium's virtual authenticator: a device with a fingerprint that always matches, without a person to press it. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // Off: an answer without a press would sign in from the suggestions as soon as the page opens.
      automaticPresenceSimulation: false,
    },
  });
  return { cdp, authenticatorId };
}

/** Presses the authenticator during an action. */
async function withPresence(
  { cdp, authenticatorId }: Awaited<ReturnType<typeof addAuthenticator>>,
  act: () => Promise<void>,
) {
  await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
  await act();
  await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
}

/**
 * Loads the page as a browser without suggestions, so that only the button asks for passkeys. Otherwise a suggestion may try a removed
 * passkey before the button does, and the browser then forgets it.
 */
async function withoutSuggestions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await reloadPage(page);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
}

test("a passkey is added, signs in, confirms identity, and is removed", async ({ page, expectRefusals }) => {
  expectRefusals(400, 401, 403);
  const account = await registerMerchant();
  await signInAs(page, account, "/settings/me");
  const device = await addAuthenticator(page);

  const add = page.getByRole("button", { name: "Add a passkey" });
  await add.click();
  const sheet = page.getByRole("dialog", { name: "Add a passkey" });
  await expect(sheet.getByLabel("Name")).toBeFocused();
  await expectAccessible(page);
  await sheet.getByLabel("Name").fill("Work laptop");
  await withPresence(device, async () => {
    await press(page, "Enter");
    await expect(sheet.getByText("Save these recovery codes now")).toBeVisible();
  });
  const codes = await sheet.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(10);
  await sheet.getByRole("button", { name: "I have saved them" }).click();
  const list = page.getByRole("list", { name: "Passkeys" });
  await expect(list.getByText("Work laptop")).toBeVisible();
  await page.getByRole("button", { name: "Rename Work laptop" }).click();
  await page.getByRole("dialog", { name: "Rename passkey" }).getByLabel("Name").fill("Laptop");
  await press(page, "Enter");
  await expect(list.getByText("Laptop", { exact: true })).toBeVisible();

  await signOut(page);
  await expectAccessible(page);
  await withPresence(device, async () => {
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expectSignedIn(page);
  });
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /at_|rt_/,
  );

  await openPage(page, "/settings/me");
  await ageNewestSession(account.email);
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  const removal = page.getByRole("dialog", { name: "Remove passkey" });
  await removal.getByRole("button", { name: "Remove passkey" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expectAccessible(page);
  await withPresence(device, async () => {
    await confirm.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
  });
  await expect(page.locator("#main")).toBeFocused();

  await signOut(page);
  await withoutSuggestions(page);
  await withPresence(device, async () => {
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "No account has this passkey" })).toBeVisible();
  });
});

test("with a passkey the password also needs a recovery code, and the owner sees who failed", async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(400, 401);
  const account = await registerMerchant();
  await signInAs(page, account, "/settings/me");
  const device = await addAuthenticator(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await withPresence(device, () =>
    page
      .getByRole("button", { name: "Create passkey" })
      .click()
      .then(() => expect(page.getByText("Save these recovery codes now")).toBeVisible()),
  );
  const [code = ""] = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await signOut(page);
  await signIn(page, account.email, "not the password");
  await expect(page.getByRole("alert").filter({ hasText: "E-mail or password is wrong" })).toBeVisible();
  await signIn(page, account.email, NEW_PASSWORD);
  await expect(page.getByRole("button", { name: "Use a passkey instead" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectSignedIn(page);
  await openPage(page, "/settings/me");
  await expect(page.getByRole("list", { name: "Failed sign-ins" }).getByText("Wrong password")).toBeVisible();
  await expectAccessible(page);
});
