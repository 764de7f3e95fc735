import { NEW_PASSWORD, registerMerchant } from "./new-merchant.ts";
import { openPage, press } from "./page-ready.ts";
import { mailedCode } from "./sent-mail.ts";
import { expect, expectAccessible, expectSignedIn, signIn, test } from "./test.ts";

const NEXT = "another long pass phrase";

test("a forgotten password is replaced with the code from the e-mail, which also signs in", async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(400, 401);
  const { email } = await registerMerchant();
  await openPage(page, "/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  const before = await mailedCode(email);
  await page.getByLabel("E-mail").fill(email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Look into your mail")).toBeVisible();
  const code = await mailedCode(email, before);

  await page.getByRole("link", { name: "Enter the code" }).click();
  await page.getByLabel("Code from the e-mail").fill("not the code");
  await page.getByLabel("New password", { exact: true }).fill(NEXT);
  await expect(page.getByText(/^Strong\./)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue(NEXT);

  await page.getByLabel("Code from the e-mail").fill(code);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expectSignedIn(page);

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signIn(page, email, NEW_PASSWORD);
  await expect(page.getByRole("alert").filter({ hasText: "E-mail or password is wrong" })).toBeVisible();
  await signIn(page, email, NEXT);
  await expectSignedIn(page);
});

test("the e-mail's link needs only the new password", async ({ page }) => {
  const { email } = await registerMerchant();
  const before = await mailedCode(email);
  await openPage(page, "/forgot");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await openPage(page, `/reset#${await mailedCode(email, before)}`);
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/reset$/);
  await page.getByLabel("New password", { exact: true }).fill(NEXT);
  await press(page, "Enter");
  await expectSignedIn(page);
});
