/** Days of the calendar in Lagos, one hour ahead of UTC all year, as `2026-11-19`. */
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The Lagos date of an instant in milliseconds. */
export function lagosDay(instantMs: number): string {
  return new Date(instantMs + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
}

/** The last `count` days up to the day of `nowMs`, inclusive. */
export function lastDays(count: number, nowMs: number): { startDate: string; endDate: string } {
  return { startDate: lagosDay(nowMs - (count - 1) * DAY_MS), endDate: lagosDay(nowMs) };
}

/** The instant `lengthMs` before `nowMs`, cut to the minute, so that reads in the same minute are the same. */
export function minuteBefore(nowMs: number, lengthMs: number): string {
  return new Date(Math.floor((nowMs - lengthMs) / 60_000) * 60_000).toISOString();
}

/** `Thu 19 Nov`. */
export function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** An axis label: `19`, or `1 Nov` at the start of a month. */
export function dayTick(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.getUTCDate() === 1 ? `1 ${MONTHS[date.getUTCMonth()]}` : String(date.getUTCDate());
}
