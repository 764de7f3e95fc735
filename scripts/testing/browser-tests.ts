import { type ChildProcess, spawn } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { findFreePort } from "../system/ports.ts";
import { makeTemporaryFolder } from "../system/temporary-folder.ts";
import { type Counts, parsePlaywright, readCounts } from "./counts.ts";
import { runProgram } from "./run-program.ts";

const ROOT = dirname(dirname(import.meta.dirname));

/** Starts the product as `npm start` does, on free ports with new demo data, and runs Playwright against it. */
export async function runBrowserTests(folder: string, chromium: string): Promise<Counts> {
  if (globSync("e2e/**/*.spec.ts", { cwd: ROOT }).length === 0) throw new Error("There is no browser test in e2e/.");
  const dataDir = makeTemporaryFolder("wallet-e2e-");
  const [port, servicePort, bankPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const product = startProduct({ dataDir, port, servicePort, bankPort });
  let counts: Counts = { passed: 0, failed: 1, skipped: 0 };
  try {
    const databaseUrl = await waitUntilReady(product);
    const reportFile = join(folder, "e2e.json");
    const exitCode = await runProgram(["node_modules/@playwright/test/cli.js", "test"], {
      E2E_BASE_URL: `http://localhost:${port}`,
      E2E_SERVICE_URL: `http://127.0.0.1:${servicePort}`,
      E2E_CHROMIUM: chromium,
      E2E_DATA_DIR: dataDir,
      E2E_DATABASE_URL: databaseUrl,
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    });
    counts = readCounts({ reportFile, exitCode }, parsePlaywright);
  } finally {
    await end(product);
    if (counts.failed === 0) rmSync(dataDir, { recursive: true, force: true });
    else console.log(`The data and logs of this run are kept in ${dataDir}`);
  }
  return counts;
}

function startProduct(input: { dataDir: string; port: number; servicePort: number; bankPort: number }): ChildProcess {
  return spawn(process.execPath, ["scripts/start.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      // Empty, not absent, so that a .env file of the clone does not set them.
      DATABASE_URL: "",
      NEXTAUTH_URL: "",
      WALLET_SERVICE_URL: "",
      NODE_ENV: undefined,
      PORT: String(input.port),
      SERVICE_PORT: String(input.servicePort),
      SANDBOX_BANK_PORT: String(input.bankPort),
      SANDBOX_BANK_URL: "",
      DATA_DIR: input.dataDir,
      SEED_DEMO: "1",
      // The webhook receivers of the tests listen on this machine.
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    },
  });
}

/** Resolves to the address of the product's database. */
function waitUntilReady(product: ChildProcess): Promise<string> {
  return new Promise((ready, failed) => {
    product.once("message", (message: { databaseUrl: string }) => ready(message.databaseUrl));
    product.once("exit", (code) => failed(new Error(`The product did not start (code ${code}).`)));
  });
}

function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    product.once("exit", () => done());
    product.kill("SIGTERM");
  });
}
