import type { Page } from "@playwright/test";
import type { Wallet } from "../contract/wallets.ts";
import { newPerson } from "./demo.ts";
import { openPage } from "./page-ready.ts";
import type { Colleague } from "./service.ts";
import { expect, expectAccessible, test } from "./test.ts";
import { enableButton, expectStatus } from "./wallet-page.ts";

/** A Tier 1 customer with a NIN and no BVN, or the reverse. */
async function customerWith(colleague: Colleague, document: "bvn" | "nin"): Promise<Pick<Wallet, "customerId">> {
  const { digits, ...person } = newPerson();
  return colleague.create({ ...person, [document]: digits });
}

async function openSteps(page: Page, customerId: string) {
  await openPage(page, `/wallets/${customerId}?sheet=kyc`);
  const sheet = page.getByRole("dialog", { name: "Identity and tier" });
  await expect(sheet).toBeVisible();
  return sheet;
}

test("an admin moves a customer from Tier 1 to Tier 3 and sees at each step what is missing", async ({
  page,
  loginAs,
  colleague,
}) => {
  const { customerId } = await customerWith(colleague, "nin");
  const bvn = newPerson().digits;
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await loginAs("Admin");
  const sheet = await openSteps(page, customerId);
  await expect(sheet.getByText("Tier 2 needs a verified BVN.")).toBeVisible();
  await expect(sheet.getByText("Tier 3 needs a verified BVN.")).toBeVisible();
  await expectAccessible(page);

  await sheet.getByLabel("BVN number").fill(bvn);
  await sheet.getByRole("button", { name: "Look up and compare" }).click();
  await expect(sheet.getByText(/^It matches: \d+ of 100$/)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Link BVN" }).click();
  await expect(sheet.getByRole("button", { name: "Link BVN" })).toBeHidden();
  await sheet.getByRole("button", { name: "Raise to Tier 2" }).click();
  await expect(sheet.getByText("Reached.")).toBeVisible();
  await sheet.getByRole("button", { name: "Raise to Tier 3" }).click();
  await expect(sheet.getByRole("button", { name: /^Raise/ })).toHaveCount(0);
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("heading", { level: 1 }).getByText("Tier 3")).toBeVisible();
  // The NIN of one customer in a hundred ends like the BVN.
  await expect(page.getByText(`ending ${bvn.slice(-4)}`).first()).toBeVisible();

  expect(addresses.filter((address) => address.includes(bvn))).toEqual([]);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.documentElement.outerHTML]),
  );
  expect(kept).not.toContain(bvn);
});

test("numbers that are unknown, belong to someone else or cannot be checked change nothing", async ({
  page,
  loginAs,
  colleague,
  expectRefusals,
}) => {
  expectRefusals(404, 503);
  const { customerId } = await customerWith(colleague, "nin");
  await loginAs("Admin");
  const sheet = await openSteps(page, customerId);
  const lookUp = async (digits: string) => {
    await sheet.getByLabel("BVN number").fill(digits);
    await sheet.getByRole("button", { name: "Look up and compare" }).click();
  };
  await lookUp(newPerson("00").digits);
  await expect(sheet.getByText("The registry has no such BVN.")).toBeVisible();
  await lookUp(newPerson("01").digits);
  await expect(sheet.getByText(/^It doesn’t match/)).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Link BVN" })).toHaveCount(0);
  await expectAccessible(page);
  await lookUp(newPerson("02").digits);
  await expect(sheet.getByText("Nothing was changed. Try again.")).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await expectStatus(page, "Active");
});

test("a NIN that fails its check freezes the wallet, and the correct BVN allows enabling it", async ({
  page,
  loginAs,
  colleague,
}) => {
  const { customerId } = await customerWith(colleague, "bvn");
  await loginAs("Admin");
  const sheet = await openSteps(page, customerId);
  await sheet.getByLabel("NIN number").fill(newPerson("01").digits);
  await sheet.getByRole("button", { name: "Link NIN" }).click();
  await expect(sheet.getByText("The NIN failed its check, and the wallet is frozen")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("heading", { level: 1 }).getByText(/^Frozen/)).toBeVisible();
  // Its BVN is verified, so the wallet may be enabled.
  await enableButton(page).click();
  await page.getByRole("dialog", { name: "Enable wallet" }).getByRole("button", { name: "Enable wallet" }).click();
  await expectStatus(page, "Active");
});

test("a BVN in a dashboard URL is refused", async ({ page, loginAs, expectRefusals }) => {
  expectRefusals(404, 405);
  await loginAs("Admin");
  const statuses = await page.evaluate(async () => {
    const paths = ["/api/service/bvn/lookup?bvn=22212345678", "/api/kyc/lookup?bvn=22212345678"];
    return Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(path);
        return [answer.status, answer.headers.get("allow"), (await answer.json()).code];
      }),
    );
  });
  expect(statuses).toEqual([
    [404, null, "not_found"],
    [405, "POST", "method_not_allowed"],
  ]);
});

test("a customer's name, phone and address are edited, and the wallet shows them", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("edited");
  await loginAs("Admin");
  await openPage(page, `/wallets/${wallet.customerId}?tab=customer`);
  const panel = page.getByRole("tabpanel", { name: "Customer" });
  await panel.getByRole("button", { name: "Edit customer" }).click();
  await expect(panel.getByLabel("First name")).toBeFocused();
  await expectAccessible(page);
  await panel.getByLabel("Phone number").fill("12");
  await panel.getByRole("button", { name: "Save customer" }).click();
  await expect(panel.getByText("Enter a mobile number such as 08012345678.")).toBeVisible();
  await panel.getByLabel("Phone number").fill(wallet.phoneNumber);
  await panel.getByLabel("Address").fill("12 Marina, Lagos");
  await panel.getByRole("button", { name: "Save customer" }).click();
  await expect(panel.getByText("12 Marina, Lagos")).toBeVisible();
});
