import { lagosDay, mondayOf } from "../../ledger/lagos-day.ts";

const EIGHT_HOURS_MS = 8 * 3_600_000;

/** The last Monday whose weekly report is due: they are due from 08:00 Lagos time. `YYYY-MM-DD`. Decision 0144. Pure. */
export function reportMonday(at: Date): string {
  return mondayOf(lagosDay(new Date(at.getTime() - EIGHT_HOURS_MS)));
}
