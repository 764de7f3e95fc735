import type { WalletFilters } from "./customers.ts";
import type { FAILURE_SOURCES, InsightFigure } from "./insight-rows.ts";
import type { InsightKind } from "./insights.ts";

type Period = { startDate: string; endDate: string };

/** The filters of `GET /merchant/insights/rows`. */
export type RowFilters = {
  kind?: InsightKind;
  source?: (typeof FAILURE_SOURCES)[number];
  code?: string;
  weekday?: number;
  hour?: number;
};

/** The page of the dashboard with exactly the rows that a figure counts. Dashboard 9, decision 0148. Pure. */
export function insightRowsPath(
  figure: InsightFigure,
  { startDate, endDate }: Period,
  filters: RowFilters = {},
): string {
  return `/insights/rows?${queryOf({ figure, startDate, endDate, ...filters })}`;
}

/** The page of the dashboard with exactly the wallets that a figure counts. Decision 0149. Pure. */
export function walletRowsPath(filters: WalletFilters): string {
  return `/wallets?${queryOf(filters)}`;
}

function queryOf(values: Record<string, string | number | boolean | undefined>): string {
  const set = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return String(new URLSearchParams(set));
}

/** Wallets that were active in a month (`2026-11-01`) or week, given by its first day; `created` in it, or before it. Pure. */
export function activeWalletsPath(
  start: string,
  unit: "week" | "month",
  created?: "in it" | "before it" | { month: string },
): string {
  const activeIn = unit === "week" ? start : start.slice(0, 7);
  if (created === undefined) return walletRowsPath({ activeIn });
  if (created === "before it") return walletRowsPath({ activeIn, createdTo: dayAfter(start, -1) });
  const days = created === "in it" ? daysOf(start, unit) : daysOf(created.month, "month");
  return walletRowsPath({ activeIn, createdFrom: days.startDate, createdTo: days.endDate });
}

/** Wallets that were created in a month, given by its first day. Pure. */
export function createdWalletsPath(month: string): string {
  const { startDate, endDate } = daysOf(month, "month");
  return walletRowsPath({ createdFrom: startDate, createdTo: endDate });
}

function daysOf(start: string, unit: "week" | "month"): Period {
  if (unit === "week") return { startDate: start, endDate: dayAfter(start, 6) };
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  return { startDate: start, endDate: end.toISOString().slice(0, 10) };
}

function dayAfter(day: string, count: number): string {
  const at = new Date(day);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}
