import { openPage } from "./page-ready.ts";
import { test } from "./test.ts";

// Checks of the error detection that every test uses: each of these tests must fail.

test("a console error fails the test", async ({ page }) => {
  test.fail();
  await openPage(page, "/login");
  await page.evaluate(() => console.error("planted"));
});

test("an unhandled rejection fails the test", async ({ page, context }) => {
  test.fail();
  await openPage(page, "/login");
  const heard = context.waitForEvent("weberror");
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error("planted"))));
  await heard;
});

test("an image from another origin is blocked and fails the test", async ({ page }) => {
  test.fail();
  await openPage(page, "/login");
  const blocked = page.waitForEvent("console", (message) => message.text().includes("img-src"));
  await page.evaluate(() => {
    new Image().src = "https://elsewhere.example/pixel.png";
  });
  await blocked;
});

test("an unexpected refusal fails the test", async ({ page }) => {
  test.fail();
  await openPage(page, "/login");
  const heard = page.waitForEvent("console");
  await page.evaluate(() => fetch("/api/service/wallet/customer"));
  await heard;
});
