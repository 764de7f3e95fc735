import { existsSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** CPU time of each process so far, in seconds. NaN except on Linux. */
export function cpuSecondsOf(pids: readonly number[]): Map<number, number> {
  return new Map(pids.map((pid) => [pid, cpuSeconds(pid)]));
}

function cpuSeconds(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const file = `/proc/${pid}/stat`;
  // The process of a closed connection is gone and counts as 0.
  if (!existsSync(file)) return 0;
  const stat = readFileSync(file, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
