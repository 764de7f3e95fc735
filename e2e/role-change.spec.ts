import { callService, NEW_PASSWORD, newEmail, registerMerchant, tokenOf } from "./new-merchant.ts";
import { openPage, reloadPage } from "./page-ready.ts";
import { sentCode } from "./sent-mail.ts";
import { expect, expectSignedIn, signIn, test } from "./test.ts";

test("a colleague's new role applies to their next call, and the page names the missing permission", async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(403);
  const owner = await tokenOf(await registerMerchant());
  const { data: roles } = (await callService("GET", "/team/roles", undefined, owner)) as {
    data: { id: string; name: string }[];
  };
  const roleId = (name: string) => roles.find((role) => role.name === name)?.id;
  const email = newEmail();
  await callService("POST", "/team/invitations", { email, roleId: roleId("Admin") }, owner);
  const person = { firstName: "Bola", lastName: "Ade", phoneNumber: "08031234568", password: NEW_PASSWORD };
  await callService("POST", "/team/invitations/accept", { ...person, invitationCode: await sentCode(email) });
  await openPage(page, "/settings/account");
  await signIn(page, email, NEW_PASSWORD);
  await expectSignedIn(page);
  await page.getByLabel("Your fee on a transfer").fill("25");

  const { data: members } = (await callService("GET", "/team/members", undefined, owner)) as {
    data: { id: string; email: string }[];
  };
  const member = members.find((one) => one.email === email);
  await callService("PUT", `/team/member/${member?.id}`, { roleId: roleId("Support") }, owner);
  await page.getByRole("button", { name: "Save money rules" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "UPDATE_MERCHANT_DETAIL" })).toBeVisible();
  await expect(page.getByLabel("Your fee on a transfer")).toHaveValue("25");

  await reloadPage(page);
  await expect(page.getByRole("button", { name: "Account of Bola Ade, Support" })).toBeVisible();
  await expect(page.getByText("can see the settings but not change them").first()).toBeVisible();
});
