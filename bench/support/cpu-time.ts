import { existsSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Processor time that each of these processes has used so far, in seconds. Linux tells it; elsewhere it is NaN. */
export function cpuSecondsOf(pids: readonly number[]): Map<number, number> {
  return new Map(pids.map((pid) => [pid, cpuSeconds(pid)]));
}

function cpuSeconds(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const file = `/proc/${pid}/stat`;
  // A connection that has ended takes its count along.
  if (!existsSync(file)) return 0;
  const stat = readFileSync(file, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
