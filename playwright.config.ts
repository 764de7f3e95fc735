import { defineConfig } from "@playwright/test";

const executablePath = process.env.E2E_CHROMIUM;

/** Specs that do not change the demo merchant: they only read, or register merchants of their own. */
const HARMLESS = [
  "accessibility",
  "audit",
  "browser-errors",
  "emergency-freeze",
  "find-wallet",
  "invite",
  "keys",
  "mode",
  "mode-fence",
  "overview",
  "passkeys",
  "reference",
  "register",
  "reset",
  "role-change",
  "shell",
  "sign-in",
  "statements",
  "suspended-merchant",
  "tokens",
  "two-factor",
  "wallet-roles",
].map((task) => `${task}.spec.ts`);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // The specs share one demo merchant, so those that change it run one at a time, in parallel with those that do not
  // (decision 0048).
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: "changing", testIgnore: HARMLESS, workers: 1 },
    { name: "harmless", testMatch: HARMLESS, workers: 1 },
  ],
  // Retried tests are listed by name, and too many retries fail the run (scripts/testing/counts.ts, decision 0048).
  retries: 1,
  forbidOnly: true,
  // Generous limits, so that a busy machine does not fail the run.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    // A click that waits longer than this will not happen; without it, one test that hangs costs the whole limit above, twice.
    actionTimeout: 60_000,
    baseURL: process.env.E2E_BASE_URL ?? "http://localhost:3000",
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    viewport: { width: 1440, height: 900 },
    // Recording every test would make the run much longer.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
