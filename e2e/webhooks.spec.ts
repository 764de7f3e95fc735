import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { demoAccounts, demoPassword, uniqueKobo } from "./demo.ts";
import { openPage, press } from "./page-ready.ts";
import { type Receiver, signaturesOf, startReceiver } from "./receiver.ts";
import { test as base, expect, expectAccessible } from "./test.ts";

const SERVICE = `${process.env.E2E_SERVICE_URL ?? "http://127.0.0.1:4000"}/v1`;

type Integration = { call<Data>(method: string, path: string, body?: object): Promise<Data> };

type Fixtures = {
  receiver: Receiver;
  /**
   * Transfers through the API, which an integration may make without approval: they produce debit, credit and success
   * events.
   */
  makeEvents: (count: number) => Promise<void>;
};

const test = base.extend<Fixtures, { owner: Integration }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
  makeEvents: async ({ owner, walletOf }, use) => {
    const { customerId: fromCustomerId } = await walletOf("transferPayer", { active: true });
    const { customerId: toCustomerId } = await walletOf("transferPayee", { active: true });
    await use(async (count) => {
      for (let made = 0; made < count; made += 1) {
        await owner.call("POST", "/transfer/wallet", { fromCustomerId, toCustomerId, amount: uniqueKobo() });
      }
    });
  },
  owner: [async ({ browserName: _ }, use) => use(await signInOwner()), { scope: "worker" }],
});

