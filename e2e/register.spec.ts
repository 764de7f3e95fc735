import type { Page } from "@playwright/test";
import { mailedCode } from "./outbox.ts";
import { expect, expectAccessible, test } from "./test.ts";

const PASSWORD = "a long pass phrase of mine";

function newEmail(): string {
  return `ngozi-${Date.now()}-${Math.floor(Math.random() * 1000)}@shop.example`;
}

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Ngozi");
  await page.getByLabel("Last name").fill("Eze");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Phone number").fill("0803 123 4567");
  await page.getByLabel("Business name").fill("Eze Stores");
  await page.getByLabel("Kind of business").fill("Retail");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
}

test("a new merchant comes from registration to its sandbox, typing the code", async ({ page }) => {
  const email = newEmail();
  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create an account" })).toBeVisible();
  await fillRegistration(page, email);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Activate your account" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Send again in 0:/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Activation code").fill(await mailedCode(email));
  await page.getByRole("button", { name: "Activate account" }).click();

  await expect(page.getByRole("button", { name: "Account of Ngozi Eze, MainMerchant" })).toBeVisible();
  await expect(page.getByText("Sandbox: no real money")).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain(PASSWORD);
});
