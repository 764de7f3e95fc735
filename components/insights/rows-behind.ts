import type { TransactionGroup } from "../../contract/transactions.ts";
import type { Period } from "../../lib/api/insights.ts";

type Filters = { category?: string; status?: string; group?: TransactionGroup };

/** The list of transactions of a period, with filters. */
export function transactionsHref({ startDate, endDate }: Period, filters: Filters = {}): string {
  return `/transactions?${new URLSearchParams({ ...filters, startDate, endDate })}`;
}

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
  const end = `${to.day} ${to.month} ${to.year}`;
  if (startDate === endDate) return end;
  if (from.year !== to.year) return `${from.day} ${from.month} ${from.year} – ${end}`;
  return from.month === to.month ? `${from.day}–${end}` : `${from.day} ${from.month} – ${end}`;
}

function partsOf(day: string) {
  return { day: Number(day.slice(8)), month: monthTick(day), year: day.slice(0, 4) };
}
