import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { DayInput } from "../../ui/day-input.tsx";
import { FilterFold, type SetFilter, setDays } from "./filter-fold.tsx";
import { texts } from "./texts.ts";

type Period = { startDate?: string | undefined; endDate?: string | undefined };
type ListFiltersProps = {
  /** The filters that are set, without the period. */
  active: readonly SetFilter[];
  /** The fields before the period. */
  children: ReactNode;
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
  /** Follows the filters; stays visible on a phone. */
  action?: ReactNode;
};

/** The filters of a list after its search field: its own fields, the period, the button that clears all, and what is wrong with them. */
export function ListFilters({ view, active, action, children }: ListFiltersProps) {
  const problemId = useId();
  return (
    <>
      <FilterFold active={[...active, ...setDays(view.filters, view.set)]}>
        {children}
        <div className="flex gap-2 max-md:w-full max-md:flex-wrap">
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
        {view.isBackward && (
          <p id={problemId} role="alert" className="w-full text-bad text-xs">
            {texts.theFirstDayIs}
          </p>
        )}
      </FilterFold>
      {action}
      {view.isIdentity && (
        <p role="status" className="w-full text-wait text-xs">
          {texts.elevenDigitsLookLike}
        </p>
      )}
    </>
  );
}
