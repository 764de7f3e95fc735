import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { TEST_SECRETS_KEY } from "../context.ts";

export type WorkerProcess = {
  readonly pid: number;
  /** Kills the process; resolves when it has exited. */
  kill(): Promise<void>;
  /** Stops the process with SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
};

/**
 * Starts the worker process, as `npm start` does. It may call the loopback address, where test receivers listen. `logTo`: the descriptor of
 * a file for everything that it says. `root`: the folder of the sources, another one for another release.
 */
export function startWorkerProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  logTo: number | "inherit" = "inherit",
  root = join(import.meta.dirname, "..", "..", ".."),
): WorkerProcess {
  const worker = join(root, "service", "worker.ts");
  const child: ChildProcess = spawn(process.execPath, [worker], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: TEST_SECRETS_KEY,
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
      LOG_LEVEL: "silent",
      ...env,
    },
    stdio: ["ignore", logTo, logTo, "ipc"],
  });
  const ended = once(child, "exit");
  // A bench that fails would otherwise leave the worker running, and `npm run bench` would wait for its output.
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}
