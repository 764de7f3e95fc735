"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Overview } from "../../../contract/merchant-analytics.ts";
import { overviewQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { dayText, lagosDay } from "../../../lib/format/day.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn, TableSkeleton } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { When } from "../../ui/when.tsx";
import { sumOf } from "./day-sums.ts";
import { texts } from "./texts.ts";
import { useOverviewDays } from "./use-overview-days.ts";

type Day = Overview["days"][number] & { isSum?: true; until?: string | null };
type Column = TableColumn<Day>;

const FIRST_ROWS = 14;

function money(id: string, header: string, kobo: (day: Day) => number, meta: Column["meta"] = {}): Column {
  const cell: Column["cell"] = ({ row }) => <Money kobo={kobo(row.original)} />;
  return {
    id,
    header,
    cell,
    meta: { width: "152px", phoneWidth: "136px", align: "end", skeletonWidth: "w-24", ...meta },
  };
}

function count(id: string, header: string, number: (day: Day) => number, meta: Column["meta"] = {}): Column {
  const cell: Column["cell"] = ({ row }) => number(row.original).toLocaleString("en-NG");
  return {
    id,
    header,
    cell,
    meta: { width: "88px", align: "end", isSoft: true, hides: "narrow", skeletonWidth: "w-8", ...meta },
  };
}

const columns: Column[] = [
  {
    id: "day",
    header: texts.day,
    cell: ({ row }) => <DayName day={row.original} />,
    meta: { skeletonWidth: "w-20" },
  },
  money("credits", texts.credits, ({ credits }) => credits),
  count("creditCount", texts.count, ({ creditCount }) => creditCount),
  money("debits", texts.debits, ({ debits }) => debits, { ends: "phone" }),
  count("debitCount", texts.count, ({ debitCount }) => debitCount),
  money("transfers", texts.transfers, ({ transfers }) => transfers, { hides: "phone", ends: "narrow" }),
  count("transferCount", texts.count, ({ transferCount }) => transferCount),
  count("wallets", texts.walletsCreated, ({ walletsCreated }) => walletsCreated, { width: "136px" }),
];

/** The chart's figures, newest day first, with their sum; nothing if all are zero. Dashboard 2.5. */
export function DaysSection() {
  const session = useSession();
  const [span] = useOverviewDays();
  const read = useQuery(overviewQuery(session, span));
  const [isWhole, setIsWhole] = useState(false);
  if (!read.data) return read.isPending ? <Section rows={null} /> : null;
  const { days, asOf } = read.data;
  if (days.every(isStill)) return null;
  const newest: Day[] = [...days].reverse();
  const shown = isWhole ? newest : newest.slice(0, FIRST_ROWS);
  const [today, ...older] = shown;
  const rows = [...(today ? [{ ...today, until: asOf }] : []), ...older, sumOfDays(days)];
  return (
    <Section rows={rows} asOf={asOf} isDimmed={read.isPlaceholderData}>
      {shown.length < days.length && (
        <div className="mt-4">
          <Button size="small" onClick={() => setIsWhole(true)}>
            {texts.showAllCountDays(days.length)}
          </Button>
        </div>
      )}
    </Section>
  );
}

type SectionProps = {
  rows: readonly Day[] | null;
  asOf?: string | null;
  isDimmed?: boolean;
  children?: React.ReactNode;
};

function Section({ rows, asOf, isDimmed = false, children }: SectionProps) {
  return (
    <section id="days" aria-labelledby="days-title" className="@container scroll-mt-4 border-t pt-5 -mx-pad px-pad">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="days-title" className="font-semibold text-md">
          {texts.dayByDay}
        </h2>
        <p className="text-fg-3 text-xs">
          {texts.timesInLagosWat}
          {asOf && (
            <>
              {texts.addedUpUntil} <When at={asOf} />
            </>
          )}
        </p>
      </div>
      {rows ? (
        <DataTable
          caption={texts.creditsDebitsTransfersAnd}
          columns={columns}
          rows={rows}
          getRowId={({ date }) => date}
          isDimmed={isDimmed}
        />
      ) : (
        <TableSkeleton columns={columns} label={texts.loadingDays} />
      )}
      {children}
    </section>
  );
}

function isStill({ creditCount, debitCount, transferCount, walletsCreated }: Day): boolean {
  return creditCount + debitCount + transferCount + walletsCreated === 0;
}

function DayName({ day }: { day: Day }) {
  if (day.isSum) return <strong className="font-semibold">{day.date}</strong>;
  if (day.date === lagosDay(Date.now())) return texts.today;
  return dayText(day.date);
}

function sumOfDays(days: Overview["days"]): Day {
  return {
    date: texts.countDays(days.length),
    isSum: true,
    credits: sumOf(days, "credits"),
    creditCount: sumOf(days, "creditCount"),
    debits: sumOf(days, "debits"),
    debitCount: sumOf(days, "debitCount"),
    transfers: sumOf(days, "transfers"),
    transferCount: sumOf(days, "transferCount"),
    walletsCreated: sumOf(days, "walletsCreated"),
  };
}
