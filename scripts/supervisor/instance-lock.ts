import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, startMark } from "../system/processes.ts";
import { Problem } from "./problem.ts";

type Holder = { pid: number; mark: string; address: string };

export type InstanceLock = {
  /** The previous run did not stop cleanly: its children may need a moment to exit. */
  wasLeftOver: boolean;
  release(): void;
};

/** Ensures that only one instance uses `dataDir`. @throws `Problem` that names the process using it */
export function lockInstance(dataDir: string, address: string): InstanceLock {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "instance.lock");
  const mine: Holder = { pid: process.pid, mark: startMark(process.pid), address };
  let wasLeftOver = false;
  while (!tryWrite(file, mine)) {
    const holder = readHolder(file);
    if (holder && isAlive(holder.pid) && startMark(holder.pid) === holder.mark) {
      throw new Problem(
        `An instance on ${dataDir} is already running (process ${holder.pid}, ${holder.address}). ` +
          "Stop it first, or set DATA_DIR to another folder.",
      );
    }
    wasLeftOver = true;
    rmSync(file, { force: true });
  }
  return {
    wasLeftOver,
    release() {
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

function tryWrite(file: string, holder: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}
