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
