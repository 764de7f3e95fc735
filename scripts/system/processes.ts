import { readFileSync } from "node:fs";

/** Whether a process is running. A zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  const stat = statOf(pid);
  return stat === undefined || stat[0] === "Z";
}

/** The start time of a process, which distinguishes it from a later process with the same ID. Empty if the system does not show it. */
export function startMark(pid: number): string {
  return statOf(pid)?.[19] ?? "";
}

/** The parent of a process; undefined if the system does not show it. */
export function parentOf(pid: number): number | undefined {
  const parent = Number(statOf(pid)?.[1]);
  return parent > 0 ? parent : undefined;
}

/** The name of a process's program; empty if the system does not show it. */
export function nameOf(pid: number): string {
  if (process.platform !== "linux") return "";
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** The fields of /proc/<pid>/stat from the state on. The name before them can contain any character. */
function statOf(pid: number): string[] | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
