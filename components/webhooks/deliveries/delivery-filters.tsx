"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { Delivery } from "../../../contract/webhook-records.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { type DeliveryFilter, deliveryCountQuery } from "../../../lib/api/webhook-deliveries.ts";
import { subscriptionsQuery } from "../../../lib/api/webhooks.ts";
import { shortId } from "../../../lib/format/names.ts";
import { FilterFold, setChoice } from "../../layout/page/filter-fold.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import {
  DELIVERY_STATUSES,
  ERROR_CODES,
  EVENT_TYPES,
  errorLabels,
  nameOf,
  statusAppearances,
} from "../webhook-labels.ts";
import { texts } from "./texts.ts";
import { type DeliveriesView, SPANS, type SpanName } from "./use-deliveries-view.ts";

const SPAN_WORDS: Record<SpanName, string> = { "1h": "1 h", "24h": "24 h", "7d": "7 d", "30d": "30 d" };
const EVENTS = EVENT_TYPES.map((value) => ({ value, label: value }));
const REASONS = ERROR_CODES.map((value) => ({
  value,
  label: errorLabels[value],
}));
const TESTS = [
  { value: "all", label: texts.withTests },
  { value: "hide", label: texts.withoutTests },
  { value: "only", label: texts.onlyTests },
] as const;

const pressed =
  "inline-flex h-control-small items-center gap-1.5 rounded-control border border-transparent px-2.5 font-medium text-fg-2 hover:bg-mute-tint hover:text-fg aria-pressed:border-control-line aria-pressed:bg-mute-tint aria-pressed:text-fg max-md:h-11";

/** Two side by side, each wide enough for its value. */
const onPhone = "max-md:min-w-[40%] max-md:flex-1";

export function DeliveryFilters({ view, rows }: { view: DeliveriesView; rows: readonly Delivery[] }) {
  const { filter, set } = view;
  const event = EVENT_TYPES.find((type) => type === filter.eventType);
  const { subscriptionId } = filter;
  const active = [
    ...setChoice(event, EVENTS, () => set({ eventType: null })),
    ...(subscriptionId ? [{ text: shortId(subscriptionId), remove: () => set({ subscriptionId: null }) }] : []),
    ...setChoice(filter.errorCode, REASONS, () => set({ errorCode: null })),
    ...setChoice(filter.test === "all" ? null : filter.test, TESTS, () => set({ test: null })),
  ];
  return (
    <search aria-label={texts.filterDeliveries} className="mt-4 flex flex-wrap items-center gap-2">
      <fieldset className="flex rounded-control border border-control-line p-px max-md:w-full max-md:[&>button]:flex-1 max-md:[&>button]:justify-center">
        <legend className="sr-only">{texts.time}</legend>
        {(Object.keys(SPANS) as SpanName[]).map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={view.spanName === span && view.bar === null}
            onClick={() => set({ span: span === "24h" ? null : span, startDate: null, endDate: null })}
            className={pressed}
          >
            {SPAN_WORDS[span]}
          </button>
        ))}
      </fieldset>
      <FilterFold active={active}>
        <Select
          aria-label={texts.event}
          value={event ?? ""}
          none={texts.allEvents}
          options={EVENTS}
          onValue={(eventType) => set({ eventType })}
          className={onPhone}
        />
        <SubscriptionFilter view={view} rows={rows} />
        <Select
          aria-label={texts.reason}
          value={filter.errorCode ?? ""}
          none={texts.anyReason}
          options={REASONS}
          onValue={(errorCode) => set({ errorCode })}
          className={onPhone}
        />
        <Select
          aria-label={texts.tests}
          value={filter.test}
          options={TESTS}
          onValue={(test) => set({ test: test === "all" ? null : test })}
          className={onPhone}
        />
        {view.hasFilters && (
          <Button variant="quiet" icon={X} onClick={view.clear}>
            {texts.clearFilters}
          </Button>
        )}
      </FilterFold>
    </search>
  );
}

/** Deleted subscriptions are no longer listed, but visible deliveries and the address may still refer to them. */
function SubscriptionFilter({ view, rows }: { view: DeliveriesView; rows: readonly Delivery[] }) {
  const { data = [] } = useQuery(subscriptionsQuery(useSession()));
  const { subscriptionId } = view.filter;
  const options = new Map(data.map((subscription) => [subscription.id, nameOf(subscription)]));
  for (const { subscription } of rows) {
    if (subscription.deleted) options.set(subscription.id, texts.nameDeleted(nameOf(subscription)));
  }
  if (subscriptionId && !options.has(subscriptionId)) options.set(subscriptionId, shortId(subscriptionId));
  return (
    <Select
      aria-label={texts.subscription}
      value={subscriptionId ?? ""}
      none={texts.allSubscriptions}
      options={[...options].map(([value, label]) => ({ value, label }))}
      onValue={(next) => view.set({ subscriptionId: next })}
      className={`max-w-56 max-md:max-w-none ${onPhone}`}
    />
  );
}

const STATUSES = [undefined, ...DELIVERY_STATUSES];

/** Each status with its count, whichever status is selected. */
export function StatusChips({ view, isPaused }: { view: DeliveriesView; isPaused: boolean }) {
  const session = useSession();
  const counts = useQueries({
    queries: STATUSES.map((status) => deliveryCountQuery(session, { ...view.filter, status }, isPaused)),
  });
  return (
    <fieldset className="scroll-none -mx-pad my-2 flex gap-1 overflow-x-auto py-1 pr-pad pl-[calc(var(--pad)-10px)]">
      <legend className="sr-only">{texts.status}</legend>
      {STATUSES.map((status, index) => (
        <button
          key={status ?? "all"}
          type="button"
          aria-pressed={view.filter.status === status}
          onClick={() => view.set({ status: status ?? null })}
          className={pressed}
        >
          {wordOf(status)}
          <span className="min-w-4 tabular-nums">{counts[index]?.data?.toLocaleString("en-NG") ?? " "}</span>
        </button>
      ))}
    </fieldset>
  );
}

function wordOf(status: DeliveryFilter["status"]): string {
  return status ? statusAppearances[status].word : texts.all;
}
