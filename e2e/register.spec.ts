import type { Page } from "@playwright/test";
import { callService, NEW_PASSWORD, newEmail } from "./new-merchant.ts";
import { openPage, reloadPage } from "./page-ready.ts";
import { sentCode } from "./sent-mail.ts";
import { expect, expectAccessible, expectSignedIn, signIn, test } from "./test.ts";

// From its own IP address, because the service limits attempts to enter codes.
const part = () => Math.floor(Math.random() * 250) + 1;
test.use({ extraHTTPHeaders: { "x-forwarded-for": `10.${part()}.${part()}.${part()}` } });

async function fillRegistration(page: Page, email: string, phone = "0803 123 4567"): Promise<void> {
  await page.getByLabel("First name").fill("Ngozi");
  await page.getByLabel("Last name").fill("Eze");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Phone number").fill(phone);
  await page.getByLabel("Business name").fill("Eze Stores");
  await page.getByLabel("Business type").fill("Retail");
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
}

async function createWallet(
  page: Page,
  name: { first: string; last: string; phone: string; bvn: string },
): Promise<string> {
  await openPage(page, "/wallets/new");
  await page.getByLabel("First name").fill(name.first);
  await page.getByLabel("Last name").fill(name.last);
  await page.getByLabel("Phone number").fill(name.phone);
  await page.getByLabel("Date of birth").fill("1992-05-16");
  await page.getByLabel("BVN number").fill(name.bvn);
  await page.getByRole("button", { name: "Create wallet" }).click();
  await expect(page.getByRole("heading", { name: "Wallet created" })).toBeVisible();
  const link = await page.getByRole("link", { name: "Open wallet" }).getAttribute("href");
  return link?.split("/").at(-1) ?? "";
}

test("a new merchant gets from registration to its first transfer in the browser", async ({ page }) => {
  const email = newEmail();
  await openPage(page, "/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create an account" })).toBeVisible();
  await fillRegistration(page, email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Activate your account" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Send again in / })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Activation code").fill(await sentCode(email));
  await page.getByRole("button", { name: "Activate account" }).click();
  await expectSignedIn(page, "Account of Ngozi Eze, MainMerchant");
  await expect(page.getByText("Sandbox: no real money")).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain(NEW_PASSWORD);

  // From here on, follow the overview's onboarding steps.
  await expect(firstSteps(page).getByText("0 of 8 done")).toBeVisible();
  await firstSteps(page)
    .getByRole("link", { name: /^Add sandbox funds/ })
    .click();
  await page.getByLabel("Amount").fill("500k");
  await page.getByRole("button", { name: "Add funds" }).click();
  await expect(page.getByText("₦500,000.00 added. Now ₦500,000.00", { exact: true })).toBeVisible();
  await takeStep(page, "Create the first two wallets");
  await expect(page).toHaveURL(/\/wallets\/new$/);
  const payer = await createWallet(page, { first: "Chidi", last: "Okafor", phone: "08012345678", bvn: "22212345678" });
  const payee = await createWallet(page, { first: "Amina", last: "Bello", phone: "08012345679", bvn: "22212345679" });

  await takeStep(page, "Credit a customer");
  await nameParty(page, "To", payer, "Chidi");
  await submitAndApprove(page, "50k", "credit");
  await takeStep(page, "Make the first transfer");
  await nameParty(page, "From", payer, "Chidi");
  await nameParty(page, "To", payee, "Amina");
  await submitAndApprove(page, "1,250.50", "transfer");
  await openPage(page, `/wallets/${payee}`);
  await expect(page.getByText("₦1,250.50").first()).toBeVisible();
  await openPage(page, "/");
  await expect(firstSteps(page).getByText("4 of 8 done")).toBeVisible();
});

function firstSteps(page: Page) {
  return page.getByRole("region", { name: "First steps" });
}

async function takeStep(page: Page, title: string): Promise<void> {
  await openPage(page, "/");
  const step = firstSteps(page).getByRole("link", { name: new RegExp(`^${title}`) });
  await expect(step).toBeVisible();
  await expectAccessible(page);
  await step.click();
}

