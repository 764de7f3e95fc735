import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { DayInput } from "../../ui/day-input.tsx";
import { texts } from "./texts.ts";

type Period = { startDate?: string | undefined; endDate?: string | undefined };
type PeriodFilterProps = {
  view: {
    filters: Period;
    set(change: { startDate?: string | null; endDate?: string | null }): void;
    hasFilters: boolean;
    clear(): void;
    /** The first day is after the last one. */
    isBackward: boolean;
    /** The search was not sent, because it looks like a BVN or NIN. */
    isIdentity: boolean;
  };
  /** Follows the button that clears the filters. */
  action?: ReactNode;
};

/** The end of a list's filters: the period, the button that clears all of them, and what is wrong with them. */
export function PeriodFilter({ view, action }: PeriodFilterProps) {
  const problemId = useId();
  return (
    <>
      <div className="flex gap-2 max-md:w-full">
        {(["startDate", "endDate"] as const).map((name) => (
          <DayInput
            key={name}
            label={name === "startDate" ? texts.from : texts.to}
            value={view.filters[name]}
            problemId={view.isBackward ? problemId : undefined}
            onDay={(day) => view.set({ [name]: day })}
          />
        ))}
      </div>
      {view.hasFilters && (
        <Button variant="quiet" icon={X} onClick={view.clear}>
          {texts.clearFilters}
        </Button>
      )}
      {action}
      {view.isBackward && (
        <p id={problemId} role="alert" className="w-full text-bad text-xs">
          {texts.theFirstDayIs}
        </p>
      )}
      {view.isIdentity && (
        <p role="status" className="w-full text-wait text-xs">
          {texts.elevenDigitsLookLike}
        </p>
      )}
    </>
  );
}
