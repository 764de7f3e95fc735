"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { Period } from "../../lib/api/insights.ts";
import { lagosDay, lastDays } from "../../lib/format/day.ts";

export const PRESETS = ["7", "14", "30", "90", "month"] as const;
export type Preset = (typeof PRESETS)[number];

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const parsers = {
  period: parseAsStringLiteral(PRESETS).withDefault("14"),
  startDate: parseAsString,
  endDate: parseAsString,
};

/**
 * The days that Insights shows, kept in the address so that saved views keep them: a preset that moves with the calendar, or two fixed
 * days. Impossible days in the address fall back to the preset. Dashboard 9.
 */
export function usePeriod() {
  const [state, change] = useQueryStates(parsers);
  const fixed = fixedPeriod(state.startDate, state.endDate);
  const period = fixed ?? presetPeriod(state.period, Date.now());
  return {
    period,
    before: periodBefore(period),
    preset: fixed ? null : state.period,
    setPreset: (preset: Preset) => void change({ period: preset, startDate: null, endDate: null }),
    setDays: ({ startDate, endDate }: Period) => void change({ startDate, endDate }),
  };
}

/** The period of the same number of days directly before. Pure. */
export function periodBefore({ startDate, endDate }: Period): Period {
  const [first, last] = [Date.parse(startDate), Date.parse(endDate)];
  return { startDate: dayOf(first - (last - first) - DAY_MS), endDate: dayOf(first - DAY_MS) };
}

/** `month` is the calendar month of `nowMs` so far. Pure. */
export function presetPeriod(preset: Preset, nowMs: number): Period {
  if (preset !== "month") return lastDays(Number(preset), nowMs);
  const today = lagosDay(nowMs);
  return { startDate: `${today.slice(0, 7)}-01`, endDate: today };
}

/** Two days in order and at most 366 days together, or undefined. Pure. */
export function fixedPeriod(startDate: string | null, endDate: string | null): Period | undefined {
  if (!isDay(startDate) || !isDay(endDate) || startDate > endDate) return undefined;
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
  return days <= MOST_DAYS ? { startDate, endDate } : undefined;
}

function isDay(text: string | null): text is string {
  return (
    text !== null &&
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    dayOf(Date.parse(text)) === text
  );
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
