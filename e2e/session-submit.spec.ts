import type { Page } from "@playwright/test";
import { signInToSubmit } from "./colleague-requests.ts";
import { demoPassword, uniqueKobo } from "./demo.ts";
import { csvFile } from "./import-files.ts";
import { openPage, press, waitForResponses } from "./page-ready.ts";
import { endSessionOf } from "./session-age.ts";
import { expect, test } from "./test.ts";

const WRITE =
  /\/api\/service\/(wallet\/credit|wallet\/debit|transfer\/wallet|transfer\/bank(\/customer)?|transaction\/approve|wallet\/bulk-credit-customer)$/;

test("no form sends by itself after a sign-in that it had to wait for: each waits for another click", async ({
  page,
  loginAs,
  walletOf,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals(401);
  const [payer, payee] = [
    await walletOf("transferPayer", { active: true }),
    await walletOf("transferPayee", { active: true }),
  ];
  const submitByColleague = await signInToSubmit("Operator", "dashboard");
  const sent: string[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "POST" && WRITE.test(response.url())) sent.push(`${response.status()}`);
  });
  const amount = () => (uniqueKobo() / 100).toFixed(2);
  const signInAgain = async () => {
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  /** Ends the session while the form is filled in, presses the button, and signs in where the page asks for it. */
  const expectToWait = async (button: ReturnType<Page["getByRole"]>, said: RegExp) => {
    sent.length = 0;
    await endSessionOf(page);
    await button.click();
    await signInAgain();
    await expect(page.getByText(said).first()).toBeVisible();
    await waitForResponses(page);
    // The call that was refused is all that was sent.
    expect(sent.filter((status) => status !== "401")).toEqual([]);
  };
  const NOTHING_SENT = /You signed in again\. Nothing was sent in between/;
  const submit = page.getByRole("button", { name: /^(Submit|Pay)/ });
  await loginAs("Admin", { fresh: true });

  for (const kind of ["transfer", "credit", "debit"] as const) {
    const side =
      kind === "transfer"
        ? `from=${payer.customerId}&to=${payee.customerId}`
        : kind === "credit"
          ? `to=${payee.customerId}`
          : `from=${payer.customerId}`;
    await openPage(page, `/transactions/new?kind=${kind}&${side}`);
    await page.getByLabel("Amount").fill(amount());
    await page.getByRole("button", { name: `Review ${kind}` }).click();
    await expect(submit).toBeEnabled();
    await expect(submit).not.toHaveAttribute("aria-disabled", "true");
    await expectToWait(submit, NOTHING_SENT);
    await submit.click();
    await expect(page.getByRole("heading", { name: /^(Submitted for approval|Paid)/ })).toBeVisible();
    expect(sent).toHaveLength(1);
  }

  await openPage(page, "/transactions/new?kind=bank");
  await page.getByRole("combobox", { name: "Bank" }).fill("zenith");
  await page.getByRole("option").first().click();
  await page.getByLabel("Account number").fill("0123456700");
  await page.getByLabel("Amount").fill(amount());
  await page.getByLabel("Narration").fill("Rent for November");
  await expect(page.getByRole("complementary", { name: "Summary" }).getByText("Total debited")).toBeVisible();
  await page.getByRole("button", { name: /^Review/ }).click();
  await expect(submit).not.toHaveAttribute("aria-disabled", "true");
  await expectToWait(submit, NOTHING_SENT);
  await expect(page.getByText("Rent for November")).toBeVisible();
  await submit.click();
  await expect(page.getByRole("heading", { name: "Submitted for approval" })).toBeVisible();
  expect(sent).toHaveLength(1);

  const many = [
    await submitByColleague(payer, payee, uniqueKobo()),
    await submitByColleague(payer, payee, uniqueKobo()),
  ];
  await openPage(page, "/approvals");
  for (const { text } of many) {
    await page.getByRole("row").filter({ hasText: text }).getByRole("checkbox").check();
  }
  await page.getByRole("button", { name: /^Approve 2/ }).click();
  const sheet = page.getByRole("dialog", { name: "Approve 2 requests" });
  await sheet.getByLabel("Type the number of requests").fill("2");
  await expectToWait(sheet.getByRole("button", { name: /^Approve 2/ }), /not sent yet|Not sent/);
  await sheet.getByRole("button", { name: /^Continue with 2/ }).click();
  await expect(sheet.getByText("2 requests approved")).toBeVisible();
  expect(sent).toHaveLength(2);
  await press(page, "Escape");

  const item = await submitByColleague(payer, payee, uniqueKobo());
  await openPage(page, `/approvals/${item.id}`);
  await expectToWait(page.getByRole("button", { name: "Approve" }), NOTHING_SENT);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(/^Approved by .*, /)).toBeVisible();

  await openPage(page, "/imports/new?kind=credit");
  const file = `accountNumber,amount_naira,narration\r\n${payee.accountNumber},2.50,ended ${amount()}\r\n`;
  await page.getByLabel("CSV file").setInputFiles(csvFile("ended.csv", file));
  await page.getByRole("button", { name: "Review 1 row" }).click();
  await page.getByLabel("Type the total in naira").fill("2.50");
  await expectToWait(page.getByRole("button", { name: "Send 1 row" }), /Not sent/);
});
