import { inTransaction, type Transaction } from "../../db/pool.ts";
import {
  type Compared,
  compareSessions,
  compareUnreported,
  findUndecidedSessions,
  storeComparison,
} from "../../db/reconciliation/settlement-comparison.ts";
import { claimWaitingFile } from "../../db/reconciliation/settlements.ts";
import type { Services } from "../context.ts";
import type { AttemptResult } from "../payouts/decide-outcome.ts";
import { recordReport } from "../payouts/record-outcome.ts";
import { spanOf } from "./get-reconciliation.ts";

const SESSIONS_AT_ONCE = 500;
const SESSIONS_PER_STEP = 10_000;

type WaitingFile = { tenant: number; id: string; rail: string; day: string };

/**
 * Compares the next file that waits with our rows, of the tenants in turn. A definite line first ends a payout that has no verdict yet,
 * exactly as a report of the rail would. Returns the number of files. Rails 6.
 */
export async function compareSettlements(services: Services): Promise<{ files: number }> {
  // Without a lock meanwhile: verdicts have their own commits, and a repeated one changes nothing.
  const next = await inTransaction(services.db, claimWaitingFile);
  if (!next) return { files: 0 };
  while ((await endUndecided(services, next)) > 0);
  return await inTransaction(services.db, async (tx) => {
    const file = await claimWaitingFile(tx);
    if (!file) return { files: 0 };
    await compareFile(tx, file, services.clock.now());
    return { files: 1 };
  });
}

async function compareFile(tx: Transaction, file: WaitingFile, at: Date): Promise<void> {
  const span = spanOf(file.day);
  const total: Compared = {
    matched: 0,
    breaks: await compareUnreported(tx, file, { span, at }),
    others: 0,
    bankIn: 0n,
    bankOut: 0n,
    bookedAfter: 0n,
    bookedBefore: 0n,
  };
  let after: string | undefined = "";
  while (after !== undefined) {
    const step = await compareSessions(tx, file, { span, at, after, limit: SESSIONS_PER_STEP });
    add(total, step.compared);
    after = step.last;
  }
  await storeComparison(tx, file, total, at);
}

function add(total: Compared, { matched, breaks, others, ...amounts }: Compared): void {
  total.matched += matched;
  total.breaks += breaks;
  total.others += others;
  total.bankIn += amounts.bankIn;
  total.bankOut += amounts.bankOut;
  total.bookedAfter += amounts.bookedAfter;
  total.bookedBefore += amounts.bookedBefore;
}

async function endUndecided(services: Services, file: { tenant: number; id: string; rail: string }): Promise<number> {
  let changed = 0;
  for (const { sessionId, status } of await findUndecidedSessions(services.db, file, SESSIONS_AT_ONCE)) {
    const recorded = await recordReport(services, { name: file.rail }, { sessionId, result: resultOf(status) });
    if (recorded?.isChanged) changed += 1;
  }
  return changed;
}

function resultOf(status: "succeeded" | "failed" | "reversed"): AttemptResult {
  const code = "settlement";
  if (status !== "failed") return { outcome: status, code };
  return { outcome: "failed", code, final: true, reason: "The settlement file says that it failed" };
}
