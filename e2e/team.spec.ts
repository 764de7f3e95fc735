import { openBrowserPage, openPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("an admin invites a colleague, resends the invitation and withdraws it", async ({ page, loginAs }) => {
  const email = `new-${crypto.randomUUID().slice(0, 8)}@demo.example`;
  await loginAs("Admin", { at: "/settings/team" });
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  const sheet = page.getByRole("dialog", { name: "Invite a colleague" });
  await sheet.getByRole("button", { name: "Send invitation" }).click();
  await expect(sheet.getByText("Enter their e-mail.")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel("E-mail").fill(email);
  await sheet.getByLabel("Role").selectOption({ label: "Support" });
  await sheet.getByLabel("Approval limit").fill("20k");
  await expect(sheet.getByText("₦20,000.00 · 2,000,000 kobo")).toBeVisible();
  await sheet.getByRole("button", { name: "Send invitation" }).click();
  await expect(sheet).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row.getByText("Open")).toBeVisible();
  await row.getByRole("button", { name: `Send again to ${email}` }).click();
  await expect(page.getByText(`Invitation sent again to ${email}`, { exact: true })).toBeVisible();
  await row.getByRole("button", { name: `Withdraw the invitation of ${email}` }).click();
  const withdrawal = page.getByRole("dialog", { name: "Withdraw invitation" });
  await withdrawal.getByRole("button", { name: "Withdraw invitation" }).click();
  await expect(withdrawal).toHaveCount(0);
  await expect(row).toBeHidden();
});

test("the rules about the MainMerchant are explained before the click", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/settings/team" });
  const change = page.getByRole("button", { name: "Change role or limit of Adaeze Nwọsu" });
  await expect(change).toBeDisabled();
  await expect(change).toHaveAttribute("title", "Only a MainMerchant can change a MainMerchant.");
  await expect(page.getByRole("button", { name: "Change role or limit of Tólá Bánkọ́lé" })).toHaveAttribute(
    "title",
    /You can’t change your own role/,
  );
  await expectAccessible(page);
});

test("a custom role is created, changed and removed", async ({ page, loginAs }) => {
  const name = `Cashier ${crypto.randomUUID().slice(0, 6)}`;
  await loginAs("MainMerchant", { at: "/settings/roles" });
  await page.getByRole("button", { name: "New role" }).click();
  const sheet = page.getByRole("dialog", { name: "New role" });
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByRole("checkbox", { name: /MANAGE_TRANSFER/ }).check();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Create role" }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole("button", { name: `Change ${name}` }).click();
  const change = page.getByRole("dialog", { name: `Change ${name}` });
  await expect(change.getByRole("checkbox", { name: /MANAGE_TRANSFER/ })).toBeChecked();
  await change.getByRole("checkbox", { name: /BROWSE_TRANSACTIONS/ }).check();
  await change.getByRole("button", { name: "Save role" }).click();
  await expect(change).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: name }).getByText("2 permissions")).toBeVisible();
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove role" }).click();
  await expect(page.getByText(name, { exact: true })).toBeHidden();
});

test("support can open neither team nor roles", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/settings/team" });
  await expect(page.getByText("You don’t have access")).toBeVisible();
  await openPage(page, "/settings/roles");
  await expect(page.getByText("BROWSE_ROLES")).toBeVisible();
  await expectAccessible(page);
});

test("an admin invites another approver, and the main merchant must agree", async ({ page, browser, loginAs }) => {
  const email = `approver-${crypto.randomUUID().slice(0, 8)}@demo.example`;
  await loginAs("Admin", { at: "/settings/team" });
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  const sheet = page.getByRole("dialog", { name: "Invite a colleague" });
  await sheet.getByLabel("E-mail").fill(email);
  await sheet.getByLabel("Role").selectOption({ label: "Admin" });
  await sheet.getByLabel("Approval limit").fill("1k");
  await expect(sheet.getByText("Another approver, if your team has one, must agree before this applies")).toBeVisible();
  await sheet.getByRole("button", { name: "Send invitation" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: email })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: email })).toHaveCount(0);
  await expectAccessible(page);

  const other = await openBrowserPage(browser);
  await loginAs("MainMerchant", { page: other, at: "/approvals" });
  await other.getByRole("tab", { name: /^Access/ }).click();
  const change = other.getByRole("listitem").filter({ hasText: email });
  await expect(change.getByText(`Invite ${email} as Admin, with an approval limit of ₦1,000.00`)).toBeVisible();
  await expectAccessible(other);
  await change.getByRole("button", { name: /^Approve/ }).click();
  await expect(change.getByText("Approved", { exact: true })).toBeVisible();
  await other.context().close();

  await openPage(page, "/settings/team");
  await expect(page.getByRole("row").filter({ hasText: email }).getByText("Open")).toBeVisible();
});
