import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CashPosition, ChargeSums, SuccessRates, Volumes } from "../../contract/insights.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";

/** Lagos days, both included. */
export type Period = { startDate: string; endDate: string };

/** One answer of insights for a period; fresh for 60 s, and the former period stays on screen while the next loads. Dashboard 9. */
export function insightQuery<Reply>(session: Session, name: string, period: Period) {
  return queryOptions({
    queryKey: queryKeyOf(session, "insights", name, period.startDate, period.endDate),
    staleTime: FRESH_MS.overview,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Reply> =>
      (await request<{ data: Reply }>(session, { path: `/merchant/insights/${name}`, query: period, signal })).data,
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
