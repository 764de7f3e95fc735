import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CappedMetadata } from "../../contract/envelope.ts";
import type { InsightFigure, InsightRow } from "../../contract/insight-rows.ts";
import type { CardSums, CashPosition, ChargeSums, SuccessRates, Volumes } from "../../contract/insights.ts";
import type { ActiveWallets, BusyHours, TopCustomers, WalletLevels } from "../../contract/insights-customers.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";

/** Lagos days, both included. */
export type Period = { startDate: string; endDate: string };

/** One answer of insights for a period; fresh for 60 s, and the former period stays on screen while the next loads. Dashboard 9. */
export function insightQuery<Reply>(
  session: Session,
  name: string,
  query: Period | { month: string } | Record<string, never>,
) {
  return queryOptions({
    queryKey: queryKeyOf(session, "insights", name, ...Object.values(query)),
    staleTime: FRESH_MS.overview,
    placeholderData: keepPreviousData,
    ...readOf(session, { path: `/merchant/insights/${name}`, query }, ({ data }: { data: Reply }) => data),
  });
}

export function cashPositionQuery(session: Session, period: Period) {
  return insightQuery<CashPosition>(session, "cash-position", period);
}

export function volumesQuery(session: Session, period: Period) {
  return insightQuery<Volumes>(session, "volumes", period);
}

export function chargesQuery(session: Session, period: Period) {
  return insightQuery<ChargeSums>(session, "charges", period);
}

export function successRatesQuery(session: Session, period: Period) {
  return insightQuery<SuccessRates>(session, "success", period);
}

export function activeWalletsQuery(session: Session) {
  return insightQuery<ActiveWallets>(session, "active-wallets", {});
}

export function walletLevelsQuery(session: Session) {
  return insightQuery<WalletLevels>(session, "wallet-levels", {});
}

/** `month` is `YYYY-MM`. */
export function topCustomersQuery(session: Session, month: string) {
  return insightQuery<TopCustomers>(session, "top-customers", { month });
}

export function busyHoursQuery(session: Session, period: Period) {
  return insightQuery<BusyHours>(session, "busy-hours", period);
}

export function cardSumsQuery(session: Session, period: Period) {
  return insightQuery<CardSums>(session, "cards", period);
}

export type InsightRowList = { rows: InsightRow[]; sum: number | null; metadata: CappedMetadata };

type RowsRequest = Period & {
  figure: InsightFigure;
  page: number;
  kind: string | null;
  source: string | null;
  code: string | null;
  weekday: number | null;
  hour: number | null;
};

const ROWS_PER_PAGE = 20;

/** A page of the rows that a figure counts, newest first. Keeps the previous page while the next loads. Decision 0148. */
export function insightRowsQuery(session: Session, asked: RowsRequest) {
  const set = Object.entries(asked).filter(([, value]) => value !== null);
  const query = { ...Object.fromEntries(set), perPage: ROWS_PER_PAGE };
  return queryOptions({
    queryKey: queryKeyOf(session, "insights", "rows", JSON.stringify(query)),
    staleTime: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<InsightRowList>(session, { path: "/merchant/insights/rows", query }),
  });
}
