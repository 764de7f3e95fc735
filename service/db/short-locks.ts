import { setTimeout as sleep } from "node:timers/promises";
import { isLockRefused } from "./sql-errors.ts";

const ATTEMPTS = 40;
const PAUSE_MS = 200;

/** Gives up a lock of this transaction that does not come soon: everything on its table waits behind it. */
export const SHORT_LOCKS = "set local lock_timeout = 3000";

/** Runs `work`, a transaction that begins with `SHORT_LOCKS`, again while it does not get its locks. */
export async function withShortLocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isLockRefused(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
