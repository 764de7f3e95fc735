import { openPage } from "./settle.ts";
import { test } from "./test.ts";

// The ears that every other test listens with: each of these has to fail.

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

test("an image from elsewhere is blocked, and fails the test", async ({ page }) => {
  test.fail();
  await openPage(page, "/login");
  const blocked = page.waitForEvent("console", (message) => message.text().includes("img-src"));
  await page.evaluate(() => {
    new Image().src = "https://elsewhere.example/pixel.png";
  });
  await blocked;
});

test("a refusal that nobody announced fails the test", async ({ page }) => {
  test.fail();
  await openPage(page, "/login");
  const heard = page.waitForEvent("console");
  await page.evaluate(() => fetch("/api/service/wallet/customer"));
  await heard;
});
