import type { Overview } from "../../../../contract/merchant-analytics.ts";
import { countWalletsOpened, findCurrentTransactionDays, findRolledUpAt } from "../../../db/transactions/rollups.ts";
import type { Context } from "../../context.ts";
import { type DayRange, daysOf } from "./analytics-days.ts";
import { byDay } from "./day-sums.ts";
import { moneyDay } from "./get-analytics.ts";

/**
 * Credits, debits, transfers and new wallets by day, both ends and days without activity included; posted payments count immediately. Kobo. Dashboard 9.
 */
export async function getOverview(ctx: Context, span: DayRange): Promise<Overview> {
  const days = { from: span.startDate, to: span.endDate };
  const [asOf, rows, opened] = await Promise.all([
    findRolledUpAt(ctx.db),
    findCurrentTransactionDays(ctx.db, ctx.tenant.id, days),
    countWalletsOpened(ctx.db, ctx.tenant.id, days),
  ]);
  const sums = byDay(rows);
  return {
    asOf: asOf?.toISOString() ?? null,
    days: daysOf(span).map((date) => moneyDay(date, sums.get(date) ?? [], opened)),
  };
}
