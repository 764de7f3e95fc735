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
  // Sessions are read again after at most 3 seconds; then any read of the page ends this one.
  await expect(async () => {
    if (!page.url().includes("/login")) await page.goto("/transactions");
    await expect(page.getByText(REASON)).toBeVisible({ timeout: 3_000 });
  }).toPass();

  await signIn(page, member.email, NEW_PASSWORD);
  await expect(page.getByRole("alert").filter({ hasText: REASON })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(member.email);

  await runPlatformCommand("resume", member.email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
});
