import type { Page } from "@playwright/test";
import {
  callService,
  NEW_PASSWORD,
  newEmail,
  registerMerchant,
  runPlatformCommand,
  signInAs,
  tokenOf,
} from "./new-merchant.ts";
import { holdReads, openPage } from "./page-ready.ts";
import { sentCode } from "./sent-mail.ts";
import { expect, test } from "./test.ts";

/** Signs in another member of the team at the service; returns their token. */
async function addColleague(owner: string): Promise<string> {
  const { data } = (await callService("GET", "/team/roles", undefined, owner)) as {
    data: { id: string; name: string }[];
  };
  const email = newEmail();
  const roleId = data.find(({ name }) => name === "Admin")?.id;
  await callService("POST", "/team/invitations", { email, roleId }, owner);
  const person = { firstName: "Bola", lastName: "Ade", phoneNumber: "08031234568", password: NEW_PASSWORD };
  await callService("POST", "/team/invitations/accept", { ...person, invitationCode: await sentCode(email) });
  return tokenOf({ email, password: NEW_PASSWORD });
}

/** Presses the button and returns the status of its write. */
async function statusOfWrite(page: Page, button: string): Promise<number> {
  const answer = page.waitForResponse((one) => one.request().method() !== "GET" && one.url().includes("/api/service/"));
  await page.getByRole("button", { name: button }).click();
  return (await answer).status();
}

test("two users, two tabs: a mode switch under an open form refuses its write with 409, and nothing changes in either mode", async ({
  page,
  context,
  expectRefusals,
}) => {
  expectRefusals(409);
  const merchant = await registerMerchant();
  await runPlatformCommand("review", merchant.email, "ENABLED");
  const owner = await tokenOf(merchant);
  const colleague = await addColleague(owner);
  await signInAs(page, merchant, "/settings/account");
  await page.getByLabel("Your fee on a transfer").fill("12.50");
  const other = await context.newPage();
  await openPage(other, "/wallets/new");
  await other.getByLabel("First name").fill("Chidi");
  await other.getByLabel("Last name").fill("Okafor");
  await other.getByLabel("Phone number").fill("08012345678");
  await other.getByLabel("Date of birth").fill("1992-05-16");
  await other.getByLabel("BVN number").fill("22212345678");

  // The tab's own polling would reveal the switch before its write does.
  const readOn = await Promise.all([page, other].map(holdReads));
  await callService("POST", "/merchant/account-mode", { mode: "PRODUCTION" }, colleague);
  for (const [tab, button] of [
    [page, "Save money rules"],
    [other, "Create wallet"],
  ] as const) {
    expect(await statusOfWrite(tab, button)).toBe(409);
    await expect(
      tab.getByRole("dialog", { name: "The account is now in Live. This page shows Sandbox." }),
    ).toBeVisible();
    await expect(tab.getByText("Nothing that you did here since then was saved.")).toBeVisible();
  }
  await expect(page.getByLabel("Your fee on a transfer")).toHaveValue("12.50");
  await expect(other.getByLabel("Last name")).toHaveValue("Okafor");
  for (const one of readOn) one();
  for (const mode of ["PRODUCTION", "SANDBOX"]) {
    await callService("POST", "/merchant/account-mode", { mode }, colleague);
    expect(await callService("GET", "/wallet", undefined, owner)).toMatchObject({ metadata: { totalRecords: 0 } });
    expect(await callService("GET", "/merchant/settings", undefined, owner)).toMatchObject({
      data: { mode, fees: { merchantFee: 0 } },
    });
  }
});
