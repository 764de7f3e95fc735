import type { Browser, BrowserContext, Page } from "@playwright/test";

/** Has every page of `context` wait, after it was loaded, until it is alive; not where a test asks for less than all of it. */
export function settleAfterLoading(context: BrowserContext): void {
  context.on("page", (page) => {
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
  });
}

/** A page of a browser of its own, as on a colleague's desk; close its context. */
export async function openDesk(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
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

function untilControlsAnswer(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const isAlive = (control: Element) => Object.keys(control).some((name) => name.startsWith("__reactProps"));
    const pause = () => new Promise((done) => setTimeout(done, 20));
    for (let waits = 0; waits < 500; waits += 1) {
      if ([...document.querySelectorAll("button, input, select, textarea, a[href]")].every(isAlive)) break;
      await pause();
    }
    // Listening to keys begins once the page rests.
    await new Promise((rest) => requestIdleCallback(rest, { timeout: 2_000 }));
  });
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
