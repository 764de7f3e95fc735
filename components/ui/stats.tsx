import type { ReactNode } from "react";

/** A row of large figures: side by side, two per row on a phone. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 md:auto-cols-fr md:grid-flow-col md:grid-cols-none md:gap-0">
      {children}
    </dl>
  );
}

type StatProps = { name: string; note?: ReactNode; meter?: ReactNode; isWide?: boolean; children: ReactNode };

export function Stat({ name, note, meter, isWide, children }: StatProps) {
  return (
    <div
      className={
        isWide
          ? "col-span-2 min-w-0 md:col-span-1 md:border-l md:px-4 lg:px-6 md:first:border-l-0 md:first:pl-0 md:last:pr-0"
          : "min-w-0 md:border-l md:px-4 lg:px-6 md:first:border-l-0 md:first:pl-0 md:last:pr-0"
      }
    >
      <dt className="text-fg-2">{name}</dt>
      <dd
        className={
          isWide ? "mt-0.5 font-semibold text-xl tabular-nums" : "mt-0.5 font-semibold text-md tabular-nums md:text-xl"
        }
      >
        {children}
      </dd>
      {note && <dd className="mt-1 text-fg-3 text-xs tabular-nums">{note}</dd>}
      {meter && <dd className="mt-2">{meter}</dd>}
    </div>
  );
}
