/** Days of the calendar in Lagos, one hour ahead of UTC all year, as `2026-11-19`. */
const AHEAD_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The day in Lagos at an instant in milliseconds. */
export function lagosDay(instantMs: number): string {
  return new Date(instantMs + AHEAD_MS).toISOString().slice(0, 10);
}

/** The last `count` days up to the one at `nowMs`, both ends included. */
export function lastDays(count: number, nowMs: number): { startDate: string; endDate: string } {
  return { startDate: lagosDay(nowMs - (count - 1) * DAY_MS), endDate: lagosDay(nowMs) };
}

/** `Thu 19 Nov`. */
export function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** `19`; `1 Nov` where a month begins: for the axis of a chart. */
export function dayTick(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.getUTCDate() === 1 ? `1 ${MONTHS[date.getUTCMonth()]}` : String(date.getUTCDate());
}
