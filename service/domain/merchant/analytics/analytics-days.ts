import { firstInstant, lastInstant } from "../../../../contract/values.ts";

/** Days in Africa/Lagos, `YYYY-MM-DD`, both included. */
export type DayRange = { startDate: string; endDate: string };

const DAY_MS = 86_400_000;

/** Every day of a range, in order. Pure. */
export function daysOf({ startDate, endDate }: DayRange): string[] {
  const days: string[] = [];
  for (let at = Date.parse(startDate); at <= Date.parse(endDate); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** The first instant of a range, and the first one after it. */
export function instantsOf({ startDate, endDate }: DayRange): { from: Date; until: Date } {
  return { from: new Date(firstInstant(startDate)), until: new Date(lastInstant(endDate) + 1) };
}
