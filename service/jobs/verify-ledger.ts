import { verifyNewSeals } from "../domain/transactions/seals/verify-books.ts";
import { verifyDueBooks, verifyLedger } from "../domain/transactions/verify-ledger.ts";
import type { Job } from "./job.ts";

/** Verifies the entries posted since the last run and a part of the hash chain. Reports only discrepancies. */
export const verifyNewEntries: Job = {
  name: "verify-ledger",
  everySeconds: 10,
  share: 0.1,
  reportsProblems: true,
  async run(services) {
    const { wrong } = await verifyLedger(services);
    const { problems } = await verifyNewSeals(services);
    return wrong.length + problems.length > 0 ? { wrong, problems } : undefined;
  },
};

/** Verifies all books from their first entry once a day, so that a change to an old row is detected. */
export const verifyAllEntries: Job = {
  name: "verify-ledger-whole",
  everySeconds: 600,
  reportsProblems: true,
  async run(services, stopping) {
    const { wrong } = await verifyDueBooks(services, stopping);
    return wrong.length > 0 ? { wrong } : undefined;
  },
};
