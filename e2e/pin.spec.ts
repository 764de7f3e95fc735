import type { Page, Request } from "@playwright/test";
import { openPage, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";
import { expectWallet } from "./wallet-page.ts";

const PIN = "7306";
/** The PIN as a separate number: the same digits inside an ID or an amount do not count. */
const LONELY_PIN = new RegExp(String.raw`(?<![\w.-])${PIN}(?![\w-])`);

// A trace or video would itself contain the PIN.
test.use({ trace: "off", video: "off", screenshot: "off" });

/** Everything on the page that a person, a script or a later visitor could read. */
async function readableContent(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const inputs = [...document.querySelectorAll("input, textarea")].map((input) => (input as HTMLInputElement).value);
    return JSON.stringify([
      document.documentElement.outerHTML,
      inputs,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
      databases,
      await caches.keys(),
      performance.getEntriesByType("resource").map(({ name }) => name),
    ]);
  });
  // HttpOnly cookies are encrypted, so four digits in them mean nothing; check only their names.
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  return `${inPage} ${JSON.stringify(cookies)}`;
}

/** Strings like `wanted` in React's state, props and refs, and in the query cache. */
function findInReact(page: Page, wanted: RegExp): Promise<string[]> {
  return page.evaluate((pattern) => {
    const found: string[] = [];
    const seen = new Set<unknown>();
    const fibers = [...document.querySelectorAll("*")].flatMap((element) =>
      Object.entries(element).flatMap(([name, value]) => (name.startsWith("__react") ? [value] : [])),
    );
    const isOpaque = (value: object) => value instanceof Node || value instanceof Window || seen.has(value);
    const partsOf = (value: object) =>
      value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
    const waiting: unknown[] = [fibers];
    while (waiting.length > 0) {
      const value = waiting.pop();
      if (typeof value === "string" && pattern.test(value)) found.push(value.slice(0, 80));
      if (typeof value !== "object" || value === null || isOpaque(value)) continue;
      seen.add(value);
      for (const part of partsOf(value)) waiting.push(part);
    }
    return found;
  }, wanted);
}

test("after a PIN was set, its digits are only in the request body that carried them", async ({
  page,
  loginAs,
  walletOf,
}) => {
  const wallet = await walletOf("withPin");
  const requests: Request[] = [];
  const answers: Promise<string>[] = [];
  const said: string[] = [];
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}` });
  await expectWallet(page, wallet);
  page.on("request", (request) => requests.push(request));
  page.on("response", (response) => answers.push(response.text().catch(() => "")));
  page.on("console", (message) => said.push(message.text()));

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^(Set|Replace) PIN$/ }).click();
  const sheet = page.getByRole("dialog", { name: /transaction PIN$/ });
  await expectAccessible(page);
  await sheet.getByLabel("New PIN", { exact: true }).fill("1234");
  await expect(sheet.getByText(/Digits in a row/)).toBeVisible();
  await sheet.getByLabel("New PIN", { exact: true }).fill(PIN);
  await sheet.getByLabel("Repeat new PIN", { exact: true }).fill(PIN);
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(LONELY_PIN);
  await sheet.getByRole("button", { name: /^(Set|Replace) PIN$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: /^PIN (set|replaced)/ })).toBeVisible();
  await expect(page.getByText("Transaction PIN set").first()).toBeVisible();

  const carriers = requests.filter((request) => `${request.url()} ${request.postData() ?? ""}`.includes(`"${PIN}"`));
  expect(carriers.map((request) => [request.method(), new URL(request.url()).pathname])).toEqual([
    ["PUT", "/api/service/wallet/transaction-pin"],
  ]);
  expect(requests.map((request) => request.url()).filter((url) => LONELY_PIN.test(url))).toEqual([]);
  for (const text of [...said, ...(await Promise.all(answers))]) expect(text).not.toContain(`"${PIN}"`);
  expect(await readableContent(page)).not.toMatch(LONELY_PIN);
  expect(await findInReact(page, LONELY_PIN)).toEqual([]);
  // Proves that the search covers the query cache.
  expect(await findInReact(page, new RegExp(wallet.accountReference))).not.toEqual([]);
  await reloadPage(page);
  await expect(page.getByRole("definition").filter({ hasText: /^Set$/ })).toBeVisible();
  expect(await readableContent(page)).not.toMatch(LONELY_PIN);
});

test("two different entries, and three digits, are not sent", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("withPin");
  await loginAs("MainMerchant");
  await openPage(page, `/wallets/${wallet.customerId}?sheet=pin`);
  const sheet = page.getByRole("dialog", { name: /transaction PIN$/ });
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
  const set = sheet.getByRole("button", { name: /^(Set|Replace) PIN$/ });
  await sheet.getByLabel("New PIN", { exact: true }).fill("730");
  await set.click();
  await expect(sheet.getByText("Enter exactly four digits.")).toBeVisible();
  await expect(sheet.getByLabel("New PIN", { exact: true })).toBeFocused();
  await sheet.getByLabel("New PIN", { exact: true }).fill(PIN);
  await sheet.getByLabel("Repeat new PIN", { exact: true }).fill("7307");
  await set.click();
  await expect(sheet.getByText("PINs don’t match.")).toBeVisible();
  expect(sent).toEqual([]);
});
