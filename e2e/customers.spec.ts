import { signInToSubmit } from "./colleague-requests.ts";
import { uniqueKobo } from "./demo.ts";
import { csvFile } from "./import-files.ts";
import { openPage, press, waitUntilReady } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

const TABLE = "Wallets, newest first";

test("wallets are selected and frozen together by keyboard; the outcome names each that was not changed", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const first = await walletOf("byKeyboard", { active: true });
  await loginAs("Admin");
  await openPage(page, `/wallets?search=${encodeURIComponent(first.accountName)}`);
  const box = page.getByRole("checkbox", { name: `Select ${first.accountName}` });
  await box.focus();
  await press(page, "Space");
  await expect(page.getByText("1 wallet selected")).toBeVisible();
  await expectAccessible(page);
  for (const [item, button, result] of [
    ["Freeze", "Freeze 1 wallet", "1 wallet changed"],
    ["Freeze", "Freeze 1 wallet", "1 wallet needed no change"],
    ["Enable", "Enable 1 wallet", "1 wallet changed"],
  ] as const) {
    if (!(await box.isChecked())) await box.press("Space");
    await page.getByRole("button", { name: "Change", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: button }).press("Enter");
    await expect(sheet.getByText("Enter the reason.")).toBeVisible();
    await sheet.getByLabel("Reason").fill("Court order 17/2026");
    await sheet.getByRole("button", { name: button }).press("Enter");
    await expect(sheet.getByText(result)).toBeVisible();
    await sheet.getByRole("button", { name: "Close", exact: true }).last().press("Enter");
  }
});

test("Support notes and tags a wallet by keyboard; the list filters by the tag, saves the view and exports it", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("byKeyboard");
  await loginAs("Support");
  await openPage(page, `/wallets/${wallet.customerId}?tab=notes`);
  await page.getByLabel("New note").fill("Asked for a higher limit.");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Asked for a higher limit." })).toBeVisible();
  await page.getByRole("button", { name: "Add tag" }).press("Enter");
  await page.getByLabel("New tag").fill("Watched");
  await press(page, "Enter");
  await expect(page.getByRole("button", { name: "Remove tag watched" })).toBeVisible();
  await expectAccessible(page);

  await openPage(page, "/wallets");
  await page.getByRole("combobox", { name: "Tag" }).selectOption("watched");
  await expect(page).toHaveURL(/tag=watched/);
  const rows = page.getByRole("table", { name: TABLE }).getByRole("row");
  await expect(rows).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  expect((await download).suggestedFilename()).toMatch(/^wallets-.*\.csv$/);
  await page.getByRole("button", { name: "Saved views" }).press("Enter");
  await page.getByRole("menuitem", { name: "Save these filters" }).press("Enter");
  await page.getByLabel("Name of the view").fill("Watched ones");
  await page.getByRole("button", { name: "Save view" }).press("Enter");
  await openPage(page, "/wallets");
  await page.getByRole("button", { name: "Saved views" }).press("Enter");
  await page.getByRole("menuitem", { name: "Watched ones" }).press("Enter");
  await expect(page).toHaveURL(/tag=watched/);
  await expect(rows).toHaveCount(2);

  await page.getByRole("button", { name: "Saved views" }).press("Enter");
  await page.getByRole("menuitem", { name: "Manage saved views" }).press("Enter");
  const views = page.getByRole("dialog", { name: "Manage saved views" });
  await views.getByLabel("Name of Watched ones").fill("Under review");
  await press(page, "Enter");
  await expect(views.getByLabel("Name of Under review")).toBeVisible();
  await expectAccessible(page);
  await views.getByRole("button", { name: "Remove Under review" }).press("Enter");
  await expect(views.getByLabel("Name of Under review")).toBeHidden();
  // The focus stays in the dialog although its control is gone.
  await press(page, "Escape");
  await expect(views).toBeHidden();
});

test("a customer is found apart from wallets, and their page has wallets, identity and notes", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("byKeyboard");
  await loginAs("Support");
  await press(page, "g");
  await press(page, "c");
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await waitUntilReady(page);
  await page.getByRole("searchbox").fill(wallet.accountNumber);
  await page.getByRole("link", { name: wallet.accountName }).click();
  await expect(page.getByRole("heading", { level: 1, name: wallet.accountName })).toBeVisible();
  await expect(page.getByRole("region", { name: "Notes" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: `Open wallet ${wallet.accountNumber}` }).click();
  await expect(page).toHaveURL(new RegExp(`/wallets/${wallet.customerId}`));
});

test("a name of 201 characters breaks no page, and is whole on each", async ({
  page,
  loginAs,
  walletOf,
  colleague,
}) => {
  test.slow();
  const wallet = await walletOf("transferPayee", { active: true });
  const long = "W".repeat(100);
  await loginAs("Admin");
  const rename = (firstName: string, lastName: string) =>
    page.evaluate(
      ([id, first, last]) =>
        fetch(`/api/service/customer/${id}`, {
          method: "PUT",
          headers: { "content-type": "application/json", "x-account-mode": "SANDBOX" },
          body: JSON.stringify({ firstName: first, lastName: last }),
        }).then((reply) => reply.status),
      [wallet.customerId, firstName, lastName] as const,
    );
  expect(await rename(long, long)).toBe(200);
  try {
    const name = `${long} ${long}`;
    const payer = await walletOf("transferPayer", { active: true });
    const pending = await (await signInToSubmit("Operator", "dashboard"))(payer, wallet, uniqueKobo());
    await colleague.receiveFromBank({ accountNumber: wallet.accountNumber, amount: uniqueKobo(), senderName: long });
    const { reference: paid } = await (await signInToSubmit("MainMerchant", "api"))(payer, wallet, uniqueKobo());
    const pages = [
      `/wallets?search=${long}`,
      `/wallets/${wallet.customerId}`,
      `/customers?search=${long}`,
      `/customers/${wallet.customerId}`,
      `/transactions/new?from=${wallet.customerId}`,
      "/transactions",
      `/transactions/${paid}`,
      `/transactions/${paid}/receipt`,
      `/transactions/new?kind=bank&from=${wallet.customerId}`,
      "/approvals",
      `/approvals/${pending.id}`,
      "/incoming",
    ];
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const at of pages) {
        await openPage(page, at);
        // The whole name is there, cut or not, or in a title. A search may find others.
        const whole = page.getByText(name).or(page.getByTitle(name)).first();
        if (!at.includes("search=") && at !== "/incoming") await expect(whole, at).toBeAttached();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([at, width, wide]).toEqual([at, width, Math.min(wide, 0)]);
      }
    }
    await openPage(page, "/imports/new?kind=credit");
    const file = `accountNumber,amount_naira,narration\r\n${wallet.accountNumber},2.50,${"n".repeat(100)}\r\n`;
    await page.getByLabel("CSV file").setInputFiles(csvFile(`${"f".repeat(196)}.csv`, file));
    await page.getByRole("button", { name: "Review 1 row" }).click();
    await expect(page.getByText(name).or(page.getByTitle(name)).first()).toBeAttached();
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(beyond).toBeLessThanOrEqual(0);
    }
  } finally {
    const [first = "A", ...rest] = wallet.accountName.split(" ");
    await rename(first, rest.join(" ") || "B");
  }
});
