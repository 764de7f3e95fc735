import { fork } from "node:child_process";
import { join } from "node:path";
import type { GuardianOrder, GuardianReport } from "./database-guardian.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

export type GuardedPostgres = {
  url: string;
  port: number;
  /** The server's process; another one after a crash, at the same address. */
  pid: number;
  guardianPid: number;
  /** Resolves when guardian and server are gone. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL under a guardian process: it stops when this process ends in any way, and comes back at the same
 * address when the server itself is killed. `onRestart` hears of that.
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

/** A database for tests and measurements, in the system's temporary folder, removed at the end. */
export function startThrowAwayPostgres(settings?: Record<string, string>): Promise<GuardedPostgres> {
  const dataDir = join(makeTemporaryFolder("wallet-database-"), "pg");
  return startGuardedPostgres({ dataDir, throwAway: true, ...(settings && { settings }) });
}
