import { formatKobo } from "../../lib/format/money.ts";
import { classNames } from "./class-names.ts";
import { texts } from "./texts.ts";

const NEAR = 0.8;

/** The used share of a limit in kobo: grey, a warning from 80 percent, then over the limit. */
export function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = limit > 0 ? used / limit : used > 0 ? Number.POSITIVE_INFINITY : 0;
  const colour = share > 1 ? "bg-bad" : share >= NEAR ? "bg-wait" : "bg-fg-2";
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers style <meter> differently.
    <span
      role="meter"
      aria-label={label}
      aria-valuenow={used}
      aria-valuemin={0}
      aria-valuemax={Math.max(limit, used)}
      aria-valuetext={texts.usedOfLimit(formatKobo(used), formatKobo(limit))}
      className="block h-1 overflow-hidden rounded-full bg-line"
    >
      <span
        className={classNames("block h-full rounded-full", colour)}
        style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }}
      />
    </span>
  );
}
