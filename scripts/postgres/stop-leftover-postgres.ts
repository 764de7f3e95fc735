import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../system/processes.ts";

const STOP_TIMEOUT_SECONDS = 10;

/**
 * Stops the server that a killed run left on `dataDir`, by the process ID in `postmaster.pid`, and waits for its exit.
 * If the ID now belongs to another program, it removes the file and sends no signal.
 */
export async function stopLeftoverPostgres(dataDir: string): Promise<void> {
  const lock = join(dataDir, "postmaster.pid");
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  if (!isServerOn(pid, dataDir)) {
    rmSync(lock, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  const deadline = performance.now() + STOP_TIMEOUT_SECONDS * 1000;
  while (isAlive(pid)) {
    if (performance.now() > deadline)
      throw new Error(`A PostgreSQL left on ${dataDir} (process ${pid}) does not stop.`);
    await sleep(50);
  }
}

// On Linux the server's working directory is its data directory. Other systems do not show it: trust the lock file.
function isServerOn(pid: number, dataDir: string): boolean {
  if (process.platform !== "linux") return true;
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(dataDir);
  } catch {
    return false;
  }
}
