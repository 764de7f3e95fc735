import type { Response } from "@playwright/test";
import { openPage } from "./page-ready.ts";
import { expect, test } from "./test.ts";
import { fillFreezeSheet, openWallet } from "./wallet-page.ts";

/** The formats of the service's tokens and keys; the encrypted session cookie matches none of them. */
const TOKEN = /\b(at|rt|sk|ct)_[A-Za-z0-9_-]{20,}/;
const TOKEN_NAMES = /access_?token|refresh_?token|private_?key/i;

test("no token reaches the browser", async ({ page, context, loginAs, walletOf }) => {
  const bodies: Promise<string>[] = [];
  const headers: string[] = [];
  page.on("response", (response: Response) => {
    headers.push(JSON.stringify({ ...response.headers(), "set-cookie": "" }));
    const isText = /json|html|x-component/.test(response.headers()["content-type"] ?? "");
    if (isText) bodies.push(response.text().catch(() => ""));
  });
  const wallet = await walletOf("untouched");
  await loginAs("Admin", { fresh: true });
  await openWallet(page, wallet);
  const sheet = await fillFreezeSheet(page, { category: "Other", explanation: "Only typed, never sent." });
  await sheet.getByRole("button", { name: "Cancel" }).click();

  for (const text of [...headers, ...(await Promise.all(bodies))]) {
    expect(text).not.toMatch(TOKEN);
    expect(text).not.toMatch(TOKEN_NAMES);
  }
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(stored).not.toMatch(TOKEN);
  expect(stored).not.toContain("session-token");
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  for (const cookie of await context.cookies()) {
    expect(cookie, cookie.name).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(decodeURIComponent(cookie.value)).not.toMatch(TOKEN);
  }
});

for (const path of ["/wallets", "/transfers/receipt.png"])
  test(`pages behind sign-in are never kept by a cache, and only own scripts run: ${path}`, async ({
    page,
    loginAs,
    expectRefusals,
  }) => {
    expectRefusals(404);
    await loginAs("Admin");
    const response = await openPage(page, path);
    const headers = response?.headers() ?? {};
    expect(headers["cache-control"]).toContain("no-store");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe-eval");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
  });
