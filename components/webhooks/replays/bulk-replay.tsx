"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { Delivery } from "../../../contract/webhook-records.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { deliveryCountQuery, type ReplayRequest } from "../../../lib/api/webhook-deliveries.ts";
import { countOf } from "../../../lib/format/names.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { isReplayable } from "../deliveries/deliveries-columns.tsx";
import type { DeliveriesView } from "../deliveries/use-deliveries-view.ts";
import { BlockedNote } from "../subscriptions/blocked-note.tsx";
import { texts } from "./texts.ts";

const BulkReplaySheet = lazySheet(
  () => import("./bulk-replay-sheet.tsx").then((module) => module.BulkReplaySheet),
  ({ request }) => request !== null,
);

const NONE: ReadonlySet<string> = new Set();

type BulkReplayProps = {
  view: DeliveriesView;
  rows: readonly Delivery[];
  selected: ReadonlySet<string>;
  blocked: string | null;
  onSelect: (ids: ReadonlySet<string>) => void;
};

/** Selects failures of this page or all that match, and counts them before anything is sent. Webhooks 11. */
export function BulkReplay({ view, rows, selected, blocked, onSelect }: BulkReplayProps) {
  const [request, setRequest] = useState<ReplayRequest | null>(null);
  const blockedId = useId();
  const { filter } = view;
  const failures = rows.filter(isReplayable);
  const scope = JSON.stringify([filter, view.page]);
  // Deliveries that left the view leave the selection too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scope is the trigger.
  useEffect(() => onSelect(NONE), [scope]);
  const all = useQuery({
    ...deliveryCountQuery(useSession(), { ...filter, status: "failed", test: "hide" }),
    enabled: failures.length > 0,
  }).data;
  const { subscriptionId, eventType, errorCode, span } = filter;
  const done = () => {
    setRequest(null);
    onSelect(NONE);
  };
  return (
    <>
      {failures.length > 0 && (
        <div className="flex min-h-10 flex-wrap items-center gap-2 max-md:pb-1">
          {selected.size === 0 ? (
            <Button
              size="small"
              isBlocked={blocked !== null}
              aria-describedby={blocked === null ? undefined : blockedId}
              onClick={() => onSelect(new Set(failures.map(({ id }) => id)))}
            >
              {texts.chooseFailuresOnThis(countOf(failures.length, "failure"))}
            </Button>
          ) : (
            <>
              <span role="status" className="font-medium tabular-nums">
                {texts.failuresChosen(countOf(selected.size, "failure"))}
              </span>
              <Button
                size="small"
                icon={RotateCw}
                aria-haspopup="dialog"
                onClick={() => setRequest({ ids: [...selected] })}
              >
                {texts.replayChosen}
              </Button>
              {all !== undefined && all > selected.size && (
                <Button
                  size="small"
                  aria-haspopup="dialog"
                  onClick={() => setRequest({ subscriptionId, eventType, errorCode, span: fixedSpan(span) })}
                >
                  {texts.allAllMatching(all.toLocaleString("en-NG"))}
                </Button>
              )}
              <Button size="small" variant="quiet" icon={X} onClick={() => onSelect(NONE)}>
                {texts.clear}
              </Button>
            </>
          )}
          <BlockedNote id={blockedId} reason={blocked} />
        </div>
      )}
      <BulkReplaySheet request={request} onClose={() => setRequest(null)} onDone={done} />
    </>
  );
}

/** The counted range is sent as fixed times: a sliding range would include others meanwhile. */
function fixedSpan(span: DeliveriesView["filter"]["span"]) {
  if (!("lastMs" in span)) return span;
  const now = Date.now();
  return { startDate: new Date(now - span.lastMs).toISOString(), endDate: new Date(now).toISOString() };
}
