import type { ActiveWallets } from "../../../contract/insights-customers.ts";
import {
  type CohortRow,
  countWalletsByMonth,
  findActiveWeeks,
  findActivityAt,
  findCohortMonths,
} from "../../db/insights/wallet-activity.ts";
import { daysAfter, lagosDay, mondayOf } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";

const SHOWN = 12;

/**
 * Active wallets of the last 12 weeks and months, new and returning, and of each month of creation how many were active in the months
 * after. A wallet is active if a posted transaction moved money into or out of it. Weeks begin on Monday; Lagos time. Decision 0143.
 */
export async function getActiveWallets(ctx: Context): Promise<ActiveWallets> {
  const today = lagosDay(ctx.clock.now());
  const weeks = lastOf(SHOWN, mondayOf(today), (week, count) => daysAfter(week, count * 7));
  const months = lastOf(SHOWN, `${today.slice(0, 7)}-01`, monthsAfter);
  const [since, firstMonth] = [weeks[0] ?? today, months[0] ?? today];
  const [asOf, activeWeeks, cohorts, opened] = await Promise.all([
    findActivityAt(ctx.db),
    findActiveWeeks(ctx.db, ctx.tenant.id, since),
    findCohortMonths(ctx.db, ctx.tenant.id, firstMonth),
    countWalletsByMonth(ctx.db, ctx.tenant.id, firstMonth),
  ]);
  return {
    asOf: asOf?.toISOString() ?? null,
    weeks: weeks.map((start) => {
      const row = activeWeeks.find(({ week }) => week === start);
      return { start, new: row?.newWallets ?? 0, returning: row?.returningWallets ?? 0 };
    }),
    months: months.map((start) => activeInMonth(cohorts, start)),
    cohorts: months
      .filter((month) => opened.has(month))
      .map((month) => ({
        month,
        wallets: opened.get(month) ?? 0,
        active: months.filter((after) => after >= month).map((after) => walletsOf(cohorts, month, after)),
      })),
  };
}

function activeInMonth(cohorts: readonly CohortRow[], start: string) {
  const active = cohorts.filter(({ month }) => month === start);
  return {
    start,
    new: walletsOf(active, start, start),
    returning: active.reduce((sum, row) => sum + (row.created === start ? 0 : row.wallets), 0),
  };
}

function walletsOf(cohorts: readonly CohortRow[], created: string, month: string): number {
  return cohorts.find((row) => row.created === created && row.month === month)?.wallets ?? 0;
}

function monthsAfter(month: string, count: number): string {
  const at = new Date(month);
  at.setUTCMonth(at.getUTCMonth() + count);
  return at.toISOString().slice(0, 10);
}

function lastOf(count: number, last: string, after: (start: string, count: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => after(last, index - count + 1));
}
