"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef, useState } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";
import { type PendingView, pendingQuery } from "../../../lib/api/approvals.ts";
import { pendingCountQuery } from "../../../lib/api/badges.ts";
import { maySeeChanges, usePendingChanges } from "../../../lib/api/changes.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { useWideScreen } from "../../layout/hooks/use-wide-screen.ts";
import { PageHead } from "../../layout/page/page-head.tsx";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { findRowLink, ROW_LINK } from "../../ui/row-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { statusAppearances } from "../approval-texts.ts";
import { SelectionBar } from "../bulk/selection-bar.tsx";
import { useSelection } from "../bulk/use-selection.ts";
import { ApprovalSkeleton } from "../details/approval-skeleton.tsx";
import { ApprovalsFilters } from "./approvals-filters.tsx";
import { ApprovalsTable } from "./approvals-table.tsx";
import { texts } from "./texts.ts";
import {
  type ApprovalsTab,
  type ApprovalsView,
  OUTCOMES,
  type Outcome,
  useApprovalsView,
} from "./use-approvals-view.ts";

const OUTCOME_LABELS = OUTCOMES.map((outcome) => statusAppearances[outcome].word);

// Fetched while the list loads, which decides the open request; not on narrow screens, which do not show it.
const loadDetails = () => import("../details/approval-details.tsx").then((module) => module.ApprovalDetails);
const ApprovalDetails = dynamic(loadDetails, { ssr: false, loading: () => <ApprovalSkeleton /> });

// Rarely open.
const AccessChanges = dynamic(() => import("../access/access-changes.tsx").then((module) => module.AccessChanges), {
  ssr: false,
  loading: () => <Skeleton className="mt-5 h-40 w-full" />,
});

const TABS: readonly ApprovalsTab[] = ["waiting", "mine", "done"];
const NONE: readonly PendingItem[] = [];

