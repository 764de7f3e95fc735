import { demoAccounts, demoPassword, unknownEmail } from "./demo.ts";
import { openPage } from "./page-ready.ts";
import { expect, expectSignedIn, signIn, test } from "./test.ts";

test("a member signs in and lands on the requested page", async ({ page, loginAs, walletOf }) => {
  const wallet = await walletOf("untouched");
  await loginAs("Admin", { at: `/wallets/${wallet.customerId}`, fresh: true });
  await expect(page.getByRole("heading", { level: 1, name: wallet.accountName })).toBeVisible();
  await expect(page.getByRole("button", { name: `Account of ${demoAccounts.Admin.name}, Admin` })).toBeVisible();
});

test("search engines are asked to stay away", async ({ page }) => {
  const reply = await page.request.get("/robots.txt");
  expect([reply.status(), await reply.text()]).toEqual([200, expect.stringMatching(/^Disallow: \/$/m)]);
});

test("a wrong password is refused without naming the wrong field, and the e-mail stays", async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(401);
  await openPage(page, "/login");
  await signIn(page, demoAccounts.Support.email, "not the password");
  await expect(page.getByRole("alert").filter({ hasText: "E-mail or password is wrong" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(demoAccounts.Support.email);

  await signIn(page, unknownEmail(), "not the password");
  await expect(page.getByRole("alert").filter({ hasText: "E-mail or password is wrong" })).toBeVisible();

  await signIn(page, demoAccounts.Support.email, demoPassword);
  await expectSignedIn(page);
});

test("text typed before hydration stays and is not submitted early", async ({ page }) => {
  let wake = () => {};
  const asleep = new Promise<void>((done) => {
    wake = done;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await asleep;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("E-mail").fill(demoAccounts.Support.email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(button).toBeDisabled();
  wake();
  await expect(button).toBeEnabled();
  await button.click();
  await expectSignedIn(page);
});

test("a return path to another site is ignored", async ({ page, baseURL }) => {
  await openPage(page, "/login?return_to=https://elsewhere.example/");
  await signIn(page, demoAccounts.Admin.email, demoPassword);
  await expectSignedIn(page);
  expect(new URL(page.url()).origin).toBe(baseURL);
});

test("signing out ends the session permanently", async ({ page, loginAs }) => {
  await loginAs("Admin", { fresh: true });
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in", exact: true })).toBeVisible();
  await openPage(page, "/wallets");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in", exact: true })).toBeVisible();
});

test.describe("through a proxy", () => {
  test.use({ extraHTTPHeaders: { "x-forwarded-for": "198.51.100.66, 203.0.113.77" } });

  test("a session records the address that the proxy names, not the one that the caller sent", async ({
    page,
    loginAs,
  }) => {
    await loginAs("Support", { fresh: true });
    const { data } = await (await page.request.get("/api/service/user/sessions")).json();
    const own = data.find((session: { current: boolean }) => session.current);
    expect(own.address).toBe("203.0.113.77");
  });
});
