import { setTimeout as pause } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  type Request,
} from "@playwright/test";

const SERVICE_CALLS = "/api/service/";
/** What each page has asked the service for and not heard of yet. */
const underWay = new WeakMap<Page, Set<Request>>();

/**
 * Has every page of `context` wait, after it was loaded, until it is alive, and before a key is pressed, until it rests. Not where
 * a test asks for less than all of the page.
 */
export function settleAfterLoading(context: BrowserContext): void {
  context.on("page", (page) => {
    const open = new Set<Request>();
    underWay.set(page, open);
    page.on("request", (request) => request.url().includes(SERVICE_CALLS) && open.add(request));
    page.on("requestfinished", (request) => open.delete(request));
    page.on("requestfailed", (request) => open.delete(request));
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (!options?.waitUntil) await untilAlive(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload(options);
      await untilAlive(page);
      return response;
    };
    const press = page.keyboard.press.bind(page.keyboard);
    page.keyboard.press = async (key, options) => {
      // What has just been drawn listens a moment later; a page that goes meanwhile is not waited for.
      await page.evaluate(untilAtRest).catch(() => undefined);
      await press(key, options);
    };
  });
}

/** A page of a browser of its own, as on a colleague's desk; close its context. */
export async function openDesk(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  settleAfterLoading(context);
  return context.newPage();
}

/**
 * Waits until all controls of the page take clicks and keys: a page is seen before its scripts have run. Where another page
 * comes meanwhile, of that one.
 */
export async function untilAlive(page: Page): Promise<void> {
  await untilControlsAnswer(page).catch(async () => {
    await page.waitForLoadState();
    await untilControlsAnswer(page);
  });
}

/** Waits until the service has answered what the page has asked; five seconds at the most, as a test may hold an answer back. */
export async function untilAnswered(page: Page): Promise<void> {
  const isOver = () => (underWay.get(page)?.size ?? 0) === 0;
  for (let waits = 0; waits < 100 && !isOver(); waits += 1) await pause(50);
}

/**
 * From now on what the page reads of its own accord waits, so that it hears of what happens meanwhile by its next write, and not
 * before that; what it was reading has come. Ends with what is returned.
 */
export async function holdReads(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  const held = new Set<Request>();
  await page.route(`**${SERVICE_CALLS}**`, async (route) => {
    if (route.request().method() === "GET") {
      held.add(route.request());
      await released.promise;
    }
    // The page may be another by then.
    await route.fallback().catch(() => undefined);
  });
  await expect.poll(() => [...(underWay.get(page) ?? [])].every((request) => held.has(request))).toBe(true);
  return released.resolve;
}

async function untilControlsAnswer(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isAlive = (control: Element) => Object.keys(control).some((name) => name.startsWith("__reactProps"));
    const pause = () => new Promise((done) => setTimeout(done, 20));
    for (let waits = 0; waits < 500; waits += 1) {
      if ([...document.querySelectorAll("button, input, select, textarea, a[href]")].every(isAlive)) break;
      await pause();
    }
  });
  await page.evaluate(untilAtRest);
}

/** In the page: listening to keys begins once it rests. */
function untilAtRest(): Promise<unknown> {
  return new Promise((rest) => requestIdleCallback(rest, { timeout: 2_000 }));
}

/** Waits until what slides or fades has arrived; what turns for ever is left alone. */
export async function finishMoving(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
