import type { Page } from "@playwright/test";
import { openPage, waitForResponses } from "./page-ready.ts";
import { expect, test } from "./test.ts";

/** Requests of a page until it has settled: its document, scripts, styles, fonts, calls, and code for later. It had 64 to 93 before. */
const MOST_REQUESTS = 70;

const PAGES = [
  ...[
    "/",
    "/wallets",
    "/wallets/new",
    "/wallets/merchant",
    "/transactions",
    "/transactions/new",
    "/payouts",
    "/incoming",
    "/reconciliation",
  ],
  ...["/imports", "/imports/new", "/approvals", "/statements", "/reconciliation/ledger", "/audit", "/reference"],
  ...["/webhooks", "/webhooks/new", "/webhooks/deliveries", "/webhooks/signature"],
  ...["/settings/account", "/settings/keys", "/settings/team", "/settings/roles", "/settings/me"],
];

/** How far the document scrolls beyond the end of its content, in pixels. */
async function emptyScroll(page: Page): Promise<number> {
  await waitForResponses(page);
  return await page.evaluate(() => {
    const end = document.getElementById("main")?.getBoundingClientRect().bottom ?? 0;
    return document.documentElement.scrollHeight - Math.max(end + window.scrollY, window.innerHeight);
  });
}

test("no page scrolls beyond its content", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/" });
  const beyond: string[] = [];
  for (const path of PAGES) {
    await openPage(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const wide = await emptyScroll(page);
    if (wide > 16) beyond.push(`${path} ${wide}`);
  }
  expect(beyond).toEqual([]);
});

test("an unknown address keeps the frame", async ({ page, loginAs, expectRefusals }) => {
  expectRefusals(404);
  await loginAs("Support", { at: "/nowhere/at/all" });
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallets" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Wallets" })).toBeVisible();
});

test("the palette keeps what is typed while its code loads, and finds a transaction by its reference", async ({
  page,
  loginAs,
}) => {
  await loginAs("Admin", { at: "/transactions" });
  const reference = (await page.locator("a[data-row]").first().getAttribute("href"))?.split("/").at(-1) ?? "";
  // The palette's code is not loaded ahead, and held back when it is wanted.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await openPage(page, "/transactions");
  const released = Promise.withResolvers<void>();
  await page.route("**/_next/static/chunks/**", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type(reference.slice(0, 3));
  released.resolve();
  await page.keyboard.type(reference.slice(3));
  await expect(page.getByRole("combobox", { name: "Search" })).toHaveValue(reference);
  await expect(page.getByRole("option", { name: new RegExp(reference) }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/transactions/${reference}$`));
});

for (const path of ["/", "/wallets", "/approvals", "/payouts"]) {
  test(`${path} fetches no other page ahead, and needs few requests`, async ({ page, loginAs }) => {
    await loginAs("Admin", { at: "/settings/me" });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await openPage(page, path);
    // Code for later loads when the page is idle: the page has settled when a second passes without a request.
    let before = -1;
    const isQuiet = () => {
      const wasQuiet = requests.length === before;
      before = requests.length;
      return wasQuiet;
    };
    await expect.poll(isQuiet, { intervals: [1_000] }).toBe(true);
    // No page was fetched ahead: nobody pointed at a link.
    expect(requests.filter((one) => one.includes("_rsc="))).toEqual([]);
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(MOST_REQUESTS);
  });
}
