import { inTransaction } from "../../db/pool.ts";
import { deleteOldLines } from "../../db/reconciliation/settlements.ts";
import type { Services } from "../context.ts";

const KEPT_DAYS = 90;
/** A file has up to a million lines, so deleting them in one commit would hold its locks for long. */
const LINES_PER_COMMIT = 20_000;

/**
 * Deletes the lines of settlement files that were compared more than 90 days ago, `perCommit` at a time. Figures and breaks stay. Returns
 * the number of lines. Rails 6.
 */
export async function purgeSettlementLines(
  { db, clock }: Pick<Services, "db" | "clock">,
  perCommit = LINES_PER_COMMIT,
): Promise<number> {
  const at = clock.now();
  const comparedBefore = new Date(at.getTime() - KEPT_DAYS * 86_400_000);
  let lines = 0;
  for (;;) {
    const deleted = await inTransaction(db, (tx) => deleteOldLines(tx, { comparedBefore, limit: perCommit, at }));
    if (deleted === undefined) return lines;
    lines += deleted;
  }
}
