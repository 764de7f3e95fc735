"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { insightRowsPath } from "../../../contract/insight-links.ts";
import type { BusyHours } from "../../../contract/insights-customers.ts";
import { busyHoursQuery, type Period } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { countOf } from "../../../lib/format/names.ts";
import { Link } from "../../ui/link.tsx";
import { FigureLink, InsightSection } from "../insight-section.tsx";
import type { InsightTable } from "../insight-tables.ts";
import { usePeriod } from "../use-period.ts";
import { AsOf } from "./as-of.tsx";
import { Shade } from "./shade.tsx";
import { texts } from "./texts.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const HOURS_PER_TICK = 3;

/** Transactions by hour and weekday. Dashboard 9, decision 0143. */
export function BusyHoursSection() {
  const { period } = usePeriod();
  const read = useQuery(busyHoursQuery(useSession(), period));
  const { data } = read;
  const counts = useMemo(() => data && countsOf(data), [data]);
  const table = useMemo(() => counts && tableOf(counts, period), [counts, period]);
  return (
    <InsightSection
      title={texts.busiestHours}
      width="half"
      read={read}
      help={<p>{texts.busyHelp}</p>}
      summary={data && <Summary hours={data} period={period} />}
      chart={counts && <HeatMap counts={counts} period={period} />}
      table={table}
      footer={data && <AsOf instant={data.asOf} />}
    />
  );
}

function Summary({ hours: { peak }, period }: { hours: BusyHours; period: Period }) {
  return (
    <p>
      {texts.byHourAndWeekday}{" "}
      {peak && (
        <FigureLink href={insightRowsPath("posted", period, peak)}>
          {texts.peak(WEEKDAYS[peak.weekday - 1] ?? "", hourText(peak.hour))}
        </FigureLink>
      )}
    </p>
  );
}

/** Counts of the 24 hours of each weekday, Monday first. */
function countsOf({ hours }: BusyHours): number[][] {
  return WEEKDAYS.map((_, day) =>
    HOURS.map((hour) => hours.find((one) => one.weekday === day + 1 && one.hour === hour)?.count ?? 0),
  );
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

function HeatMap({ counts, period }: { counts: readonly number[][]; period: Period }) {
  const most = Math.max(1, ...counts.flat());
  return (
    <div className="grid grid-cols-[2.5rem_repeat(24,minmax(0,1fr))] gap-0.5 text-fg-2 text-xs">
      {WEEKDAYS.map((day, index) => (
        <div key={day} className="col-span-full grid grid-cols-subgrid items-center">
          <span>{day.slice(0, 3)}</span>
          {HOURS.map((hour) => (
            <Link
              key={hour}
              href={insightRowsPath("posted", period, { weekday: index + 1, hour })}
              tabIndex={-1}
              title={texts.transactionsAt(day, hourText(hour), countOf(counts[index]?.[hour] ?? 0, "transaction"))}
              className="relative h-5"
            >
              <Shade share={(counts[index]?.[hour] ?? 0) / most} />
            </Link>
          ))}
        </div>
      ))}
      <div className="col-span-full grid grid-cols-subgrid text-fg-3 tabular-nums">
        <span />
        {HOURS.filter((hour) => hour % HOURS_PER_TICK === 0).map((hour) => (
          <span key={hour} className="col-span-3 overflow-hidden">
            {hourText(hour)}
          </span>
        ))}
      </div>
    </div>
  );
}

function tableOf(counts: readonly number[][], period: Period): InsightTable {
  return {
    heads: [texts.weekday, ...HOURS.map(hourText)],
    rows: WEEKDAYS.map((name, day) => ({
      name,
      cells: (counts[day] ?? []).map((count, hour) => ({
        count,
        href: insightRowsPath("posted", period, { weekday: day + 1, hour }),
      })),
    })),
  };
}
