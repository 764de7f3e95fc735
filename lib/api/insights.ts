import { keepPreviousData, queryOptions } from "@tanstack/react-query";
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
