import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import type { Wallet } from "../contract/wallets.ts";
import { type DemoCustomer, type DemoRole, demoAccounts, demoCustomers, demoPassword } from "./demo.ts";
import { openPage, trackRequests, waitForAnimations, waitForResponses, waitUntilReady } from "./page-ready.ts";
import { type Colleague, findDemoWallets, signInColleague } from "./service.ts";

type TestFixtures = {
  /** Declares that the test provokes refusals, because the browser logs each of them as an error. */
  expectRefusals(...statuses: number[]): void;
  /**
   * Opens `at` as a member of the demo merchant. The first use signs in through the page; later tests reuse the
   * cookies, until their session would have to confirm its identity for approvals. A `fresh` session belongs to this test alone: it can be observed from the start, or ended.
   */
  loginAs(role: DemoRole, options?: { page?: Page; at?: string; fresh?: true }): Promise<void>;
  /** A customer's wallet. An `active` one is enabled first if an earlier test or attempt left it frozen. */
  walletOf(customer: DemoCustomer, options?: { active: true }): Promise<Wallet>;
};

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
type KnownSession = { cookies: Cookies; signedInAt: number };
type WorkerFixtures = {
  demoWallets: Map<string, Wallet>;
  colleague: Colleague;
  sessions: Map<DemoRole, KnownSession>;
};

/** A test ends within the 10 minutes of a sign-in in which the service asks for no other proof. */
const REUSED_FOR_MS = 6 * 60_000;

const CSP_MARK = "Blocked by the content security policy:";

/** Playwright's test with the demo's members and wallets. Fails on every error that the browser reports. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demoWallets: [async ({ browserName: _ }, use) => use(await findDemoWallets("MainMerchant")), { scope: "worker" }],
  colleague: [async ({ browserName: _ }, use) => use(await signInColleague("MainMerchant")), { scope: "worker" }],
  sessions: [async ({ browserName: _ }, use) => use(new Map()), { scope: "worker" }],

  context: async ({ context }, use) => {
    trackRequests(context);
    await use(context);
  },

  expectRefusals: [
    async ({ context }, use) => {
      const browserErrors: string[] = [];
      const expected = new Set<number>();
      await watchForErrors(context, browserErrors);
      await use((...statuses) => {
        for (const status of statuses) expected.add(status);
      });
      expect(browserErrors.filter((message) => !isExpected(message, expected))).toEqual([]);
    },
    { auto: true },
  ],

  loginAs: async ({ page: own, sessions }, use) => {
    await use(async (role, { page = own, at = "/wallets", fresh = false } = {}) => {
      const known = sessions.get(role);
      const isReused = !fresh && known !== undefined && Date.now() - known.signedInAt < REUSED_FOR_MS;
      if (isReused) await page.context().addCookies(known.cookies);
      await openPage(page, at);
      if (isReused) return;
      await signIn(page, demoAccounts[role].email, demoPassword);
      await page.waitForURL((url) => url.pathname === at);
      await waitUntilReady(page);
      if (!fresh) sessions.set(role, { cookies: await page.context().cookies(), signedInAt: Date.now() });
    });
  },

  walletOf: async ({ demoWallets, colleague }, use) => {
    await use(async (customer, options) => {
      const known = demoWallets.get(demoCustomers[customer].normalize("NFC"));
      const wallet = known && (await colleague.findWallet(known.accountNumber));
      if (!wallet) throw new Error(`The demo has no wallet of ${demoCustomers[customer]}.`);
      if (options?.active && wallet.status === "FROZEN") await colleague.enable(wallet.customerId);
      if (options?.active && wallet.postNoCredit) await colleague.allowCredits(wallet.customerId);
      return wallet;
    });
  },
});

export { expect };

/** Fills in the sign-in form once it is hydrated, and submits it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeVisible();
  await waitUntilReady(page);
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Waits until a member is signed in and the page is hydrated. */
export async function expectSignedIn(page: Page, name: string | RegExp = /^Account of/): Promise<void> {
  await expect(page.getByRole("button", { name })).toBeVisible();
  await waitUntilReady(page);
}

/**
 * Checks that the page has no violation of WCAG 2.2 A and AA or of axe's best practices. `withMenu` omits the landmark
 * rule, because open menus are outside the landmarks.
 */
export async function expectAccessible(page: Page, { withMenu = false } = {}): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const axe = new AxeBuilder({ page }).withTags(tags).disableRules(withMenu ? ["region"] : []);
  // Colours are wrong during a fade-in, and a list that refetches is pale shortly after its URL changes.
  await waitForResponses(page);
  await expect(page.locator("table[aria-busy]")).toHaveCount(0);
  await waitForAnimations(page);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

async function watchForErrors(context: BrowserContext, errors: string[]): Promise<void> {
  await context.addInitScript((mark) => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`${mark} ${violatedDirective} ${blockedURI}`);
    });
  }, CSP_MARK);
  context.on("console", (message: ConsoleMessage) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  context.on("weberror", (failure) => errors.push(String(failure.error())));
  context.on("response", (response) => {
    if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
  });
}

function isExpected(message: string, statuses: Set<number>): boolean {
  const found = /^(?:Failed to load resource: the server responded with a status of )?(\d{3})\b/.exec(message);
  return found !== null && statuses.has(Number(found[1]));
}
