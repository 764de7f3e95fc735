import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const ROOT = import.meta.dirname;

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      "@": ROOT,
      // Outside Next the package only throws; in tests a server module may be loaded.
      "server-only": `${ROOT}/node_modules/server-only/empty.js`,
    },
  },
  test: {
    // Two cores: more workers only make the timings of the others worse.
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    expect: { poll: { timeout: 10_000 } },
    env: { TZ: "UTC" },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: [
            "{contract,service,scripts,bench,sdk}/**/*.test.ts",
            "lib/{format,import,server}/**/*.test.ts",
            "lib/*.test.ts",
            "*.test.ts",
          ],
          globalSetup: ["service/testing/global-setup.ts"],
          // A busy machine is late, not wrong.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          environment: "jsdom",
          include: ["{components,app}/**/*.test.{ts,tsx}", "lib/api/**/*.test.{ts,tsx}"],
          setupFiles: ["components/testing/patience.ts"],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
