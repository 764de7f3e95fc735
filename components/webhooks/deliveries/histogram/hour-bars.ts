import type { WebhookStats } from "../../../../contract/webhook-records.ts";
import type { DeliverySpan } from "../../../../lib/api/webhook-deliveries.ts";

const HOUR_MS = 3_600_000;
/** More bars would be too narrow to click, so hours are grouped. */
const MOST_BARS = 30;

/** Deliveries that ended in an hour. */
export type Hour = { hour: string; success: number; failed: number };
export type Bar = { startDate: string; endDate: string; success: number; failed: number };

/**
 * Bars that cover a time span without gaps, oldest first: single hours, or groups of hours so that at most 30 bars result. A bar
 * includes both its ends, as the service's filters do. Pure.
 */
export function barsOf(hours: readonly Hour[], span: DeliverySpan, now: number): Bar[] {
  const [from, to] =
    "lastMs" in span ? [now - span.lastMs, now] : [Date.parse(span.startDate), Date.parse(span.endDate)];
  const first = Math.floor(from / HOUR_MS);
  const count = Math.floor(to / HOUR_MS) - first + 1;
  const width = widthFor(count);
  // Groups are aligned to the newest hour, so that the last bar is as complete as the others.
  const start = first + (count % width);
  const bars = Array.from({ length: Math.max(1, Math.floor(count / width)) }, (_, index): Bar => {
    const at = (start + index * width) * HOUR_MS;
    return {
      startDate: new Date(at).toISOString(),
      endDate: new Date(at + width * HOUR_MS - 1).toISOString(),
      success: 0,
      failed: 0,
    };
  });
  for (const { hour, success, failed } of hours) {
    const bar = bars[Math.floor((Date.parse(hour) / HOUR_MS - start) / width)];
    if (!bar) continue;
    bar.success += success;
    bar.failed += failed;
  }
  return bars;
}

function widthFor(count: number): number {
  return [1, 6, 24].find((width) => count / width < MOST_BARS + 1) ?? Math.ceil(count / MOST_BARS);
}

/** Error codes of all hours, the most frequent first. */
export function rankErrors(hours: WebhookStats["hours"]): [code: string, count: number][] {
  const totals = new Map<string, number>();
  for (const { errorCodes } of hours) {
    for (const [code, count] of Object.entries(errorCodes)) totals.set(code, (totals.get(code) ?? 0) + count);
  }
  return [...totals].sort(([, one], [, other]) => other - one);
}
