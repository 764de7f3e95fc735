import { unknownEmail } from "./demo.ts";
import { openPage, press } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";
import { enableButton, expectWallet, freezeButton, openPalette, openWallet } from "./wallet-page.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("the sign-in page, also after a refusal", async ({ page, expectRefusals }) => {
      expectRefusals(401);
      await openPage(page, "/login");
      await expectAccessible(page);
      await page.getByLabel("E-mail").fill(unknownEmail());
      await page.getByLabel("Password", { exact: true }).fill("wrong");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText("E-mail or password is wrong")).toBeVisible();
      await expectAccessible(page);
    });

    for (const path of ["/", "/wallets", "/reconciliation/ledger", "/nowhere"]) {
      test(`the page ${path}`, async ({ page, loginAs, expectRefusals }) => {
        expectRefusals(404);
        await loginAs("Admin", { at: path });
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("main").getByText(/^Loading/)).toHaveCount(0);
        await expectAccessible(page);
      });
    }

    test("an active wallet: every tab, the freeze sheet with its errors", async ({ page, loginAs, walletOf }) => {
      const wallet = await walletOf("untouched");
      await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
      await expectWallet(page, wallet);
      for (const name of ["Activity", "Customer", "Raw"]) {
        await page.getByRole("tab", { name }).click();
        await expect(page.getByRole("tabpanel", { name })).toBeVisible();
        await expectAccessible(page);
      }
      await freezeButton(page).click();
      const sheet = page.getByRole("dialog", { name: "Freeze wallet" });
      await expect(sheet).toBeVisible();
      await expectAccessible(page);
      await sheet.getByRole("button", { name: "Freeze wallet" }).click();
      await expect(sheet.getByRole("alert").first()).toBeVisible();
      await expectAccessible(page);
    });

    test("a frozen wallet and the enable sheet", async ({ page, loginAs, walletOf }) => {
      await loginAs("Admin");
      await openWallet(page, await walletOf("frozenByStaff"));
      await expectAccessible(page);
      await enableButton(page).click();
      await expect(page.getByRole("dialog", { name: "Enable wallet" })).toBeVisible();
      await expectAccessible(page);
    });

    test("a wallet frozen by its identity check, for a role without permission", async ({
      page,
      loginAs,
      walletOf,
    }) => {
      await loginAs("Support");
      const wallet = await walletOf("frozenByIdentityCheck");
      await openWallet(page, wallet);
      await expectAccessible(page);
    });

    test("the palette, empty and with a result; the account menu", async ({ page, loginAs, walletOf }) => {
      const wallet = await walletOf("untouched");
      await loginAs("Admin");
      await openPalette(page);
      await expectAccessible(page);
      await page.getByRole("combobox").fill(wallet.accountNumber);
      await expect(page.getByRole("option", { name: wallet.accountName })).toBeVisible();
      await expectAccessible(page);
      await press(page, "Escape");
      await page.getByRole("button", { name: /^Account of/ }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      await expectAccessible(page, { withMenu: true });
    });
  });
}
