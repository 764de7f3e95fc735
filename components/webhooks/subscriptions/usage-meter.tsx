import { classNames } from "../../ui/class-names.ts";
import { texts } from "./texts.ts";

/** First attempts to one subscription per minute; more than this fail as rate limited. Spec 6.5. */
export const MOST_A_MINUTE = 100;

/** `37/100 this minute`, with a bar that warns from 80 %. */
export function UsageMeter({ used, label }: { used: number; label: string }) {
  const share = Math.min(used / MOST_A_MINUTE, 1);
  const colour = share >= 1 ? "bg-bad" : share >= 0.8 ? "bg-wait" : "bg-fg-2";
  return (
    <span className="inline-grid w-full min-w-0 gap-1">
      <span className="text-xs tabular-nums">
        {used}/{MOST_A_MINUTE}
        <span className="sr-only"> {texts.usedThisMinute2}</span>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers style <meter> differently. */}
      <span
        role="meter"
        aria-label={label}
        aria-valuenow={used}
        aria-valuemin={0}
        aria-valuemax={Math.max(MOST_A_MINUTE, used)}
        className="block h-1 overflow-hidden rounded-full bg-line"
      >
        <span className={classNames("block h-full rounded-full", colour)} style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
