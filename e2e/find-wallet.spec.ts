import { openPage, press } from "./page-ready.ts";
import { findDemoWallets } from "./service.ts";
import { expect, test } from "./test.ts";
import { expectWallet, openPalette } from "./wallet-page.ts";

const FIELD = "Account number or customer ID";

test("a wallet is found by its account number, typed in groups", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("untouched");
  await loginAs("Support");
  const field = page.getByRole("searchbox", { name: FIELD });
  await field.fill(
    ` ${wallet.accountNumber.slice(0, 3)} ${wallet.accountNumber.slice(3, 6)}-${wallet.accountNumber.slice(6)} `,
  );
  await expect(page.getByRole("link", { name: wallet.accountName })).toBeVisible();
  await field.press("Enter");
  await expectWallet(page, wallet);
  await expect(page).toHaveURL(new RegExp(`/wallets/${wallet.customerId}$`));
});

test("a wallet is found by its customer ID", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("frozenByStaff");
  await loginAs("Support");
  await page.getByRole("searchbox", { name: FIELD }).fill(wallet.customerId.toUpperCase());
  await page.getByRole("link", { name: wallet.accountName }).click();
  await expectWallet(page, wallet);
  await expect(page.getByRole("status").filter({ hasText: wallet.reason ?? "no reason" })).toBeVisible();
});

test("the palette opens a wallet by keyboard alone, from any page", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("untouched");
  await loginAs("Admin", { at: "/" });
  const palette = await openPalette(page);
  await page.keyboard.type(wallet.accountNumber);
  const option = palette.getByRole("option", { name: wallet.accountName });
  await expect(option).toBeVisible();
  await expect(option).toHaveAttribute("aria-selected", "true");
  // The option announced to screen readers is the one that Enter opens.
  const id = (await option.getAttribute("id")) ?? "no id";
  await expect(palette.getByRole("combobox")).toHaveAttribute("aria-activedescendant", id);
  await press(page, "Enter");
  await expectWallet(page, wallet);
  await expect(palette).toBeHidden();
});

test("the palette finds by customer ID, and Escape returns to the page", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("frozenByStaff");
  await loginAs("Support");
  const palette = await openPalette(page, "/");
  await palette.getByRole("combobox").fill(wallet.customerId);
  await expect(palette.getByRole("option", { name: wallet.accountName })).toBeVisible();
  await press(page, "Escape");
  await expect(palette).toBeHidden();
  await expect(page.getByRole("searchbox", { name: FIELD })).toBeVisible();
});

test("an account number in the URL opens the wallet", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("untouched");
  await loginAs("Admin");
  await openPage(page, `/wallets/account/${wallet.accountNumber}`);
  await expectWallet(page, wallet);
});

test("another merchant's wallet looks like a missing one", async ({ page, loginAs, expectRefusals }) => {
  expectRefusals(400, 404);
  const [foreign] = (await findDemoWallets("OtherMerchant")).values();
  await loginAs("Admin");
  for (const number of ["9999999999", foreign?.accountNumber ?? ""]) {
    await page.getByRole("searchbox", { name: FIELD }).fill(number);
    await expect(page.getByText("No wallet has this account number")).toBeVisible();
  }
  for (const customerId of ["01900000-0000-7000-8000-00000000beef", foreign?.customerId]) {
    await openPage(page, `/wallets/${customerId}`);
    await expect(page.getByText("Wallet not found")).toBeVisible();
  }
});

test("text that looks like a BVN never leaves the browser", async ({ page, loginAs }) => {
  const asked: string[] = [];
  await loginAs("Admin");
  page.on("request", (request) => asked.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.getByRole("searchbox", { name: FIELD }).fill("22212345678");
  await expect(page.getByText("This looks like a BVN or NIN, so it was not sent").first()).toBeVisible();
  expect(asked.filter((request) => request.includes("22212345678"))).toEqual([]);
});
