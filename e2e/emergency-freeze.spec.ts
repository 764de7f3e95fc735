import { registerMerchant, signInAs } from "./new-merchant.ts";
import { openPage } from "./page-ready.ts";
import { expect, test } from "./test.ts";

test("a main merchant freezes all wallets with a reason and a typed word; every page says so until the release", async ({
  page,
}) => {
  await signInAs(page, await registerMerchant());
  await openPage(page, "/settings/account");
  await page.getByRole("button", { name: "Freeze all wallets" }).click();
  const sheet = page.getByRole("dialog", { name: "Freeze all wallets" });
  await sheet.getByLabel("Reason").fill("Keys were stolen");
  await sheet.getByRole("button", { name: "Freeze all wallets" }).click();
  await expect(sheet.getByText("Type the word FREEZE.")).toBeVisible();
  await expect(sheet.getByLabel("Reason")).toHaveValue("Keys were stolen");
  await sheet.getByLabel("Type FREEZE to confirm").fill("freeze");
  await sheet.getByRole("button", { name: "Freeze all wallets" }).click();
  await expect(sheet).toBeHidden();

  const banner = page.getByText("All wallets are frozen by Ngozi Eze: Keys were stolen.");
  await expect(banner).toBeVisible();
  await openPage(page, "/transactions");
  await expect(banner).toBeVisible();
  await page.getByRole("link", { name: "Release in Settings" }).click();

  await page.getByRole("button", { name: "Release all wallets" }).click();
  const release = page.getByRole("dialog", { name: "Release all wallets" });
  await release.getByLabel("Reason").fill("New keys are in use");
  await release.getByLabel("Type RELEASE to confirm").fill("RELEASE");
  await release.getByRole("button", { name: "Release all wallets" }).click();
  await expect(release).toBeHidden();
  await expect(banner).toBeHidden();
});