async function nameParty(page: Page, side: "From" | "To", customerId: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: side, exact: true }).fill(customerId);
  await expect(page.getByRole("group", { name: side })).toContainText(name);
}

/** The only member approves their own request, because no one else can. */
async function submitAndApprove(page: Page, amount: string, kind: string): Promise<void> {
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: `Review ${kind}` }).click();
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await page.getByRole("link", { name: "See it in Approvals" }).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText(/^Approved by Ngozi Eze/).first()).toBeVisible();
}

test("the e-mail's link fills in the code and removes it from the URL", async ({ page, context, expectRefusals }) => {
  expectRefusals(400);
  const email = newEmail();
  await openPage(page, "/register");
  await fillRegistration(page, email);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Activate your account" })).toBeVisible();
  const code = await sentCode(email);

  await page.getByLabel("Activation code").fill("000000000000");
  await page.getByRole("button", { name: "Activate account" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();
  await expect(page.getByLabel("Activation code")).toBeFocused();

  // Another window, which does not know the password.
  const other = await context.newPage();
  await openPage(other, `/activate#${code}`);
  await expect(other.getByLabel("Activation code")).toHaveValue(code);
  await expect(other).toHaveURL(/\/activate$/);
  await other.getByRole("button", { name: "Activate account" }).click();
  await expect(other.getByText("Your account is active")).toBeVisible();
  await expectAccessible(other);
  await signIn(other, email, NEW_PASSWORD);
  await expectSignedIn(other);
});

test("the text message's code opens the account, which stays unconfirmed until the mailed code is entered", async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(400);
  const email = newEmail();
  const phone = `0806${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;
  await openPage(page, "/register");
  await fillRegistration(page, email, phone);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Activate your account" })).toBeVisible();
  await page.getByLabel("Activation code").fill(await sentCode(`+234${phone.slice(1)}`));
  await page.getByRole("button", { name: "Activate account" }).click();
  await expectSignedIn(page);
  const banner = page.getByRole("region", { name: "Unconfirmed e-mail" });
  await expect(banner).toContainText(email);
  await expectAccessible(page);

  await banner.getByRole("link", { name: "Enter the code from the e-mail" }).click();
  const code = page.getByLabel("Code from the e-mail");
  await code.fill("000000000000");
  await page.getByRole("button", { name: "Confirm e-mail" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();
  await expect(code).toHaveValue("000000000000");
  await page.getByRole("button", { name: "Send the code again" }).click();
  await expect(page.getByText(`We sent a code to ${email}.`, { exact: false })).toBeVisible();
  await expectAccessible(page);
  await code.fill(await sentCode(email));
  await page.getByRole("button", { name: "Confirm e-mail" }).click();
  await expect(page.getByText(`${email} is confirmed`)).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test("the input survives a refusal and a reload, except the password", async ({ page, expectRefusals }) => {
  expectRefusals(429);
  const message = "Too many failed attempts. Try again in 4 minutes.";
  const json = { status: false, message, code: "login_locked", requestId: "r-1" };
  await page.route("**/api/public/merchant", (route) => route.fulfill({ status: 429, json }));
  await openPage(page, "/register");
  await fillRegistration(page, newEmail());
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(NEW_PASSWORD);
  await reloadPage(page);
  await expect(page.getByLabel("Business name")).toHaveValue("Eze Stores");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Choose a password.")).toBeVisible();
  await expectAccessible(page);
});

test("signing in before activation asks for the code and then continues", async ({ page, expectRefusals }) => {
  expectRefusals(401);
  const email = newEmail();
  const person = { firstName: "Ngozi", lastName: "Eze", phoneNumber: "08031234567" };
  const business = { businessName: "Eze Stores", businessType: "Retail" };
  await callService("POST", "/merchant", { email, password: NEW_PASSWORD, ...person, ...business });
  const code = await sentCode(email);
  await openPage(page, "/login");
  await signIn(page, email, NEW_PASSWORD);
  await expect(page.getByRole("heading", { level: 1, name: "Activate your account" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await page.getByLabel("Activation code").fill(code);
  await page.getByRole("button", { name: "Activate account" }).click();
  await expectSignedIn(page);
});
