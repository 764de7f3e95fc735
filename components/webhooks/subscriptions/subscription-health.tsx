import { TriangleAlert } from "lucide-react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { countOf } from "../../../lib/format/names.ts";
import { Chip } from "../../ui/chip.tsx";
import { When } from "../../ui/when.tsx";
import { type Bar, barsOf } from "../deliveries/histogram/hour-bars.ts";
import { errorLabels } from "../webhook-labels.ts";
import { texts } from "./texts.ts";

type Health = SubscriptionWithHealth["health"];

export function successText({ successRate24h }: Health): string {
  return successRate24h === null ? "–" : `${floorTenth(successRate24h * 100)} %`;
}

/** Rounds down, so that 99.96 is not shown as 100. */
function floorTenth(percent: number): number {
  return Math.floor(percent * 10) / 10;
}

const DAY_HOURS = 24;
const HOUR_MS = 3_600_000;

/** The last 24 hours, the newest last: delivered, with failures on top. Webhooks 11. */
export function HealthSpark({ health: { hours24h } }: { health: Health }) {
  const bars = barsOf(hours24h, { lastMs: (DAY_HOURS - 1) * HOUR_MS }, Date.now());
  const most = Math.max(1, ...bars.map(({ success, failed }) => success + failed));
  const [success, failed] = [sumOf(bars, "success"), sumOf(bars, "failed")];
  return (
    <span
      role="img"
      aria-label={texts.last24HoursSuccess(success.toLocaleString("en-NG"), countOf(failed, "failed", "failed"))}
      className="inline-flex h-5 w-[71px] shrink-0 items-end gap-px border-line border-b align-middle"
    >
      {bars.map((bar) => (
        <span key={bar.startDate} className="flex h-full w-0.5 flex-col justify-end">
          <Part share={bar.failed / most} className="bg-bad" />
          <Part share={bar.success / most} className="bg-control-line" />
        </span>
      ))}
    </span>
  );
}

function Part({ share, className }: { share: number; className: string }) {
  if (share === 0) return null;
  // A single failure among thousands stays visible.
  return <span className={`block min-h-[3px] ${className}`} style={{ height: `${share * 100}%` }} />;
}

function sumOf(bars: readonly Bar[], part: "success" | "failed"): number {
  return bars.reduce((sum, bar) => sum + bar[part], 0);
}

/** Since when deliveries fail, and the last reason. */
export function FailingSince({ health }: { health: Health }) {
  if (health.failingSince === null) {
    return <span className="text-fg-2">{health.lastErrorCode ? errorLabels[health.lastErrorCode] : "–"}</span>;
  }
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Chip tone="bad" icon={TriangleAlert}>
        {health.lastErrorCode ? errorLabels[health.lastErrorCode] : texts.failing}
      </Chip>
      <span className="trim text-fg-2 text-xs">
        {texts.since} <When at={health.failingSince} />
      </span>
    </span>
  );
}
