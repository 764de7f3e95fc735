"use client";

import { usePathname } from "next/navigation";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { DeliveryFilter, DeliverySpan } from "../../../lib/api/webhook-deliveries.ts";
import { DELIVERY_STATUSES, ERROR_CODES, EVENT_TYPES, type SentEvent } from "../webhook-labels.ts";

const HOUR_MS = 3_600_000;
/** Selectable time ranges; 24 h by default. Dashboard 5.10. */
export const SPANS = { "1h": HOUR_MS, "24h": 24 * HOUR_MS, "7d": 168 * HOUR_MS, "30d": 720 * HOUR_MS } as const;
export type SpanName = keyof typeof SPANS;
const SPAN_NAMES = Object.keys(SPANS) as SpanName[];

const parsers = {
  status: parseAsStringLiteral(DELIVERY_STATUSES),
  eventType: parseAsStringLiteral(EVENT_TYPES),
  subscriptionId: parseAsString,
  errorCode: parseAsStringLiteral(ERROR_CODES),
  test: parseAsStringLiteral(["all", "hide", "only"] as const).withDefault("all"),
  span: parseAsStringLiteral(SPAN_NAMES).withDefault("24h"),
  startDate: parseAsString,
  endDate: parseAsString,
  page: parseAsInteger.withDefault(1),
};

type Choices = Pick<DeliveryFilter, "status" | "errorCode" | "subscriptionId" | "test"> & {
  eventType: SentEvent;
  span: SpanName;
  startDate: string;
  endDate: string;
};
export type ViewChange = { [Name in keyof Choices]?: NonNullable<Choices[Name]> | null };

/** Filters, page and open delivery, kept in the address; a changed filter resets the page to 1. Dashboard 2.3. */
export function useDeliveriesView() {
  const [state, change] = useQueryStates(parsers);
  const path = usePathname();
  const { page, span: spanName, startDate, endDate, test, ...rest } = state;
  const bar = spanOf(startDate, endDate);
  const span: DeliverySpan = bar ?? { lastMs: SPANS[spanName] };
  const filter: DeliveryFilter = {
    status: rest.status ?? undefined,
    eventType: rest.eventType ?? undefined,
    subscriptionId: rest.subscriptionId ?? undefined,
    errorCode: rest.errorCode ?? undefined,
    test,
    span,
  };
  return {
    filter,
    spanName,
    /** Narrows the time range to a bar. */
    bar,
    page: Math.max(page, 1),
    hasFilters: Object.values(rest).some((value) => value !== null) || bar !== null || test !== "all",
    openId: openDeliveryId(path),
    set: (next: ViewChange) => void change({ ...next, page: null }),
    clear: () => void change(null),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true }),
    open: (id: string | null) => {
      // The native history API avoids a fetch: list and detail are one page with two addresses.
      const to = `${id === null ? LIST : `${LIST}/${encodeURIComponent(id)}`}${window.location.search}`;
      // Moving between deliveries replaces the entry, so that Back always leads to the list.
      const isWalk = id !== null && openDeliveryId(window.location.pathname) !== null;
      if (isWalk) window.history.replaceState(null, "", to);
      else window.history.pushState(null, "", to);
    },
  };
}

export type DeliveriesView = ReturnType<typeof useDeliveriesView>;

const LIST = "/webhooks/deliveries";

/** The delivery that an address of this page opens. */
export function openDeliveryId(path: string | null): string | null {
  const id = path?.startsWith(`${LIST}/`) ? path.slice(LIST.length + 1) : "";
  return id === "" ? null : decodeURIComponent(id);
}

function spanOf(startDate: string | null, endDate: string | null): { startDate: string; endDate: string } | null {
  if (startDate === null || endDate === null) return null;
  return Date.parse(startDate) <= Date.parse(endDate) ? { startDate, endDate } : null;
}
