import type { Page } from "@playwright/test";
import { newPerson } from "./demo.ts";
import { openPage, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

type Person = ReturnType<typeof newPerson>;

async function fill(page: Page, person: Person, document: "BVN" | "NIN" = "BVN") {
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Phone number").fill(person.phoneNumber);
  await page.getByLabel("Date of birth").fill(person.dateOfBirth);
  await page.getByRole("radio", { name: document }).check();
  await page.getByLabel(`${document} number`).fill(person.digits);
}

const submit = (page: Page) => page.getByRole("button", { name: "Create wallet" });

test("an operator creates a wallet, opens it and finds it by name", async ({ page, loginAs }) => {
  const person = newPerson();
  await loginAs("Operator");
  await page.getByRole("link", { name: "New wallet" }).click();
  await fill(page, person);
  await submit(page).dblclick();
  await expect(page.getByRole("heading", { name: "Wallet created" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open wallet" }).click();
  const name = `${person.firstName} ${person.lastName}`;
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await openPage(page, "/wallets");
  await page.getByRole("searchbox").fill(person.lastName);
  await expect(page).toHaveURL(new RegExp(`search=${person.lastName}`));
  await expect(page.getByRole("link", { name })).toHaveCount(1);
  await page.getByRole("searchbox").fill(person.phoneNumber);
  await expect(page.getByRole("link", { name })).toHaveCount(1);
  expect(page.url()).not.toContain(person.phoneNumber);
});

test("a wallet frozen by its identity check shows the reason and the next step", async ({ page, loginAs }) => {
  await loginAs("Admin", { at: "/wallets/new" });
  await fill(page, newPerson("00"));
  await submit(page).click();
  await expect(page.getByRole("heading", { name: "Wallet created, frozen by its identity check" })).toBeVisible();
  await expect(page.getByText("Frozen · identity")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Check identity" }).click();
  await expect(page.getByRole("dialog", { name: "Identity and tier" })).toBeVisible();
});

test("a duplicate links to the existing customer", async ({ page, loginAs, colleague, expectRefusals }) => {
  expectRefusals(400);
  const { digits, ...known } = newPerson();
  const { customerId } = await colleague.create({ ...known, bvn: digits });
  await loginAs("Admin", { at: "/wallets/new" });
  await fill(page, { ...newPerson(), phoneNumber: known.phoneNumber });
  await submit(page).click();
  const link = page.getByRole("link", { name: "Open wallet" });
  await expect(link).toHaveAttribute("href", `/wallets/${customerId}`);
  await expectAccessible(page);
});

test("a registry outage changes nothing, and the input stays", async ({ page, loginAs, expectRefusals }) => {
  expectRefusals(503);
  await loginAs("Admin", { at: "/wallets/new" });
  const person = newPerson("02");
  await fill(page, person);
  await submit(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "The wallet was not created" })).toBeVisible();
  await expect(page.getByLabel("BVN number")).toHaveValue(person.digits);
  await expect(page.getByLabel("Last name")).toHaveValue(person.lastName);
});

test("a reload keeps everything except the BVN, and a lost response creates one wallet", async ({
  page,
  loginAs,
  expectRefusals,
}) => {
  // 409: the retry arrives while the service still processes the first call.
  expectRefusals(409, 502, 504);
  const person = newPerson();
  const keys = new Set<string | undefined>();
  await loginAs("Admin", { at: "/wallets/new" });
  await fill(page, person);
  await reloadPage(page);
  await expect(page.getByLabel("Last name")).toHaveValue(person.lastName);
  await expect(page.getByLabel("BVN number")).toHaveValue("");
  await page.getByLabel("BVN number").fill(person.digits);

  // The service processes the call, but its response is lost.
  await page.route("**/api/service/wallet", async (route) => {
    keys.add(
      await route
        .request()
        .headerValue("idempotency-key")
        .then((value) => value ?? undefined),
    );
    await route.fetch();
    await route.fulfill({ status: 502, body: "" });
  });
  await submit(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "It won’t happen twice" })).toBeVisible();
  await reloadPage(page);
  await expect(page.getByRole("alert").filter({ hasText: "It won’t happen twice" })).toBeVisible();
  // Only now, because the page repeats the call automatically before a reload.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByLabel("BVN number").fill(person.digits);
  const [request] = await Promise.all([
    page.waitForRequest((asked) => asked.method() === "POST" && asked.url().endsWith("/api/service/wallet")),
    page.getByRole("button", { name: "Retry safely" }).click(),
  ]);
  keys.add(request.headers()["idempotency-key"]);
  await expect(page.getByRole("heading", { name: "Wallet created" })).toBeVisible();
  expect(keys.size).toBe(1);
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain(person.digits);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the empty form and its errors are accessible in ${colorScheme}`, async ({ page, loginAs }) => {
    await page.emulateMedia({ colorScheme });
    await loginAs("Admin", { at: "/wallets/new" });
    await expect(submit(page)).toBeVisible();
    await expectAccessible(page);
    await submit(page).click();
    await expect(page.getByText("Enter exactly 11 digits.")).toBeVisible();
    await expectAccessible(page);
  });
}
