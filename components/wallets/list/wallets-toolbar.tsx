"use client";

import { useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { tagsQuery } from "../../../lib/api/wallet-notes.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { dateText, monthText, periodText } from "../../../lib/format/period.ts";
import { FilterFold, type SetFilter, setChoice } from "../../layout/page/filter-fold.tsx";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Select } from "../../ui/select.tsx";
import { tierNames } from "../controls/wallet-status.ts";
import { texts } from "./texts.ts";
import type { WalletsView } from "./use-wallets-view.ts";

const STATUSES = [
  { value: "ACTIVE", label: texts.active },
  { value: "FROZEN", label: texts.frozen },
] as const;
const TIERS = (["TIER_1", "TIER_2", "TIER_3"] as const).map((value) => ({ value, label: tierNames[value] }));
const CREDITS = [
  { value: "false", label: texts.creditsAllowed },
  { value: "true", label: texts.creditsBlocked },
] as const;

type WalletsToolbarProps = {
  /** What the search finds, for screen readers. */
  label: string;
  view: WalletsView;
  text: string;
  onText: (text: string) => void;
  onEnter: () => void;
  /** Enter opens the wallet that was found. */
  opensFound: boolean;
  children: ReactNode;
};

/** Search field, filters and extra actions. Search texts stay out of the browser's form history. */
export function WalletsToolbar({ label, view, text, onText, onEnter, opensFound, children }: WalletsToolbarProps) {
  const { filters, set } = view;
  const credits = filters.postNoCredit === undefined ? "" : filters.postNoCredit ? "true" : "false";
  const { tag } = filters;
  const ofInsights = insightFilters(filters, set);
  const active = [
    ...setChoice(filters.status, STATUSES, () => set({ status: null })),
    ...setChoice(filters.tier, TIERS, () => set({ tier: null })),
    ...setChoice(CREDITS.find(({ value }) => value === credits)?.value, CREDITS, () => set({ pnc: null })),
    ...(tag ? [{ text: tag, remove: () => set({ tag: null }) }] : []),
    ...ofInsights,
  ];
  return (
    <search aria-label={label}>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          onEnter();
        }}
        className="flex flex-wrap items-center gap-2"
      >
        <Input
          icon={Search}
          type="search"
          inputMode="text"
          spellCheck={false}
          maxLength={100}
          aria-label={texts.searchByNamePhone}
          placeholder={texts.namePhoneEMail}
          value={text}
          onChange={(event) => onText(event.target.value)}
          suffix={opensFound && <Kbd>{texts.enter}</Kbd>}
          className="md:max-w-76"
        />
        <FilterFold active={active}>
          <Select
            aria-label={texts.status}
            value={filters.status ?? ""}
            none={texts.status}
            options={STATUSES}
            onValue={(status) => set({ status })}
            className="max-md:flex-1"
          />
          <Select
            aria-label={texts.tier}
            value={filters.tier ?? ""}
            none={texts.tier}
            options={TIERS}
            onValue={(tier) => set({ tier })}
            className="max-md:flex-1"
          />
          <Select
            aria-label={texts.credits}
            value={credits}
            none={texts.credits}
            options={CREDITS}
            onValue={(value) => set({ pnc: value === null ? null : value === "true" })}
            className="max-md:flex-1"
          />
          <TagFilter tag={tag} onTag={(next) => set({ tag: next })} />
          {ofInsights.map(({ text: filter, remove }) => (
            <Button key={filter} icon={X} aria-label={texts.removeFilter(filter)} onClick={remove}>
              {filter}
            </Button>
          ))}
          {(view.hasFilters || text !== "") && (
            <Button variant="quiet" icon={X} onClick={view.clear}>
              {texts.clearFilters}
            </Button>
          )}
        </FilterFold>
        <span className="ml-auto flex gap-2 max-md:contents">{children}</span>
      </form>
    </search>
  );
}

/** Set by links of Insights only; shown so that each can be read and removed. Decision 0149. */
function insightFilters(
  { activeIn, nearLimit, ...bounds }: WalletsView["filters"],
  set: WalletsView["set"],
): SetFilter[] {
  const { createdFrom, createdTo, minBalance, maxBalance } = bounds;
  const active =
    activeIn &&
    (activeIn.length > 7 ? texts.activeInWeek(dateText(activeIn)) : texts.activeInMonth(monthText(activeIn)));
  const near = nearLimit && (nearLimit === "daily" ? texts.nearDailyLimit : texts.nearHighestBalance);
  return [
    { text: active, remove: () => set({ activeIn: null }) },
    { text: createdText(createdFrom, createdTo), remove: () => set({ createdFrom: null, createdTo: null }) },
    { text: balanceText(minBalance, maxBalance), remove: () => set({ minBalance: null, maxBalance: null }) },
    { text: near, remove: () => set({ nearLimit: null }) },
  ].flatMap(({ text, remove }) => (text ? [{ text, remove }] : []));
}

function createdText(startDate: string | undefined, endDate: string | undefined): string | undefined {
  if (startDate && endDate) return texts.createdIn(periodText({ startDate, endDate }));
  if (startDate) return texts.createdSince(dateText(startDate));
  return endDate && texts.createdUpTo(dateText(endDate));
}

function balanceText(lowest: number | undefined, highest: number | undefined): string | undefined {
  if (lowest !== undefined && highest !== undefined) {
    return highest === 0 ? texts.emptyBalance : texts.balanceBetween(formatKobo(lowest), formatKobo(highest));
  }
  if (lowest !== undefined) return texts.balanceFrom(formatKobo(lowest));
  return highest === undefined ? undefined : texts.balanceUpTo(formatKobo(highest));
}

/** The tags in use; the chosen one stays a choice while they load. Its width is fixed: a wider tag would move the buttons to another row. */
function TagFilter({ tag = "", onTag }: { tag?: string | undefined; onTag: (tag: string | null) => void }) {
  const known = useQuery(tagsQuery(useSession())).data ?? [];
  const tags = tag === "" || known.includes(tag) ? known : [tag, ...known];
  return (
    <Select
      aria-label={texts.tag}
      value={tag}
      none={texts.tag}
      options={tags.map((value) => ({ value, label: value }))}
      onValue={onTag}
      className="w-28 max-md:flex-1"
    />
  );
}

const SETTLE_MS = 300;

/**
 * Sends the typed text once typing pauses, and adopts changes made elsewhere ("Clear filters", the browser's Back). The returned
 * function cancels a wait: after leaving the list its address must not change any more.
 */
export function useSearchText(view: WalletsView, [text, setText]: [string, (text: string) => void]): () => void {
  const sent = useRef(view.search);
  const latest = useRef(view.searchFor);
  latest.current = view.searchFor;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (view.search === sent.current) return;
    sent.current = view.search;
    setText(view.search);
  }, [view.search, setText]);
  useEffect(() => {
    if (text === sent.current) return;
    timer.current = setTimeout(() => {
      sent.current = text;
      latest.current(text);
    }, SETTLE_MS);
    return () => clearTimeout(timer.current);
  }, [text]);
  return () => clearTimeout(timer.current);
}
