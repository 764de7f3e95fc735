import type { Page } from "@playwright/test";
import { openPage, waitForResponses } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** Requests of a page with an empty cache: document, scripts, styles, font, icon, calls, and code for later. */
const MOST_REQUESTS = { untilAlive: 15, inAll: 20 };

const PAGES = [
  ...[
    "/",
    "/insights",
    "/wallets",
    "/wallets/new",
    "/wallets/merchant",
    "/transactions",
    "/transactions/new",
    "/payouts",
    "/incoming",
    "/reconciliation",
    "/customers",
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

// The record is the first of the list.
const RECORDS = { "/customers": "/customers/", "/payouts": "/payouts/", "/imports": "/imports/" };

for (const path of [
  ...["/insights", "/customers", "/payouts", "/incoming", "/reconciliation", "/reconciliation/ledger", "/imports"],
  ...["/settings/account", "/settings/keys", "/settings/team", "/settings/roles", "/settings/me"],
]) {
  test(`${path} passes axe and fits 320 pixels`, async ({ page, loginAs }) => {
    await loginAs("Admin", { at: path });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const record = Object.entries(RECORDS).find(([list]) => list === path)?.[1];
    const links = page.getByRole("main").locator(`a[href^="${record}"]:not([href$="/new"])`);
    const href = record && (await links.first().getAttribute("href"));
    for (const one of [path, href]) {
      if (!one) continue;
      await page.setViewportSize({ width: 1440, height: 900 });
      if (one !== path) await openPage(page, one);
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 700 });
      await waitForResponses(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), one).toBeLessThanOrEqual(320);
    }
  });
}

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

for (const path of [
  ...["/", "/wallets", "/customers", "/transactions", "/payouts", "/approvals", "/imports"],
  ...["/webhooks/deliveries", "/settings/account", "/reference"],
]) {
  test(`${path} fetches no other page ahead, and needs few requests`, async ({ page, loginAs }) => {
    await loginAs("Admin", { at: "/settings/me" });
    // The page before this one may still load code.
    await page.goto("about:blank");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.addInitScript(() => {
      const ready = () => document.documentElement?.hasAttribute("data-ready") && performance.mark("ready");
      new MutationObserver((_, observer) => ready() && observer.disconnect()).observe(document, {
        ...{ subtree: true, childList: true, attributeFilter: ["data-ready"] },
      });
    });
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
    const earlier = await page.evaluate(() => {
      const readyAt = performance.getEntriesByName("ready")[0]?.startTime ?? 0;
      return performance.getEntriesByType("resource").filter(({ startTime }) => startTime < readyAt).length;
    });
    expect(earlier + 1, requests.join("\n")).toBeLessThanOrEqual(MOST_REQUESTS.untilAlive);
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(MOST_REQUESTS.inAll);
  });
}
