import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Counts, parsePlaywright, readCounts } from "./counts.ts";
import { runProgram } from "./run-program.ts";
import { startTemporaryProduct } from "./temporary-product.ts";

const ROOT = dirname(dirname(import.meta.dirname));

/** Runs Playwright against a temporary product. */
export async function runBrowserTests(folder: string, chromium: string): Promise<Counts> {
  if (globSync("e2e/**/*.spec.ts", { cwd: ROOT }).length === 0) throw new Error("There is no browser test in e2e/.");
  const product = await startTemporaryProduct();
  let counts: Counts = { passed: 0, failed: 1, skipped: 0, remarks: [] };
  try {
    const reportFile = join(folder, "e2e.json");
    const exitCode = await runProgram(["node_modules/@playwright/test/cli.js", "test"], {
      E2E_BASE_URL: product.dashboardUrl,
      E2E_SERVICE_URL: product.serviceUrl,
      E2E_CHROMIUM: chromium,
      E2E_DATA_DIR: product.dataDir,
      E2E_DATABASE_URL: product.databaseUrl,
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    });
    counts = readCounts({ reportFile, exitCode }, parsePlaywright);
  } finally {
    await product.close({ keep: counts.failed > 0 });
    if (counts.failed > 0) console.log(`The data and logs of this run are kept in ${product.dataDir}`);
  }
  return counts;
}
