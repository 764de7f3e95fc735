import { classNames } from "../ui/class-names.ts";
import type { DriftMark } from "./details/drift.ts";

export const driftWords = { failing: "A check fails now", changed: "Changed since" } as const;

/** A dot with an accessible name that marks a change since submission. */
export function DriftDot({ mark, isLegend = false }: { mark: DriftMark; isLegend?: boolean }) {
  if (mark === "same") return null;
  const look = classNames("inline-block size-1.5 shrink-0 rounded-full", mark === "failing" ? "bg-bad" : "bg-wait");
  if (isLegend) return <span aria-hidden className={look} />;
  return <span role="img" aria-label={driftWords[mark]} title={driftWords[mark]} className={look} />;
}
