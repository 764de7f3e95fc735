import { expect, type Locator, type Page } from "@playwright/test";
import type { Wallet } from "../contract/wallets.ts";
import { openPage, press } from "./page-ready.ts";

/** Opens a wallet's page and waits for the wallet. */
export async function openWallet(page: Page, wallet: Wallet): Promise<void> {
  await openPage(page, `/wallets/${wallet.customerId}`);
  await expectWallet(page, wallet);
}

export async function expectWallet(page: Page, wallet: Wallet): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: wallet.accountName })).toBeVisible();
}

export async function expectStatus(page: Page, status: "Active" | "Frozen" | "Frozen · identity"): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).getByText(status, { exact: true })).toBeVisible();
}

export function freezeButton(page: Page): Locator {
  return page.getByRole("main").getByRole("button", { name: "Freeze", exact: true });
}

export function enableButton(page: Page): Locator {
  return page.getByRole("main").getByRole("button", { name: "Enable", exact: true });
}

/** The newest entry of the wallet's history. */
export function newestActivity(page: Page): Locator {
  return page.getByRole("table", { name: "Activity, newest first" }).getByRole("row").nth(1);
}

/** Opens the freeze sheet and fills it in; the test clicks `Freeze wallet`. */
export async function fillFreezeSheet(
  page: Page,
  { category, explanation }: { category: string; explanation: string },
): Promise<Locator> {
  await freezeButton(page).click();
  const sheet = page.getByRole("dialog", { name: "Freeze wallet" });
  await sheet.getByRole("radio", { name: category }).check();
  await sheet.getByLabel("What happened").fill(explanation);
  return sheet;
}

/** Opens the palette by its keys and waits until its field has the focus. */
export async function openPalette(page: Page, keys: "Control+k" | "/" = "Control+k"): Promise<Locator> {
  const palette = page.getByRole("dialog", { name: "Search" });
  await press(page, keys);
  await expect(palette.getByRole("combobox")).toBeFocused();
  return palette;
}
