import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  type Request,
  type Response,
} from "@playwright/test";

const SERVICE_CALLS = "/api/service/";
/** The requests to the service that have no response yet, by page. */
const pending = new WeakMap<Page, Set<Request>>();

/** Opens a page and waits until its controls react to clicks and keys. */
export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url);
  await waitUntilReady(page);
  return response;
}

export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await waitUntilReady(page);
}

/** Presses a key when the page listens to it: elements that have just appeared attach their listeners before the page is idle. */
export async function press(page: Page, key: string): Promise<void> {
  await waitUntilReady(page);
  // The page may navigate meanwhile.
  await page.evaluate(waitUntilIdle).catch(() => undefined);
  await page.keyboard.press(key);
}

/** Waits until the page is hydrated, which it shows by `data-ready` on `<html>`. Follows a navigation to the next page. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}

/** Runs in the page. */
function waitUntilIdle(): Promise<unknown> {
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
}

/** Waits until the page has no request in flight, at most five seconds: a test may hold a response back. */
export async function waitForResponses(page: Page): Promise<void> {
  await page
    .locator("html:not([data-busy])")
    .waitFor({ state: "attached", timeout: 5_000 })
    .catch(() => undefined);
}

/** Opens a blank page in a new browser context, like another computer. The test closes the context. */
export async function openBrowserPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  trackRequests(context);
  return context.newPage();
}

/** Records the pending requests of every page of the context, for `holdReads`. */
export function trackRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const requests = new Set<Request>();
    pending.set(page, requests);
    page.on("request", (request) => request.url().includes(SERVICE_CALLS) && requests.add(request));
    page.on("requestfinished", (request) => requests.delete(request));
    page.on("requestfailed", (request) => requests.delete(request));
  });
}

/**
 * Holds back every read that the page starts from now on, so that it learns of changes only from its next write. Resolves when earlier
 * reads have finished, with a function that releases the held reads.
 */
export async function holdReads(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  const held = new Set<Request>();
  await page.route(`**${SERVICE_CALLS}**`, async (route) => {
    if (route.request().method() === "GET") {
      held.add(route.request());
      await released.promise;
    }
    // The page may have navigated meanwhile.
    await route.fallback().catch(() => undefined);
  });
  await expect.poll(() => [...(pending.get(page) ?? [])].every((request) => held.has(request))).toBe(true);
  return released.resolve;
}

/** Waits for the end of all animations and transitions, except endless ones. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
