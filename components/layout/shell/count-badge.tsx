import { classNames } from "../../ui/class-names.ts";

const MOST = 99;

/** A count next to an area's name; a dot on its icon in the collapsed sidebar. Dashboard 2.3. */
export function CountBadge({ count, what, isBad }: { count: number; what: string; isBad?: boolean }) {
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          "grid h-5 min-w-5 place-items-center rounded-full px-1.5 font-medium text-xs tabular-nums md:max-lg:absolute md:max-lg:-top-0.5 md:max-lg:right-0.5 md:max-lg:h-4 md:max-lg:min-w-4 md:max-lg:px-1",
          isBad ? "bg-bad-tint text-bad" : "bg-panel text-fg shadow-hair",
        )}
      >
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="sr-only">
        , {count} {what}
      </span>
    </>
  );
}
