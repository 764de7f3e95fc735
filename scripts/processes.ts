import { readFileSync } from "node:fs";

/** Whether a process runs: one that has ended but was not reaped yet does not count. */
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

/** Tells a process from a later one with the same number: when it began, where the system shows it; else empty. */
export function startMark(pid: number): string {
  return statOf(pid)?.[19] ?? "";
}

/** The parent of a process, where the system shows it. */
export function parentOf(pid: number): number | undefined {
  const parent = Number(statOf(pid)?.[1]);
  return parent > 0 ? parent : undefined;
}

/** The name of a process's program, where the system shows it; else empty. */
export function nameOf(pid: number): string {
  if (process.platform !== "linux") return "";
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** The fields of /proc/<pid>/stat from the state on: the name before them may hold anything. */
function statOf(pid: number): string[] | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
