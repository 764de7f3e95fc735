import { NEW_PASSWORD, registerMerchant, runPlatformCommand, signInAs } from "./new-merchant.ts";
import { expect, signIn, test } from "./test.ts";

const REASON = "Reason: Chargebacks are investigated.";

test("a suspension ends the open session with its reason, which sign-in repeats until the merchant is resumed", async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(401, 403);
  const member = await registerMerchant();
  await signInAs(page, member);
  await runPlatformCommand("suspend", member.email, "Chargebacks are investigated");
  await expect(async () => {
    await page.getByRole("link", { name: "Wallets" }).first().click();
    await page.getByRole("link", { name: "Transfers" }).first().click();
    await expect(page).toHaveURL(/login/, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByText(REASON)).toBeVisible();

  await signIn(page, member.email, NEW_PASSWORD);
  await expect(page.getByRole("alert").filter({ hasText: REASON })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(member.email);

  await runPlatformCommand("resume", member.email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/login/);
});
