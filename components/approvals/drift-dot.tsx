import { classNames } from "../ui/class-names.ts";
import type { DriftMark } from "./details/drift.ts";
import { texts } from "./texts.ts";

export const driftTexts = { failing: texts.aCheckFailsNow, changed: texts.changedSince } as const;

/** A dot with an accessible name that marks a change since submission. */
export function DriftDot({ mark, isLegend = false }: { mark: DriftMark; isLegend?: boolean }) {
  if (mark === "same") return null;
  const appearance = classNames(
    "inline-block size-1.5 shrink-0 rounded-full",
    mark === "failing" ? "bg-bad" : "bg-wait",
  );
  if (isLegend) return <span aria-hidden className={appearance} />;
  return <span role="img" aria-label={driftTexts[mark]} title={driftTexts[mark]} className={appearance} />;
}
