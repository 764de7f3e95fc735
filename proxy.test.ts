import { unstable_doesMiddlewareMatch as doesMatch } from "next/experimental/testing/server";
import { expect, it } from "vitest";
import { config } from "./proxy.ts";

it.each([
  "/",
  "/login",
  "/wallets/0190a000-0000-7000-8000-000000000001",
  "/transfers/receipt.png",
  "/transfers/notes.txt",
  "/approvals/x.svg",
  "/nowhere/icon.svg",
  "/favicon.ico",
  "/_next/image?url=%2Ficon.svg&w=64&q=75",
])("%s gets page headers, regardless of its suffix", (url) => {
  expect(doesMatch({ config, url })).toBe(true);
});

it.each(["/api/service/wallet", "/api/auth/callback/credentials", "/_next/static/chunks/main.js"])(
  "%s is not a page",
  (url) => {
    expect(doesMatch({ config, url })).toBe(false);
  },
);
