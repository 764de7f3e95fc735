"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { webhookStatsQuery } from "../../../../lib/api/webhook-deliveries.ts";
import { shortInstant } from "../../../../lib/format/instant.ts";
import { Button } from "../../../ui/button.tsx";
import { ERROR_CODES, errorLabels } from "../../webhook-labels.ts";
import { type DeliveriesView, SPANS } from "../use-deliveries-view.ts";
import { barsOf, rankErrors } from "./hour-bars.ts";
import { HourChart } from "./hour-chart.tsx";
import { texts } from "./texts.ts";

const MOST_CODES = 4;

/** Deliveries by hour and by error code; a bar or a code filters the list. Webhooks 11. */
export function DeliveryHistogram({ view }: { view: DeliveriesView }) {
  const session = useSession();
  const span = { lastMs: SPANS[view.spanName] };
  const read = useQuery(webhookStatsQuery(session, view.filter.subscriptionId, span));
  const hours = read.data?.hours ?? [];
  const bars = barsOf(hours, span, read.dataUpdatedAt || Date.now());
  const codes = rankErrors(hours).slice(0, MOST_CODES);
  const { bar: selected } = view;
  return (
    <section aria-label={texts.deliveriesOverTime} className="mt-4 grid gap-2">
      <HourChart
        bars={bars}
        isEmpty={!read.data}
        selected={selected?.startDate}
        onSelect={({ startDate, endDate }) =>
          view.set(selected?.startDate === startDate ? { startDate: null, endDate: null } : { startDate, endDate })
        }
      />
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-fg-2 text-xs tabular-nums">
        {selected && (
          <Button size="small" icon={X} onClick={() => view.set({ startDate: null, endDate: null })}>
            {texts.shortInstantToShort(
              shortInstant(selected.startDate, Date.now()),
              shortInstant(Date.parse(selected.endDate) + 1, Date.now()),
            )}
          </Button>
        )}
        {codes.length > 0 && <span>{texts.failedAttempts}</span>}
        {codes.map(([code, count]) => (
          <CodeButton key={code} code={code} count={count} view={view} />
        ))}
        {read.isError && <span className="text-wait">{texts.theChartCouldNot}</span>}
      </div>
    </section>
  );
}

function CodeButton({ code, count, view }: { code: string; count: number; view: DeliveriesView }) {
  const known = ERROR_CODES.find((one) => one === code);
  if (!known) return null;
  const isOn = view.filter.errorCode === known;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => view.set({ errorCode: isOn ? null : known })}
      className="inline-flex h-7 items-center gap-1.5 rounded-chip px-2 font-medium hover:bg-mute-tint aria-pressed:bg-mute-tint aria-pressed:text-fg"
    >
      {errorLabels[known]} <span>{count.toLocaleString("en-NG")}</span>
    </button>
  );
}
