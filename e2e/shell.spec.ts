import type { Page, Request } from "@playwright/test";
import { openPage, waitForResponses } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** Requests of a page with an empty cache: document, scripts, styles, font, icon, calls, and code for later. */
const MOST_REQUESTS = { untilAlive: 14, inAll: 20 };

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
    "/cards",
    "/incoming",
    "/reconciliation",
    "/customers",
  ],
  ...["/imports", "/imports/new", "/approvals", "/statements", "/reconciliation/ledger", "/audit", "/reference"],
  ...["/webhooks", "/webhooks/new", "/webhooks/deliveries", "/webhooks/signature"],
  ...["/settings/account", "/settings/verification", "/settings/keys"],
  ...["/settings/team", "/settings/roles", "/settings/me"],
];

test("every page needs few requests, fetches no page ahead, fits 320 pixels and does not scroll beyond its content", async ({
  page,
  loginAs,
}) => {
  test.setTimeout(300_000);
  await loginAs("Admin", { at: "/settings/me" });
  await page.addInitScript(() => {
    const ready = () => document.documentElement?.hasAttribute("data-ready") && performance.mark("ready");
    new MutationObserver((_, observer) => ready() && observer.disconnect()).observe(document, {
      ...{ subtree: true, childList: true, attributeFilter: ["data-ready"] },
    });
  });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const defects: string[] = [];
  // Pages of one record are found on the way: the first of each kind.
  const paths = [...PAGES];
  for (const path of paths) {
    // The page before this one may still load code.
    await page.goto("about:blank");
    requests.length = 0;
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPage(page, path);
    await untilQuiet(page, requests);
    let alive = await countUntilAlive(page);
    if (alive > MOST_REQUESTS.untilAlive) {
      // On a busy machine, replies come too late for the document, or parts of a page begin to load before the page is alive.
      requests.length = 0;
      await openPage(page, path);
      await untilQuiet(page, requests);
      alive = await countUntilAlive(page);
    }
    const beyond = await emptyScroll(page);
    await page.setViewportSize({ width: 320, height: 700 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (alive > MOST_REQUESTS.untilAlive) defects.push(`${path}: ${alive} requests until it is alive`);
    if (requests.length > MOST_REQUESTS.inAll) defects.push(`${path}: ${requests.length} requests`);
    // Nobody pointed at a link.
    if (requests.some((one) => one.includes("_rsc="))) defects.push(`${path}: fetches a page ahead`);
    if (beyond > 16) defects.push(`${path}: scrolls ${beyond} pixels beyond its content`);
    if (width > 320) defects.push(`${path}: ${width} pixels wide on a screen of 320`);
    paths.push(...(await newKindsOfRecords(page, paths)));
  }
  expect(paths.length).toBeGreaterThan(PAGES.length + 6);
  expect(defects, requests.join("\n")).toEqual([]);
});

test("a document brings what its page reads first, and nothing else", async ({ page, loginAs }) => {
  test.setTimeout(180_000);
  await loginAs("Admin", { at: "/settings/me" });
  const differences: string[] = [];
  const paths = [...PAGES];
  for (const path of paths) {
    await page.goto("about:blank");
    const sent = new Set<string>();
    const note = (request: Request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === "GET" && pathname.startsWith(SERVICE))
        sent.add(withoutTimes(pathname.slice(SERVICE.length) + search));
    };
    page.on("request", note);
    // As after a navigation inside a loaded page: the document brings nothing, so that the page sends all its reads.
    await page.route(path, async (route) => {
      const headers = { ...route.request().headers(), "sec-fetch-dest": "empty" };
      await route.fulfill({ response: await route.fetch({ headers }) });
    });
    await openPage(page, path);
    const document = await page.request.get(path, { headers: { "sec-fetch-dest": "document" } });
    const brought = new Set(
      [...(await document.text()).matchAll(BROUGHT)].map(([, read = ""]) => withoutTimes(JSON.parse(`"${read}"`))),
    );
    await waitForResponses(page);
    // A part whose code loads later reads later.
    await expect.poll(() => [...brought].filter((read) => !sent.has(read)), `${path} does not read`).toEqual([]);
    page.off("request", note);
    await page.unroute(path);
    differences.push(
      ...[...sent]
        .filter((read) => !brought.has(read) && !READ_LATER.some((later) => later.test(read)))
        .map((read) => `${path} has to read ${read} itself`),
    );
    paths.push(...(await newKindsOfRecords(page, paths)));
  }
  expect(differences).toEqual([]);
});

const SERVICE = "/api/service";
/** A path in the document with its reply, or with a reference to it. */
const BROUGHT = /\\"(\/[^"\\]*(?:\\u0026[^"\\]*)*)\\":\\"(?:\$|\{)/g;

/** Reads of the last day start at a full minute. */
function withoutTimes(path: string): string {
  return decodeURIComponent(path).replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/, "then");
}

/** The first link to a record of each kind that no earlier page had. */
async function newKindsOfRecords(page: Page, known: readonly string[]): Promise<string[]> {
  const links = page.getByRole("main").locator("a[href]");
  const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const kinds = new Map(hrefs.filter((href) => RECORD.test(href)).map((href) => [kindOf(href), href]));
  for (const path of known) kinds.delete(kindOf(path));
  return [...kinds.values()];
}

const RECORD = /^\/[a-z/]+\/[\w-]{20,}$/;
const kindOf = (href: string) => href.slice(0, href.lastIndexOf("/") + 1);

/** The requests, with the document's, that began before the page answered to a person. */
async function countUntilAlive(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const readyAt = performance.getEntriesByName("ready")[0]?.startTime ?? 0;
    return 1 + performance.getEntriesByType("resource").filter(({ startTime }) => startTime < readyAt).length;
  });
}

/** Code for later loads when the page is idle: a page has settled when a second passes without a request. */
async function untilQuiet(page: Page, requests: readonly string[]): Promise<void> {
  let before = -1;
  const isQuiet = () => {
    const wasQuiet = requests.length === before;
    before = requests.length;
    return wasQuiet;
  };
  await waitForResponses(page);
  await expect.poll(isQuiet, { intervals: [1_000] }).toBe(true);
}

/**
 * What depends on a reply: the end of a batch decides which rows are shown, the rules of a merchant whether its members are read, a
 * list which request opens beside it, the state of an upload whether the request that it waits for is read.
 */
const READ_LATER = [
  /^\/wallet\/bulk-[\w-]+\/[\w-]+\/(items|rows)\?/,
  /^\/team\/members\?/,
  /^\/transaction\/pending\/[\w-]+$/,
  /^\/transaction\/pending\?status=PENDING&perPage=100$/,
];

/** How far the document scrolls beyond the end of its content, in pixels. */
async function emptyScroll(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const end = document.getElementById("main")?.getBoundingClientRect().bottom ?? 0;
    return document.documentElement.scrollHeight - Math.max(end + window.scrollY, window.innerHeight);
  });
}

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
