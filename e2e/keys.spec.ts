import { callService, NEW_PASSWORD, registerMerchant, signInAs } from "./new-merchant.ts";
import { press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("the private key asks for the password again, hides automatically and is copied without being shown", async ({
  page,
  context,
  expectRefusals,
}) => {
  expectRefusals(400);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, await registerMerchant(), "/settings/keys");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reveal" }).click();
  const dialog = page.getByRole("dialog", { name: "Reveal the private key" });
  await dialog.getByLabel("Your password").fill("not mine");
  await press(page, "Enter");
  await expect(dialog.getByRole("alert").filter({ hasText: "The password is wrong." })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(NEW_PASSWORD);
  await press(page, "Enter");
  const shown = page.getByText(/^sk_sandbox_/);
  await expect(shown).toBeVisible();
  await expectAccessible(page);
  const key = (await shown.textContent()) ?? "";
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await expect(shown).toBeHidden();

  await page.getByRole("button", { name: "Copy", exact: true }).click();
  const copy = page.getByRole("dialog", { name: "Copy the private key" });
  await copy.getByLabel("Your password").fill(NEW_PASSWORD);
  await copy.getByRole("button", { name: "Copy key" }).click();
  await expect(page.getByText("Private key copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expect(shown).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toMatch(/sk_sandbox|pass phrase/);
});

test("keys are rotated after typing a word; the old key works for the chosen hours", async ({ page }) => {
  await signInAs(page, await registerMerchant(), "/settings/keys");
  await page.getByRole("button", { name: "Reveal" }).click();
  await page.getByLabel("Your password").fill(NEW_PASSWORD);
  await press(page, "Enter");
  const old = (await page.getByText(/^sk_sandbox_/).textContent()) ?? "";

  await page.getByRole("button", { name: "Rotate keys" }).click();
  const sheet = page.getByRole("dialog", { name: "Rotate keys" });
  await sheet.getByRole("radio", { name: "After a delay" }).check();
  await sheet.getByLabel("Hours until it stops").fill("73");
  await sheet.getByLabel("Type ROTATE to confirm").fill("rotat");
  await sheet.getByLabel("Your password").fill(NEW_PASSWORD);
  await sheet.getByRole("button", { name: "Rotate keys" }).click();
  await expect(sheet.getByText("Enter 1 to 72 hours.")).toBeVisible();
  await expect(sheet.getByText("Type the word ROTATE.")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel("Hours until it stops").fill("24");
  await sheet.getByLabel("Type ROTATE to confirm").fill("ROTATE");
  await sheet.getByRole("button", { name: "Rotate keys" }).click();
  const made = page.getByRole("dialog", { name: "Keys rotated" });
  const fresh = (await made.getByText(/^sk_sandbox_/).textContent()) ?? "";
  await expectAccessible(page);
  expect(fresh).not.toBe(old);
  for (const key of [old, fresh]) await callService("GET", "/merchant/wallet", undefined, key);
  await made.getByRole("button", { name: "Done" }).click();
  // The old private key is no longer shown beside the new public one.
  await expect(page.getByText(old)).toHaveCount(0);
  await expect(page.getByText("Being replaced")).toBeVisible();
  await expect(page.getByText("Current", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("a restricted key is shown once, does only what was chosen, and stops when it is revoked", async ({ page }) => {
  await signInAs(page, await registerMerchant(), "/settings/keys");
  await page.getByRole("button", { name: "New restricted key" }).click();
  const sheet = page.getByRole("dialog", { name: "New restricted key" });
  await sheet.getByLabel("Allowed addresses").fill("10.0.0.0/8, payroll");
  await sheet.getByLabel("Your password").fill(NEW_PASSWORD);
  await sheet.getByRole("button", { name: "Create key" }).click();
  await expect(sheet.getByText("Give the key a name.")).toBeVisible();
  await expect(sheet.getByText("Choose at least one permission.")).toBeVisible();
  await expect(sheet.getByText("payroll is not an address or a range")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel("Name", { exact: true }).fill("Report server");
  await sheet.getByRole("checkbox", { name: "See the merchant wallet" }).check();
  await sheet.getByLabel("Allowed addresses").fill("10.0.0.0/8");
  await press(page, "Tab");
  await sheet.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: "Report server: the new key" });
  const key = (await made.getByText(/^mwk_sandbox_\w{49}$/).textContent()) ?? "";
  await expectAccessible(page);
  await callService("GET", "/merchant/wallet", undefined, key);
  await expect(callService("GET", "/customer", undefined, key)).rejects.toThrow("403");
  await made.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Report server/ })).toContainText("10.0.0.0/8");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Revoke Report server" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("row", { name: /Report server/ })).toContainText("Revoked");
  await expect(callService("GET", "/merchant/wallet", undefined, key)).rejects.toThrow("401");
});

test("a member without permission reads which permission is missing", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/settings/keys" });
  await expect(page.getByRole("heading", { name: "You don’t have access" })).toBeVisible();
  await expect(page.getByText("BROWSE_KEYS")).toBeVisible();
});
