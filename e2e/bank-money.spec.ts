import { newPerson, uniqueKobo } from "./demo.ts";
import { openPage, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("money for a frozen wallet is sent back, and once the wallet is enabled, credited", async ({
  page,
  loginAs,
  colleague,
}) => {
  const { digits, ...person } = newPerson();
  const { customerId, accountNumber } = await colleague.create({ ...person, bvn: digits });
  await colleague.freeze({ customerId, reason: "Phone stolen, reported by the customer." });
  const [back, kept] = [uniqueKobo(), uniqueKobo()].map((kobo) => ({
    kobo,
    shown: (kobo / 100).toLocaleString("en-NG", { minimumFractionDigits: 2 }),
  }));
  if (!back || !kept) throw new Error("two amounts are needed");
  for (const { kobo } of [back, kept]) {
    await colleague.receiveFromBank({ accountNumber, amount: kobo, senderName: "Chioma Eze" });
  }
  await loginAs("Admin", { at: "/incoming" });
  const row = (amount: string) => page.getByRole("row").filter({ hasText: amount });
  const sheet = page.getByRole("dialog", { name: "Bank credit" });
  await expect(async () => {
    await openPage(page, "/incoming");
    await expect(row(kept.shown)).toContainText("Suspended", { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });

  await row(back.shown).getByRole("link").click();
  await expect(sheet.getByText("The wallet was frozen.")).toBeVisible();
  await expect(sheet.getByText(/^It can’t be credited yet/)).toBeVisible();
  await sheet.getByRole("radio", { name: "Send it back" }).check();
  await sheet.getByRole("button", { name: "Send back" }).click();
  await expect(sheet.getByText("Say why the money goes back.")).toBeVisible();
  await sheet.getByLabel("Reason").fill("The customer asked us to return it.");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Send back" }).click();
  await expect(sheet).toBeHidden();
  await expect(row(back.shown)).toContainText("Sent back");

  await colleague.enable(customerId);
  await openPage(page, "/incoming");
  await row(kept.shown).getByRole("link").click();
  await expect(sheet.getByText("The wallet can receive it now.")).toBeVisible();
  await sheet.getByRole("radio", { name: "Credit the wallet" }).check();
  await sheet.getByRole("button", { name: /^Credit ₦/ }).click();
  await expect(sheet).toBeHidden();
  await expect(row(kept.shown)).toContainText("Credited");
  await row(kept.shown).getByRole("link").click();
  await sheet.getByRole("link", { name: "See its entries" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bank credit" })).toBeVisible();
  await expectAccessible(page);
  expect((await colleague.findWallet(accountNumber))?.availableBalance).toBe(kept.kobo);
});

test("a line of the bank's file that our books lack becomes a break, which is closed with a note", async ({
  page,
  loginAs,
}) => {
  // A day before the demo's, each time another one.
  const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(Math.random() * 360))).toISOString().slice(0, 10);
  const fileName = `settlement-${"n".repeat(185)}.csv`;
  const session = `999058${crypto.randomUUID().replaceAll(/\D/g, "").padEnd(24, "7").slice(0, 24)}`;
  await loginAs("Admin", { at: "/reconciliation" });
  await page.getByRole("button", { name: "Upload settlement file" }).click();
  const upload = page.getByRole("dialog", { name: "Upload settlement file" });
  await upload.getByLabel("File", { exact: true }).setInputFiles({
    name: fileName,
    mimeType: "text/csv",
    buffer: Buffer.from(
      `session_id,direction,amount,status,time\n${session},in,2500.00,succeeded,${day}T10:00:00.000Z\n`,
    ),
  });
  await upload.getByLabel("Day of the file").fill(day);
  await expectAccessible(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const fits = () => upload.evaluate((sheet) => sheet.scrollWidth <= sheet.clientWidth);
    expect(await fits(), `${width} pixels, with a file name of 200 characters`).toBe(true);
  }
  await upload.getByRole("button", { name: "Upload and compare" }).click();
  await expect(upload).toBeHidden();

  await openPage(page, `/reconciliation?date=${day}`);
  await expect(async () => {
    await reloadPage(page);
    await expect(page.getByRole("row").filter({ hasText: session })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole("row").filter({ hasText: session }).getByRole("link").click();
  const sheet = page.getByRole("dialog", { name: "Break" });
  await expect(sheet.getByText("The bank’s file has this transfer, our books don’t.")).toBeVisible();
  await sheet.getByRole("radio", { name: "Close without booking" }).check();
  await sheet.getByLabel("Note").fill("A test transfer of the bank.");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Resolve break" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: session })).toBeHidden();
});