/** The queue, and on wide screens the open request beside it. Dashboard 5.8. */
export function ApprovalsBoard() {
  const session = useSession();
  const view = useApprovalsView();
  const isWide = useWideScreen();
  const tab = view.tab === "access" ? null : view.tab;
  const filter = { ...filterOf(tab ?? "waiting", view.outcome), ...viewOf(view) };
  const list = useInfiniteQuery({ ...pendingQuery(session, filter), enabled: tab !== null });
  const items = useMemo(
    () => (tab === null ? NONE : (list.data?.pages.flatMap(({ data }) => data) ?? NONE)),
    [tab, list.data],
  );
  const maySelect = view.tab === "waiting" && can(session, "APPROVE_TRANSFER");
  const selection = useSelection(maySelect ? items : NONE);
  const queue = useRef<HTMLElement>(null);
  const [announcement, announce] = useState("");
  const first = useFirst(`${view.tab} ${JSON.stringify(filter)}`, items[0]?.id);
  const openId = isWide && tab !== null ? (view.open ?? first) : null;
  useListKeys(queue, ROW_LINK);
  useEffect(() => {
    // A failed preload is repeated when the component renders.
    if (isWide) void loadDetails().catch(() => undefined);
  }, [isWide]);
  useArrivals(
    view.tab === "waiting" && !view.isFiltered ? list.data?.pages[0]?.metadata.totalRecords : undefined,
    announce,
  );

  const openNext = () => {
    const at = items.findIndex(({ id }) => id === openId);
    const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
    const next = others.find(({ status, viewer }) => status === "PENDING" && viewer.canApprove) ?? others[0];
    if (view.tab !== "waiting" || !next) {
      // Nothing follows, so the decided request stays open.
      if (openId) view.openRow(openId);
      return queue.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
    }
    view.openRow(next.id);
    const link = findRowLink(queue.current, next.id);
    link?.focus();
    announce(texts.next(link?.textContent ?? "request"));
  };
  return (
    <div className="lg:-m-pad lg:grid lg:h-[calc(100dvh-18px-var(--bar))] lg:grid-rows-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_520px] xl:grid-cols-[minmax(0,1fr)_560px] min-[1592px]:border-x">
      <section
        ref={queue}
        aria-label={texts.requests}
        className="scroll-thin @container min-w-0 lg:overflow-y-auto lg:p-pad"
      >
        <PageHead title={texts.approvals} />
        <div className="mt-3">
          <Tabs label={texts.approvals} value={view.tab} tabs={useTabs()} onChange={view.showTab}>
            {TABS.map((tab) => (
              <TabPanel key={tab} value={tab}>
                {tab === "done" && <OutcomeFilter value={view.outcome} onChange={view.showOutcome} />}
                <ApprovalsFilters view={view} hasRequesters={tab !== "mine"} />
                <ApprovalsTable
                  tab={tab}
                  isFiltered={view.isFiltered}
                  list={list}
                  rows={items}
                  openId={openId}
                  selected={selection.selected}
                  onSelect={maySelect ? selection.select : null}
                  onOpen={(id) => {
                    if (isWide) view.openRow(id);
                    return isWide;
                  }}
                />
              </TabPanel>
            ))}
            <TabPanel value="access">
              <AccessChanges />
            </TabPanel>
          </Tabs>
        </div>
        <SelectionBar selection={selection} />
      </section>
      <div className="min-w-0 border-l max-lg:hidden">
        {openId && <ApprovalDetails key={openId} id={openId} onDecided={openNext} announce={announce} />}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** The first row is open until another is selected. It stays open when it is decided and leaves the list. */
function useFirst(list: string, id: string | undefined): string | null {
  const [first, setFirst] = useState<{ list: string; id: string } | null>(null);
  if (first?.list === list) return first.id;
  if (id !== undefined) setFirst({ list, id });
  return id ?? null;
}

function filterOf(tab: ApprovalsTab, outcome: Outcome) {
  if (tab === "mine") return { status: "ALL", scope: "mine" } as const;
  return { status: tab === "waiting" ? "PENDING" : outcome } as const;
}

function viewOf({ sort, kind, creator }: ApprovalsView): PendingView {
  return { sort, ...(kind !== null && { kind }), ...(creator !== null && { creator }) };
}

function useTabs() {
  const session = useSession();
  const waiting = useQuery(pendingCountQuery(session, { status: "PENDING" })).data;
  const mine = useQuery(pendingCountQuery(session, { status: "PENDING", scope: "mine" })).data;
  const changes = usePendingChanges();
  return [
    { value: "waiting", label: waiting ? texts.waitingWaiting(waiting) : texts.waiting },
    { value: "mine", label: mine ? texts.mineMine(mine) : texts.mine },
    { value: "done", label: texts.done },
    ...(maySeeChanges(session)
      ? [{ value: "access" as const, label: changes.length > 0 ? texts.accessCount(changes.length) : texts.access }]
      : []),
  ] as const;
}

/** Announces new requests. The user's own actions are announced elsewhere. */
function useArrivals(total: number | undefined, announce: (text: string) => void) {
  const before = useRef(total);
  useEffect(() => {
    if (total !== undefined && before.current !== undefined && total > before.current) {
      announce(texts.totalRequestsWaitNow(total));
    }
    before.current = total;
  }, [total, announce]);
}

/** The outcome to list: the service lists one outcome at a time. */
function OutcomeFilter({ value, onChange }: { value: Outcome; onChange: (outcome: Outcome) => void }) {
  const outcomeOf = (word: string) => OUTCOMES.find((outcome) => statusAppearances[outcome].word === word);
  return (
    <div className="pt-4">
      <RadioChips
        legend={texts.outcome}
        options={OUTCOME_LABELS}
        control={(word) => ({
          name: "outcome",
          checked: statusAppearances[value].word === word,
          onChange: () => {
            const outcome = outcomeOf(word);
            if (outcome) onChange(outcome);
          },
        })}
      />
    </div>
  );
}
