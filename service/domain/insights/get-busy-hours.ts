import type { BusyHours } from "../../../contract/insights-customers.ts";
import { findActivityAt, findBusyHours } from "../../db/insights/wallet-activity.ts";
import type { Context } from "../context.ts";
import type { DayRange } from "../merchant/analytics/analytics-days.ts";

/** Posted transactions by weekday and hour in Lagos, both days included. Of equal hours the earlier is the peak. Decision 0143. */
export async function getBusyHours(ctx: Context, { startDate, endDate }: DayRange): Promise<BusyHours> {
  const [asOf, rows] = await Promise.all([
    findActivityAt(ctx.db),
    findBusyHours(ctx.db, ctx.tenant.id, { from: startDate, to: endDate }),
  ]);
  const hours = rows.map(({ weekday, hour, n }) => ({ weekday, hour, count: n }));
  const [first] = hours;
  const peak = first ? hours.reduce((most, one) => (one.count > most.count ? one : most), first) : null;
  return {
    asOf: asOf?.toISOString() ?? null,
    hours,
    peak: peak && { weekday: peak.weekday, hour: peak.hour },
  };
}
