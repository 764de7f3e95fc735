import { press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";
import { expectWallet, newestActivity } from "./wallet-page.ts";

test("credits are blocked with a reason, shown with name and time, and allowed again", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("creditsBlocked", { active: true });
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  const credits = page.getByRole("switch", { name: "Credits" });
  await expect(credits).toBeChecked();
  await credits.click();
  const sheet = page.getByRole("dialog", { name: "Block credits" });
  await expect(sheet.getByText(/Credits and transfers into this wallet are refused/)).toBeVisible();
  await expectAccessible(page);
  await press(page, "Escape");
  await expect(credits).toBeFocused();
  await expect(credits).toBeChecked();

  await credits.click();
  await sheet.getByLabel("Reason").fill("Payout under review, ticket 77.");
  await sheet.getByRole("button", { name: "Block credits" }).click();
  await expect(sheet).toBeHidden();
  await expect(credits).not.toBeChecked();
  await expect(page.getByRole("heading", { level: 1 }).getByText("Credits blocked")).toBeVisible();
  await expect(newestActivity(page)).toContainText("Credits blocked: Payout under review, ticket 77.");

  await credits.click();
  const back = page.getByRole("dialog", { name: "Allow credits" });
  await expect(back.getByText("Payout under review, ticket 77.")).toBeVisible();
  await expect(back.getByText(/^Blocked by Tólá Bánkọ́lé/)).toBeVisible();
  await expectAccessible(page);
  await back.getByRole("button", { name: "Allow credits" }).click();
  await expect(credits).toBeChecked();
});
