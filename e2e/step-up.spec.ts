import { signInToSubmit } from "./colleague-requests.ts";
import { demoAccounts, demoPassword, uniqueKobo } from "./demo.ts";
import { press } from "./page-ready.ts";
import { ageNewestSession } from "./session-age.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("approving in an old session asks for the password, keeps the comment and approves once", async ({
  page,
  loginAs,
  walletOf,
  expectRefusals,
}) => {
  expectRefusals(400, 403);
  const submit = await signInToSubmit("Operator", "dashboard");
  const payer = await walletOf("approvedPayer", { active: true });
  const item = await submit(payer, await walletOf("approvedPayee", { active: true }), uniqueKobo());
  await loginAs("Admin", { at: `/approvals/${item.id}`, fresh: true });
  await ageNewestSession(demoAccounts.Admin.email);
  const keys: (string | undefined)[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith("/transaction/approve")) keys.push(sent.headers()["idempotency-key"]);
  });

  const comment = page.getByLabel("Comment (optional)");
  await comment.fill("Agreed by phone.");
  const approve = page.getByRole("button", { name: "Approve" });
  await approve.click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  const password = dialog.getByLabel("Your password");
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await press(page, "Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("You didn’t confirm your identity. Nothing was done.")).toBeVisible();
  await expect(comment).toHaveValue("Agreed by phone.");

  await approve.click();
  await password.fill("not mine");
  await press(page, "Enter");
  await expect(dialog.getByRole("alert").filter({ hasText: "password is wrong" })).toBeVisible();
  await expect(password).toBeFocused();
  await page.keyboard.type(demoPassword);
  await press(page, "Enter");
  await expect(page.getByText("“Agreed by phone.”")).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});
