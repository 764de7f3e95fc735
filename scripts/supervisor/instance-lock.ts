import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, startMark } from "../processes.ts";
import { Problem } from "./problem.ts";

type Holder = { pid: number; mark: string; address: string };

export type InstanceLock = {
  /** A former run did not end properly: its children may need a moment to go. */
  wasLeftOver: boolean;
  release(): void;
};

/** Makes sure that one instance runs over `dataDir`; a `Problem` says which process has it otherwise. */
export function lockInstance(dataDir: string, address: string): InstanceLock {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "instance.lock");
  const mine: Holder = { pid: process.pid, mark: startMark(process.pid), address };
  let wasLeftOver = false;
  while (!tryWrite(file, mine)) {
    const holder = readHolder(file);
    if (holder && isAlive(holder.pid) && startMark(holder.pid) === holder.mark) {
      throw new Problem(
        `An instance over ${dataDir} is running already (process ${holder.pid}, ${holder.address}). ` +
          "Stop it first, or give this one a folder of its own with DATA_DIR.",
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
