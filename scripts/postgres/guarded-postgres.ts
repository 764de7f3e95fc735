import { fork } from "node:child_process";
import { join } from "node:path";
import { makeTemporaryFolder } from "../system/temporary-folder.ts";
import type { GuardianOrder, GuardianReport } from "./database-guardian.ts";

export type GuardedPostgres = {
  url: string;
  port: number;
  /** The server's process ID. It changes when the server restarts after a crash; the address does not. */
  pid: number;
  guardianPid: number;
  /** Resolves when the guardian and the server have exited. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL under a guardian process. The guardian stops the server when this process exits for any reason, and
 * restarts it at the same address when the server crashes; it then calls `onRestart`.
 */
export async function startGuardedPostgres(order: GuardianOrder, onRestart?: () => void): Promise<GuardedPostgres> {
  const guardian = fork(new URL("./database-guardian.ts", import.meta.url), [JSON.stringify(order)], {
    execArgv: [],
    detached: process.platform !== "win32",
  });
  const ended = new Promise<void>((done) => void guardian.once("exit", () => done()));
  const ready = await new Promise<GuardianReport & { kind: "ready" }>((resolve, reject) => {
    guardian.on("message", (report: GuardianReport) => {
      if (report.kind === "ready") resolve(report);
      if (report.kind === "failed") reject(new Error(report.message));
      if (report.kind === "restarted") onRestart?.();
    });
    guardian.once("error", reject);
    guardian.once("exit", () => reject(new Error("The database guardian ended before PostgreSQL was up.")));
  });
  return {
    url: ready.url,
    port: ready.port,
    pid: ready.pid,
    guardianPid: guardian.pid ?? 0,
    ended,
    async stop() {
      if (guardian.connected) guardian.send("stop");
      await ended;
    },
  };
}

/** A database for tests and benches, in the system's temporary folder, removed at the end. */
export function startTemporaryPostgres(settings?: Record<string, string>): Promise<GuardedPostgres> {
  const dataDir = join(makeTemporaryFolder("wallet-database-"), "pg");
  return startGuardedPostgres({ dataDir, throwAway: true, ...(settings && { settings }) });
}
