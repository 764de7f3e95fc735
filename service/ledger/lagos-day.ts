const lagos = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Africa/Lagos",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The calendar day in Africa/Lagos, `YYYY-MM-DD`: daily limits use it (API 4). */
export function lagosDay(instant: Date): string {
  return lagos.format(instant);
}

/** The Monday of a day's week. Days are `YYYY-MM-DD`. Pure. */
export function mondayOf(day: string): string {
  return daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The day a number of days later; earlier for a negative number. Days are `YYYY-MM-DD`. Pure. */
export function daysAfter(day: string, count: number): string {
  const at = new Date(day);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}
