import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TEST_BANK_SECRETS } from "../sandbox-bank.ts";

/** The settings with which a service process reaches the bank at `port`. */
export function bankEnvironment(port: number): Record<string, string> {
  return {
    SANDBOX_BANK_URL: `http://127.0.0.1:${port}`,
    SANDBOX_BANK_CLIENT_SECRET: TEST_BANK_SECRETS.clientSecret,
    SANDBOX_BANK_CALLBACK_SECRET: TEST_BANK_SECRETS.callbackSecret,
  };
}

/** Starts the sandbox bank's process, as `npm start` does. Resolves when it is ready. With `logTo` it says everything to that file. */
export async function startBankProcess(databaseUrl: string, ports: { bank: number; service: number }, logTo?: number) {
  const entry = join(import.meta.dirname, "..", "..", "sandbox-bank.ts");
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      ...bankEnvironment(ports.bank),
      SANDBOX_BANK_DATABASE_URL: databaseUrl,
      SANDBOX_BANK_PORT: String(ports.bank),
      SANDBOX_BANK_SERVICE_URL: `http://127.0.0.1:${ports.service}/v1`,
      LOG_LEVEL: logTo === undefined ? "silent" : "debug",
    },
    stdio: ["ignore", logTo ?? "inherit", logTo ?? "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${ports.bank}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the sandbox bank exited during startup");
    await sleep(20);
  }
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { url, kill: () => stop("SIGKILL"), stop: () => stop("SIGTERM") };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
