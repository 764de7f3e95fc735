"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { deliveriesQuery } from "../../../lib/api/webhook-deliveries.ts";
import { usePreload } from "../../layout/hooks/use-preload.ts";
import { useWideScreen } from "../../layout/hooks/use-wide-screen.ts";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { classNames } from "../../ui/class-names.ts";
import { findRowLink } from "../../ui/row-link.tsx";
import { BulkReplay } from "../replays/bulk-replay.tsx";
import { ReplayProgress } from "../replays/replay-progress.tsx";
import { useWebhookBlock } from "../use-webhook-rights.ts";
import { WebhooksHead } from "../webhooks-head.tsx";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { DeliveryFilters, StatusChips } from "./delivery-filters.tsx";
import { DeliverySkeleton } from "./delivery-skeleton.tsx";
import { DeliveryHistogram } from "./histogram/delivery-histogram.tsx";
import { texts } from "./texts.ts";
import { useDeliveriesView } from "./use-deliveries-view.ts";
import { useDeliveryKeys } from "./use-delivery-keys.ts";

// The list opens without a delivery; on a delivery's own page this code loads with the page.
const loadDetails = () => import("./delivery-details.tsx").then((module) => module.DeliveryDetailsPanel);
const DeliveryDetailsPanel = dynamic(loadDetails, { loading: () => <DeliverySkeleton /> });

const NONE: ReadonlySet<string> = new Set();

/** Sent events and their responses; the open delivery is beside the list on wide screens. Dashboard 5.10. */
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
  const { openId, open } = view;
  const close = () => open(null);
  const step = useDeliveryKeys({ list, rows, openId, onOpen: open, onClose: close });
  useFocusBack(list, openId);
  usePageTitle(openId === null ? texts.deliveries : undefined);
  usePreload(loadDetails);
  return (
    <div
      className={classNames(
        openId !== null &&
          "lg:-m-pad lg:grid lg:h-[calc(100dvh-18px-var(--bar))] lg:grid-cols-[minmax(0,1fr)_520px] lg:grid-rows-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_600px] min-[1592px]:border-x",
      )}
    >
      {!isAlone && (
        <section
          ref={list}
          aria-label={texts.allDeliveries}
          className={classNames("scroll-thin @container min-w-0", openId !== null && "lg:overflow-y-auto lg:p-pad")}
        >
          <WebhooksHead />
          <FiltersBeside isFolded={openId !== null}>
            <DeliveryFilters view={view} rows={rows} />
            <DeliveryHistogram view={view} />
          </FiltersBeside>
          <ReplayProgress blocked={blocked} />
          <div className="flex-wrap items-center justify-between gap-x-4 md:flex">
            <StatusChips view={view} isPaused={isPaused} />
            <BulkReplay view={view} rows={rows} selected={selected} blocked={blocked} onSelect={setSelected} />
          </div>
          <DeliveriesTable
            view={view}
            read={read}
            selected={selected}
            isSelectable={blocked === null}
            onSelect={select}
          />
        </section>
      )}
      {openId !== null && (
        // Rendered in its final place from the start, as the list waits for the screen width.
        <div className="min-w-0 lg:col-start-2 lg:row-start-1 lg:border-l">
          <DeliveryDetailsPanel key={openId} id={openId} blocked={blocked} step={step} onOpen={open} onClose={close} />
        </div>
      )}
    </div>
  );
}

/** Filters and chart; folded while a delivery is open beside the list, which is then half as wide and keeps its height for rows. */
function FiltersBeside({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  if (!isFolded) return children;
  return (
    <details className="mt-4 border-b pb-3">
      <summary className="w-fit cursor-pointer rounded-small font-medium text-fg-2 hover:text-fg">
        {texts.filtersAndChart}
      </summary>
      {children}
    </details>
  );
}

/** When a delivery is closed, the focus returns to its row, or to the page if the row is not visible. */
function useFocusBack(list: RefObject<HTMLElement | null>, openId: string | null): void {
  const before = useRef(openId);
  useEffect(() => {
    const closed = openId === null ? before.current : null;
    before.current = openId;
    if (closed !== null) (findRowLink(list.current, closed) ?? document.getElementById("main"))?.focus();
  }, [list, openId]);
}
