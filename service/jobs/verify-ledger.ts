import { verifyLedger } from "../domain/transactions/verify-ledger.ts";
import type { Job } from "./job.ts";

/** Verifies the entries posted since the last run. Reports only discrepancies. */
export const verifyNewEntries: Job = {
  name: "verify-ledger",
  everySeconds: 10,
  run: async (services) => report(await verifyLedger(services)),
};

/** Verifies all books from their first entry, so that a change to an old row is detected. */
export const verifyAllEntries: Job = {
  name: "verify-ledger-whole",
  everySeconds: 24 * 3_600,
  run: async (services) => report(await verifyLedger(services, { full: true })),
};

function report({ wrong }: Awaited<ReturnType<typeof verifyLedger>>): object | undefined {
  return wrong.length > 0 ? { wrong } : undefined;
}
