import { callService, NEW_PASSWORD, newEmail, registerMerchant, signInAs, tokenOf } from "./new-merchant.ts";
import { openPage } from "./page-ready.ts";
import { sentCode } from "./sent-mail.ts";
import { expect, expectAccessible, expectSignedIn, test } from "./test.ts";

/** Invites someone to the team of this test's merchant. */
async function invite(email: string, businessName: string): Promise<void> {
  const token = await tokenOf(await registerMerchant(businessName));
  const { data } = (await callService("GET", "/team/roles", undefined, token)) as {
    data: { id: string; name: string }[];
  };
  const role = data.find(({ name }) => name === "Operator");
  await callService("POST", "/team/invitations", { email, roleId: role?.id }, token);
}

test("an invited person joins the team from the link and is signed in", async ({ page, expectRefusals }) => {
  expectRefusals(400);
  const email = newEmail();
  await invite(email, "Eze Stores");
  const code = await sentCode(email);
  await openPage(page, "/invite#a-code-that-nobody-made");
  await page.getByLabel("First name").fill("Bola");
  await page.getByLabel("Last name").fill("Ade");
  await page.getByLabel("Phone number").fill("08031234568");
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Join the team" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();

  await page.getByLabel("Code from the e-mail").fill(code);
  await page.getByRole("button", { name: "Join the team" }).click();
  await expectSignedIn(page, "Account of Bola Ade, Operator");
});

test("a person with an account joins with its password and switches between merchants; other tabs are interrupted", async ({
  page,
  context,
  expectRefusals,
}) => {
  expectRefusals(400, 409);
  const own = await registerMerchant("Own Shop");
  const before = await sentCode(own.email);
  await invite(own.email, "Other Shop");
  await openPage(page, `/invite#${await sentCode(own.email, before)}`);
  await page.getByLabel("First name").fill("Ngozi");
  await page.getByLabel("Last name").fill("Eze");
  await page.getByLabel("Phone number").fill("08031234567");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Join the team" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "already exists" })).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(own.password);
  await page.getByRole("button", { name: "Join the team" }).click();
  await expectSignedIn(page);

  const other = await context.newPage();
  await openPage(other, "/settings/account");
  await expect(other.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(page.getByTitle(/^(Own|Other) Shop$/).first()).toBeVisible();
  const isOwn = (await page.getByTitle("Own Shop").count()) > 0;
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitemradio", { name: isOwn ? /^Other Shop/ : /^Own Shop/ }).click();
  await expect(page.getByTitle(isOwn ? "Other Shop" : "Own Shop").first()).toBeVisible();
  await expect(other.getByRole("dialog", { name: "You switched merchants" })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole("button", { name: "Reload" }).click();
  await expect(other.getByTitle(isOwn ? "Other Shop" : "Own Shop").first()).toBeVisible();
});

test("an invitation does not affect the signed-in person", async ({ page }) => {
  const own = await registerMerchant();
  await signInAs(page, own);
  await openPage(page, "/invite#some-code");
  await expect(page.getByLabel("Code from the e-mail")).toHaveValue("some-code");
});
