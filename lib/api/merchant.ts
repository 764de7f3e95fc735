import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { MerchantWallet } from "../../contract/merchant.ts";
import type { Analytics, Overview } from "../../contract/merchant-analytics.ts";
import type { MerchantSettings } from "../../contract/merchant-settings.ts";
import { lastDays } from "../format/day.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";

/** The merchant's own wallet in the current mode; fresh for 60 s. Api 4. */
export function merchantWalletQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "wallet"),
    staleTime: FRESH_MS.overview,
    ...readOf(session, { path: "/merchant/wallet" }, ({ data }: { data: MerchantWallet }) => data),
  });
}

/** Fees, limits and flags of the current mode; fresh for 5 min. Api 6. */
export function merchantSettingsQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "settings"),
    staleTime: FRESH_MS.settings,
    ...readOf(session, { path: "/merchant/settings" }, ({ data }: { data: MerchantSettings }) => data),
  });
}

/** Credits, debits, transfers and new wallets of the last `count` days in Lagos; fresh for 60 s. Dashboard 9. */
export function overviewQuery(session: Session, count: number) {
  const query = lastDays(count, Date.now());
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "overview", query.startDate, query.endDate),
    staleTime: FRESH_MS.overview,
    placeholderData: keepPreviousData,
    ...readOf(session, { path: "/merchant/overview", query }, ({ data }: { data: Overview }) => data),
  });
}

/** Balances, fees, wallets, failures and deliveries of the last `count` days; fresh for 60 s. Spec 1. */
export function analyticsQuery(session: Session, count: number) {
  const query = lastDays(count, Date.now());
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "analytics", query.startDate, query.endDate),
    staleTime: FRESH_MS.overview,
    placeholderData: keepPreviousData,
    ...readOf(session, { path: "/merchant/analytics", query }, ({ data }: { data: Analytics }) => data),
  });
}

/**
 * Creates an idempotency key for one payment request: when a form opens, when a field changes, and after a definite
 * response. Dashboard 5.7.
 */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
