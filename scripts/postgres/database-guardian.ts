import { appendFileSync, chmodSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { type EmbeddedPostgres, startPostgres } from "./embedded-postgres.ts";

/** The guardian's configuration: JSON in its first argument. */
export type GuardianOrder = {
  dataDir: string;
  port?: number;
  settings?: Record<string, string>;
  /** Where PostgreSQL's log goes; discarded if not set. */
  logFile?: string;
  /** Remove the folder around `dataDir` at the end. */
  throwAway?: boolean;
};

export type GuardianReport =
  | { kind: "ready"; url: string; port: number; pid: number }
  | { kind: "failed"; message: string }
  | { kind: "restarted" };

// A separate process, so that PostgreSQL shuts down cleanly even if the parent is killed with SIGKILL: the operating system
// closes the channel between the two, and the guardian then stops the server.
if (import.meta.main) await guard(JSON.parse(process.argv[2] ?? "{}") as GuardianOrder);

async function guard(order: GuardianOrder): Promise<void> {
  const { logFile } = order;
  if (logFile) {
    mkdirSync(dirname(logFile), { recursive: true });
    // Errors may quote data, so only the owner reads the log; a file of an earlier version gets the mode too.
    appendFileSync(logFile, "", { mode: 0o600 });
    chmodSync(logFile, 0o600);
  }
  const log = logFile ? (line: string) => appendFileSync(logFile, `${line}\n`) : undefined;
  let server: EmbeddedPostgres;
  let isStopping = false;

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await starting.catch(() => undefined);
    await server?.stop();
    if (order.throwAway) rmSync(dirname(order.dataDir), { recursive: true, force: true });
    process.exit(0);
  };
  const start = async (port: number | undefined) => {
    const { dataDir, settings } = order;
    server = await startPostgres({
      dataDir,
      ...(port && { port }),
      ...(settings && { settings }),
      ...(log && { log }),
    });
    void server.ended.then(restart);
    return server;
  };
  const restart = async () => {
    if (isStopping) return;
    try {
      await start(server.port);
      report({ kind: "restarted" });
    } catch (error) {
      fail(error);
    }
  };

  // Ctrl-C reaches the whole process group. The clients of the database finish first; then the parent sends stop.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => void stop());
  process.on("SIGHUP", () => undefined);
  process.on("disconnect", () => void stop());
  process.on("message", () => void stop());
  const starting = start(order.port);
  try {
    const { url, port, pid } = await starting;
    report({ kind: "ready", url, port, pid });
  } catch (error) {
    fail(error);
  }
}

function report(message: GuardianReport): void {
  if (process.connected) process.send?.(message);
}

function fail(error: unknown): void {
  report({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  process.disconnect?.();
}
