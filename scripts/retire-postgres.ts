import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./processes.ts";

const PATIENCE_SECONDS = 10;

/**
 * Stops the server that a killed run left over `dataDir`, as `postmaster.pid` names it, and waits for its end.
 * A number that belongs to another program by now is only forgotten, never signalled.
 */
export async function retireFormerPostgres(dataDir: string): Promise<void> {
  const lock = join(dataDir, "postmaster.pid");
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  if (!isServerOver(pid, dataDir)) {
    rmSync(lock, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  const deadline = performance.now() + PATIENCE_SECONDS * 1000;
  while (isAlive(pid)) {
    if (performance.now() > deadline)
      throw new Error(`A former PostgreSQL (process ${pid}) over ${dataDir} does not stop.`);
    await sleep(50);
  }
}

// Where the system shows it (Linux), the server's working folder is its data; elsewhere the lock file is believed.
function isServerOver(pid: number, dataDir: string): boolean {
  if (process.platform !== "linux") return true;
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(dataDir);
  } catch {
    return false;
  }
}
