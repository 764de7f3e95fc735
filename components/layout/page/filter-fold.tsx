"use client";

import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { dayText } from "../../../lib/format/day.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

/** A filter that is set, in words, and how to remove it. */
export type SetFilter = { text: string; remove: () => void };

type FilterFoldProps = {
  /** What is set, in the order of the fields. */
  active: readonly SetFilter[];
  /** The fields. */
  children: ReactNode;
};

/**
 * The filters of a list, except its search field. On a phone they would take half of the screen: one button opens them, and what is set
 * stays visible and can be removed. Both follow the buttons that stand beside it in the row. Decision 0134.
 */
export function FilterFold({ active, children }: FilterFoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon={SlidersHorizontal}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="md:hidden"
      >
        {active.length === 0 ? texts.filters : texts.filtersSet(active.length)}
      </Button>
      <div
        id={id}
        className={classNames(
          "contents max-md:order-1 max-md:flex max-md:w-full max-md:flex-wrap max-md:items-end max-md:gap-2",
          !isOpen && "max-md:hidden",
        )}
      >
        {children}
      </div>
      {!isOpen && active.length > 0 && (
        <ul aria-label={texts.setFilters} className="order-1 flex w-full flex-wrap gap-2 md:hidden">
          {active.map(({ text, remove }) => (
            <li key={text} className="min-w-0">
              <button
                type="button"
                aria-label={texts.removeFilter(text)}
                onClick={remove}
                className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-control border bg-mute-tint px-2.5 text-xs"
              >
                <span className="trim">{text}</span>
                <Icon of={X} size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Options<Value extends string> = readonly { value: Value; label: string }[];

/** The set value of a choice, by the label of its option. */
export function setChoice<Value extends string>(
  value: Value | null | undefined,
  options: Options<Value>,
  remove: () => void,
): SetFilter[] {
  const label = options.find((option) => option.value === value)?.label;
  return label === undefined ? [] : [{ text: label, remove }];
}

type Amounts = { minAmount?: number | undefined; maxAmount?: number | undefined };

/** Kobo, in naira. */
export function setAmounts(
  { minAmount, maxAmount }: Amounts,
  set: (change: { minAmount?: null; maxAmount?: null }) => void,
): SetFilter[] {
  return [
    ...(minAmount === undefined
      ? []
      : [{ text: texts.atLeast(formatKobo(minAmount)), remove: () => set({ minAmount: null }) }]),
    ...(maxAmount === undefined
      ? []
      : [{ text: texts.atMost(formatKobo(maxAmount)), remove: () => set({ maxAmount: null }) }]),
  ];
}

type Days = { startDate?: string | undefined; endDate?: string | undefined };

export function setDays(
  { startDate, endDate }: Days,
  set: (change: { startDate?: null; endDate?: null }) => void,
): SetFilter[] {
  return [
    ...(startDate ? [{ text: texts.fromDay(dayText(startDate)), remove: () => set({ startDate: null }) }] : []),
    ...(endDate ? [{ text: texts.toDay(dayText(endDate)), remove: () => set({ endDate: null }) }] : []),
  ];
}
