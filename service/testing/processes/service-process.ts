import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { TEST_SECRETS_KEY } from "../context.ts";

export type ServiceProcess = {
  readonly address: string;
  readonly pid: number;
  kill(): void;
  /** Has no effect once the process has exited. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  stop(): Promise<void>;
};

type StartOptions = {
  nodeArgs?: readonly string[];
  env?: Record<string, string>;
  logTo?: number | "inherit";
  /** The folder of the sources; another one for another release. */
  root?: string;
};

const ROOT = join(import.meta.dirname, "..", "..", "..");

/**
 * Starts the service process on `port` of 127.0.0.1, as `npm start` does, with the key of the tests, whose rows it could not prove otherwise. Resolves
 * when it listens. `logTo`: the descriptor of a file for everything that it says.
 */
export async function startServiceProcess(
  databaseUrl: string,
  port: number,
  { nodeArgs = [], env = {}, logTo = "inherit", root = ROOT }: StartOptions = {},
): Promise<ServiceProcess> {
  const main = join(root, "service", "main.ts");
  const child: ChildProcess = spawn(process.execPath, [...nodeArgs, main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      DATABASE_URL: databaseUrl,
      SERVICE_PORT: String(port),
      LOG_LEVEL: "silent",
      SECRETS_KEY: TEST_SECRETS_KEY,
      ...env,
    },
    stdio: ["ignore", logTo, logTo, "ipc"],
  });
  const ended = once(child, "exit");
  const address = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(address))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the service exited during startup");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    address,
    pid: child.pid ?? 0,
    kill: () => void child.kill("SIGKILL"),
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function isHealthy(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/healthz`)).ok;
  } catch {
    return false;
  }
}
