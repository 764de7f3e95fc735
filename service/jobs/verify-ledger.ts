import { verifyNewSeals } from "../domain/transactions/seals/verify-books.ts";
import { verifyLedger } from "../domain/transactions/verify-ledger.ts";
import type { Job } from "./job.ts";

/** Verifies the entries posted since the last run and a part of the hash chain. Reports only discrepancies. */
export const verifyNewEntries: Job = {
  name: "verify-ledger",
  everySeconds: 10,
  reportsProblems: true,
  async run(services) {
    const { wrong } = await verifyLedger(services);
    const { problems } = await verifyNewSeals(services);
    return wrong.length + problems.length > 0 ? { wrong, problems } : undefined;
  },
};

/** Verifies all books from their first entry, so that a change to an old row is detected. */
export const verifyAllEntries: Job = {
  name: "verify-ledger-whole",
  everySeconds: 24 * 3_600,
  reportsProblems: true,
  async run(services) {
    const { wrong } = await verifyLedger(services, { full: true });
    return wrong.length > 0 ? { wrong } : undefined;
  },
};
