"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { lagosDay } from "../../lib/format/day.ts";
import { BREAK_AGES, BREAK_KINDS } from "./break-words.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const parsers = {
  date: parseAsString,
  kind: parseAsStringLiteral(BREAK_KINDS),
  age: parseAsStringLiteral(BREAK_AGES),
  state: parseAsStringLiteral(["open", "resolved"]).withDefault("open"),
  open: parseAsString,
  page: parseAsInteger.withDefault(1),
};

/** The day, the filters of the breaks and the open one, kept in the address. Without a day: yesterday in Lagos. Dashboard 2.3. */
export function useReconciliationView() {
  const [view, change] = useQueryStates(parsers);
  const today = lagosDay(Date.now());
  const yesterday = shiftDay(today, -1);
  const date = view.date !== null && DAY.test(view.date) && view.date <= today ? view.date : yesterday;
  return {
    date,
    isLastDay: date >= today,
    kind: view.kind,
    age: view.age,
    state: view.state,
    open: view.open,
    page: Math.max(view.page, 1),
    showDay: (day: string) => void change({ date: day === yesterday ? null : day }),
    showNextDay: (step: 1 | -1) => {
      const day = shiftDay(date, step);
      void change({ date: day === yesterday ? null : day });
    },
    set: (next: Partial<Pick<typeof view, "kind" | "age" | "state">>) => void change({ ...next, page: null }),
    openRow: (open: string | null) => void change({ open }),
    showPage: (page: number) => void change({ page: page === 1 ? null : page }),
  };
}

export type ReconciliationView = ReturnType<typeof useReconciliationView>;

function shiftDay(day: string, step: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + step * DAY_MS).toISOString().slice(0, 10);
}
