import { defineConfig } from "@playwright/test";

const executablePath = process.env.E2E_CHROMIUM;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // The specs share one demo merchant: what one freezes, another must not look for.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Twice what a quiet machine ever needs: a busy one is late, not wrong.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? "http://localhost:3000",
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    viewport: { width: 1440, height: 900 },
    // Recording every test for the one that fails makes the run much longer.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
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
