/** Lagos days, both included. */
type Period = { startDate: string; endDate: string };

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2026-11` is `Nov 2026`. */
export function monthText(month: string): string {
  return `${monthTick(month)} ${month.slice(0, 4)}`;
}

/** `2026-11` is `Nov`. */
export function monthTick(month: string): string {
  return MONTHS[Number(month.slice(5, 7)) - 1] ?? month;
}

/** A period as people write it: `6–19 Nov 2026`, `23 Oct – 5 Nov 2026`, `28 Dec 2025 – 3 Jan 2026`. */
export function periodText({ startDate, endDate }: Period): string {
  const [from, to] = [partsOf(startDate), partsOf(endDate)];
  const end = dateText(endDate);
  if (startDate === endDate) return end;
  if (from.year !== to.year) return `${dateText(startDate)} – ${end}`;
  return from.month === to.month ? `${from.day}–${end}` : `${from.day} ${from.month} – ${end}`;
}

/** `2026-11-06` is `6 Nov 2026`. */
export function dateText(date: string): string {
  const { day, month, year } = partsOf(date);
  return `${day} ${month} ${year}`;
}

function partsOf(day: string) {
  return { day: Number(day.slice(8)), month: monthTick(day), year: day.slice(0, 4) };
}
