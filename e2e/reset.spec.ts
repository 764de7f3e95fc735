import { callService, NEW_PASSWORD, newEmail, registerMerchant } from "./new-merchant.ts";
import { openPage, press } from "./page-ready.ts";
import { sentCode } from "./sent-mail.ts";
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
  const before = await sentCode(email);
  await page.getByLabel("E-mail").fill(email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Check your e-mail")).toBeVisible();
  const code = await sentCode(email, before);

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
  const before = await sentCode(email);
  await openPage(page, "/forgot");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await openPage(page, `/reset#${await sentCode(email, before)}`);
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/reset$/);
  await page.getByLabel("New password", { exact: true }).fill(NEXT);
  await press(page, "Enter");
  await expectSignedIn(page);
});

test("a reset confirms the e-mail of an account that was opened by text message", async ({ page }) => {
  const email = newEmail();
  const phoneNumber = `0806${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;
  const person = { firstName: "Ngozi", lastName: "Eze", businessName: "Eze Stores", businessType: "Retail" };
  await callService("POST", "/merchant", { email, password: NEW_PASSWORD, phoneNumber, ...person });
  const activationCode = await sentCode(`+234${phoneNumber.slice(1)}`);
  await callService("PUT", "/merchant/verify", { activationCode });
  const before = await sentCode(email);
  await callService("POST", "/auth/password/forget", { email });
  await openPage(page, "/forgot");
  await page.evaluate((address) => sessionStorage.setItem("pending-account-email", address), email);
  await openPage(page, `/reset#${await sentCode(email, before)}`);
  await page.getByLabel("New password", { exact: true }).fill(NEXT);
  await press(page, "Enter");
  await expectSignedIn(page);
  await openPage(page, "/settings/me");
  await expect(page.getByText(`${email} is confirmed`)).toBeVisible();
});
