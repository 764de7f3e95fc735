"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { deliveriesQuery } from "../../lib/api/webhook-deliveries.ts";
import { useWideScreen } from "../layout/use-wide-screen.ts";
import { classNames } from "../ui/class-names.ts";
import { BulkReplay } from "./bulk-replay.tsx";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { DeliveryDetailsPanel } from "./delivery-details.tsx";
import { DeliveryFilters, StatusChips } from "./delivery-filters.tsx";
import { DeliveryHistogram } from "./delivery-histogram.tsx";
import { useDeliveriesView } from "./use-deliveries-view.ts";
import { useDeliveryKeys } from "./use-delivery-keys.ts";
import { useWebhookBlock } from "./use-webhook-rights.ts";
import { WebhooksHead } from "./webhooks-head.tsx";

const NONE: ReadonlySet<string> = new Set();

/** What was sent and what came back; the open delivery stands beside the list where there is room. Dashboard 5.10. */
export function DeliveriesBoard() {
  const view = useDeliveriesView();
  const isWide = useWideScreen();
  const isAlone = view.openId !== null && !isWide;
  const blocked = useWebhookBlock();
  const list = useRef<HTMLElement>(null);
  const [selected, setSelected] = useState(NONE);
  const isPaused = selected.size > 0;
  const read = useQuery({
    ...deliveriesQuery(useSession(), view.filter, view.page, isPaused),
    enabled: !isAlone,
  });
  const rows = useMemo(() => read.data?.data ?? [], [read.data]);
  const select = useCallback(
    (id: string, isOn: boolean) =>
      setSelected((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  );
  const step = useDeliveryKeys({ rows, openId: view.openId, onOpen: view.open });
  const close = () => {
    const { openId } = view;
    view.open(null);
    if (openId) list.current?.querySelector<HTMLElement>(`[data-delivery="${CSS.escape(openId)}"]`)?.focus();
  };
  return (
    <div
      className={classNames(
        view.openId !== null &&
          "lg:-m-pad lg:grid lg:h-[calc(100dvh-18px-var(--bar))] lg:grid-cols-[minmax(0,1fr)_520px] lg:grid-rows-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_600px] min-[1592px]:border-x",
      )}
    >
      {!isAlone && (
        <section
          ref={list}
          aria-label="All deliveries"
          className={classNames(
            "scroll-thin @container min-w-0",
            view.openId !== null && "lg:overflow-y-auto lg:p-pad",
          )}
        >
          <WebhooksHead />
          <DeliveryFilters view={view} rows={rows} />
          <DeliveryHistogram view={view} />
          <StatusChips view={view} isPaused={isPaused} />
          <BulkReplay view={view} rows={rows} selected={selected} blocked={blocked} onSelect={setSelected} />
          <DeliveriesTable
            view={view}
            read={read}
            selected={selected}
            isSelectable={blocked === null}
            onSelect={select}
          />
        </section>
      )}
      {view.openId !== null && (
        <div className="min-w-0 lg:border-l">
          <DeliveryDetailsPanel
            key={view.openId}
            id={view.openId}
            blocked={blocked}
            step={step}
            onOpen={view.open}
            onClose={close}
          />
        </div>
      )}
    </div>
  );
}