async function signInOwner(): Promise<Integration> {
  const send = async <Data>(method: string, path: string, body?: object, token?: string): Promise<Data> => {
    const response = await fetch(`${SERVICE}${path}`, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  };
  const credentials = { email: demoAccounts.MainMerchant.email, password: demoPassword };
  const { accessToken } = await send<{ accessToken: string }>("POST", "/auth/login", credentials);
  return { call: (method, path, body) => send(method, path, body, accessToken) };
}

/** Opens the page of a subscription and reveals its signing secret. */
async function revealSecret(page: Page, label: string): Promise<string> {
  await openPage(page, "/webhooks");
  await page.getByRole("link", { name: label }).click();
  await page.getByRole("button", { name: "Reveal" }).click();
  const secret = page.getByText(/^whsec_[\w-]{43}$/);
  // The sign-in of the tests may be older than ten minutes.
  const password = page.getByRole("dialog").getByLabel("Your password");
  await expect(secret.or(password)).toBeVisible();
  if (await password.isVisible()) {
    await password.fill(demoPassword);
    await press(page, "Enter");
  }
  return (await secret.textContent()) ?? "";
}

/** Creates a subscription on the page and returns its label. */
async function subscribe(page: Page, receiver: Receiver, event = "wallet.credit"): Promise<string> {
  const label = `Test ${crypto.randomUUID().slice(0, 8)}`;
  await openPage(page, "/webhooks/new");
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Label").fill(label);
  await page.getByRole("checkbox", { name: new RegExp(`^${event.replaceAll(".", "\\.")} `) }).check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading", { name: label, level: 1 })).toBeVisible();
  return label;
}

const deliveryRows = (page: Page) =>
  page.getByRole("table", { name: "Deliveries, newest first" }).getByRole("row").filter({ hasText: "wallet.credit" });

/**
 * Waits until the given number of deliveries of the open subscription are exhausted. The switch shows its new state
 * before the service has it; reactivating the subscription too early would let the worker send waiting deliveries.
 */
async function untilFailed(owner: Integration, subscriptionPage: string, count: number): Promise<void> {
  const query = `subscriptionId=${idOf(subscriptionPage)}&status=failed`;
  const failed = () => owner.call<unknown[]>("GET", `/merchant/webhook/deliveries?${query}`);
  await expect.poll(async () => (await failed()).length).toBe(count);
}

/** The switch is ahead of the service here too, and a replay would be refused until then. */
async function untilActive(owner: Integration, subscriptionPage: string): Promise<void> {
  const path = `/merchant/webhook/subscription/${idOf(subscriptionPage)}`;
  await expect.poll(async () => (await owner.call<{ active: boolean }>("GET", path)).active).toBe(true);
}

const idOf = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";

async function showDeliveriesOf(page: Page, label: string): Promise<void> {
  await page.getByRole("link", { name: "View all" }).click();
  await expect(page.getByLabel("Subscription").locator("option:checked")).toHaveText(label);
}

async function removeSubscription(page: Page, label: string, receiver: Receiver): Promise<void> {
  await openPage(page, "/webhooks");
  await page.getByRole("button", { name: `Actions for ${label}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByLabel(/^Type .* to confirm$/).fill(new URL(receiver.url).host);
  await page.getByRole("button", { name: "Delete subscription" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: label })).toHaveCount(0);
}

test("an event of a subscription arrives with a valid signature, and the page shows it", async ({
  page,
  loginAs,
  receiver,
  owner,
  makeEvents,
}) => {
  await loginAs("Admin", { at: "/webhooks" });
  const label = await subscribe(page, receiver);
  await makeEvents(1);
  await expect.poll(() => receiver.received.length).toBe(1);

  const [first] = receiver.received;
  if (!first) throw new Error("nothing arrived");
  const { privateKey } = await owner.call<{ privateKey: string }>("GET", "/merchant/my-access-keys");
  const { sha256, sha512 } = signaturesOf(first, privateKey);
  expect(first.headers).toMatchObject({ "x-webhook-signature": sha256, "x-service-signature": sha512 });

  await showDeliveriesOf(page, label);
  await expect(deliveryRows(page)).toHaveCount(1);
  await expect(deliveryRows(page)).toContainText("Delivered");

  // The subscription's own secret is shown after the password and signs the same bytes; after a roll both secrets sign.
  const secret = await revealSecret(page, label);
  const ownOf = (key: string, { body, headers }: typeof first) =>
    createHmac("sha256", key).update(`${headers["x-webhook-timestamp"]}.${body}`).digest("hex");
  expect(first.headers["x-subscription-signature"]).toBe(ownOf(secret, first));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Roll", exact: true }).click();
  await page.getByRole("radio", { name: "In 24 hours" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Roll secret" }).click();
  await expect(page.getByText(/The previous secret also signs until/)).toBeVisible();
  const rolled = (await page.getByText(/^whsec_[\w-]{43}$/).textContent()) ?? "";
  await makeEvents(1);
  await expect.poll(() => receiver.received.length).toBe(2);
  const second = receiver.received[1] ?? first;
  expect(second.headers["x-subscription-signature"]).toBe([rolled, secret].map((key) => ownOf(key, second)).join(","));

  // The signature page agrees and detects one changed byte.
  await openPage(page, "/webhooks/signature");
  await page.getByLabel("Private key").fill(privateKey);
  await page.getByLabel("Raw body").fill(first.body);
  for (const name of ["x-webhook-timestamp", "x-webhook-signature", "x-service-signature"]) {
    await page.getByLabel(name).fill(String(first.headers[name]));
  }
  await page.getByRole("button", { name: "Check signature" }).click();
  const result = page.getByRole("status", { name: "Result" });
  await expect(result.getByText("Matches")).toHaveCount(2);
  await expect(result.getByText("In the window")).toBeVisible();
  await page.getByLabel("Raw body").fill(`${first.body} `);
  await page.getByRole("button", { name: "Check signature" }).click();
  await expect(result.getByText("Differs")).toHaveCount(2);
  // The stored request of a delivery equals the sent one.
  await page.getByRole("button", { name: "Use the last delivery" }).click();
  await expect(page.getByText(/^Filled in from the newest delivery/)).toBeVisible();
  await page.getByRole("button", { name: "Check signature" }).click();
  await expect(result.getByText("Matches")).toHaveCount(2);
  await removeSubscription(page, label, receiver);
});

test("a failing receiver shows retries; after the delivery is exhausted, a replay delivers", async ({
  page,
  loginAs,
  receiver,
  owner,
  makeEvents,
}) => {
  await loginAs("Admin", { at: "/webhooks" });
  const label = await subscribe(page, receiver);
  const subscriptionPage = page.url();
  receiver.respondWith(503);
  await makeEvents(1);
  await expect.poll(() => receiver.received.length).toBe(1);
  await showDeliveriesOf(page, label);
  await expect(deliveryRows(page)).toContainText(/Retrying in \d:\d\d/);
  await deliveryRows(page).getByRole("link").click();
  const detail = page.getByRole("article", { name: "Delivery" });
  await expect(detail.getByText("Responded 503")).toBeVisible();
  await expectAccessible(page);

  // The retry schedule takes six minutes: deactivating the subscription ends waiting deliveries immediately.
  await openPage(page, subscriptionPage);
  const toggle = page.getByRole("switch", { name: "Active" });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await untilFailed(owner, subscriptionPage, 1);
  await showDeliveriesOf(page, label);
  await expect(deliveryRows(page)).toContainText("Failed");
  await openPage(page, subscriptionPage);
  await toggle.click();
  await expect(toggle).toBeChecked();
  await untilActive(owner, subscriptionPage);

  receiver.respondWith(200);
  const before = receiver.received.length;
  await showDeliveriesOf(page, label);
  await deliveryRows(page).getByRole("link").click();
  await detail.getByRole("button", { name: "Replay" }).click();
  const dialog = page.getByRole("dialog", { name: "Replay this delivery" });
  await expect(dialog.getByText(/of 100 used this minute/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Replay" }).click();
  await expect(detail.getByText("Replay of")).toBeVisible();
  await expect(detail.getByRole("status").filter({ hasText: "Delivered" })).toBeVisible();
  expect(receiver.received).toHaveLength(before + 1);
  const events = receiver.received.map(({ headers, body }) => `${headers["x-webhook-event-id"]} ${body}`);
  expect(new Set(events).size).toBe(1);
  await removeSubscription(page, label, receiver);
});

test("many failures are counted, then replayed", async ({ page, loginAs, receiver, owner, makeEvents }) => {
  await loginAs("Admin", { at: "/webhooks" });
  const label = await subscribe(page, receiver);
  const subscriptionPage = page.url();
  receiver.respondWith(500);
  await makeEvents(3);
  await expect.poll(() => receiver.received.length).toBe(3);
  const toggle = page.getByRole("switch", { name: "Active" });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await untilFailed(owner, subscriptionPage, 3);
  await openPage(page, subscriptionPage);
  await toggle.click();
  await expect(toggle).toBeChecked();
  await untilActive(owner, subscriptionPage);
  receiver.respondWith(200);
  const before = receiver.received.length;
  await openPage(page, subscriptionPage);
  await page.getByRole("link", { name: "View failed" }).click();
  await expect(deliveryRows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Select 3 failures on this page" }).click();
  await page.getByRole("button", { name: "Replay selected" }).click();
  const sheet = page.getByRole("dialog", { name: "Replay failures" });
  await expect(sheet.getByText("3 deliveries to replay")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Replay 3" }).click();
  await expect.poll(() => receiver.received.length).toBe(before + 3);
  await removeSubscription(page, label, receiver);
});

test("a test shows status and duration, and an invalid URL is reported at its field", async ({
  page,
  loginAs,
  receiver,
  expectRefusals,
}) => {
  expectRefusals(400);
  await loginAs("Admin", { at: "/webhooks" });
  const label = await subscribe(page, receiver);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: `Test ${label}` });
  await expect(sheet.getByText(/^200 in [\d,]+ ms$/)).toBeVisible();
  await sheet.getByRole("button", { name: "Send another test" }).click();
  await expect(sheet.getByText(/^200 in [\d,]+ ms$/)).toHaveCount(2);
  await expectAccessible(page);
  await press(page, "Escape");
  await removeSubscription(page, label, receiver);

  await openPage(page, "/webhooks/new");
  await page.getByLabel("URL").fill("https://169.254.169.254/hooks");
  await page.getByRole("checkbox", { name: "All events" }).check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("URL")).toHaveAccessibleDescription(/use the URL of a tunnel/);
});

test("arrow keys move through the deliveries", async ({ page, loginAs }) => {
  await loginAs("Support", { at: "/webhooks/deliveries" });
  await page.getByRole("button", { name: "30 d" }).click();
  await expect(page).toHaveURL(/span=30d/);
  // No new deliveries of these arrive during the test.
  await page.getByLabel("Event").selectOption("wallet.credit");
  await expect(page).toHaveURL(/eventType=wallet\.credit/);
  const table = page.getByRole("table", { name: "Deliveries, newest first" });
  await expect(table).not.toHaveAttribute("aria-busy");
  const links = table.getByRole("link");
  await links.first().click();
  const detail = page.getByRole("article", { name: "Delivery" });
  await expect(detail.getByText("Delivery ID")).toBeVisible();
  const first = page.url();
  await press(page, "ArrowRight");
  await expect(page).not.toHaveURL(first);
  await press(page, "ArrowLeft");
  await expect(page).toHaveURL(first);
  await detail.getByRole("button", { name: "Close delivery" }).click();
  await expect(links.first()).toBeFocused();
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });
    for (const path of ["/webhooks", "/webhooks/new", "/webhooks/deliveries?span=30d", "/webhooks/signature"]) {
      test(`the page ${path}, for who may change and who may not`, async ({ page, loginAs }) => {
        for (const viewport of [
          { width: 1440, height: 900 },
          { width: 390, height: 844 },
        ]) {
          await page.setViewportSize(viewport);
          if (viewport.width === 1440) await loginAs("Operator", { at: "/webhooks" });
          await openPage(page, path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expect(page.getByRole("main").getByText(/^Loading/)).toHaveCount(0);
          await expectAccessible(page);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
        }
      });
    }
  });
}
