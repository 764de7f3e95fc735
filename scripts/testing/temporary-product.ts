import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { findFreePort } from "../system/ports.ts";
import { makeTemporaryFolder } from "../system/temporary-folder.ts";

const ROOT = dirname(dirname(import.meta.dirname));

export type TemporaryProduct = {
  dashboardUrl: string;
  serviceUrl: string;
  databaseUrl: string;
  dataDir: string;
  /** Stops it. `keep` leaves its data and logs. */
  close(options?: { keep?: boolean }): Promise<void>;
};

/** Starts the product as `npm start` does, on free ports with new demo data. Resolves when it is ready. */
export async function startTemporaryProduct(): Promise<TemporaryProduct> {
  const dataDir = makeTemporaryFolder("wallet-product-");
  const [port, servicePort, bankPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const product = start({ dataDir, port, servicePort, bankPort });
  try {
    const databaseUrl = await waitUntilReady(product);
    return {
      dashboardUrl: `http://localhost:${port}`,
      serviceUrl: `http://127.0.0.1:${servicePort}`,
      databaseUrl,
      dataDir,
      async close({ keep = false } = {}) {
        await end(product);
        if (!keep) rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await end(product);
    throw error;
  }
}

function start(input: { dataDir: string; port: number; servicePort: number; bankPort: number }): ChildProcess {
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
