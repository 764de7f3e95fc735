"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { insightRowsPath } from "../../contract/insight-links.ts";
import type { Volumes } from "../../contract/insights.ts";
import { type Period, volumesQuery } from "../../lib/api/insights.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { axisKobo, formatKobo } from "../../lib/format/money.ts";
import { countOf } from "../../lib/format/names.ts";
import type { InsightSeries } from "./insight-charts.tsx";
import { FigureLink, InsightSection } from "./insight-section.tsx";
import type { InsightTable } from "./insight-tables.ts";
import { kindNames } from "./kind-names.ts";
import { texts } from "./texts.ts";
import { usePeriod } from "./use-period.ts";

const series: InsightSeries[] = [
  { of: "before", name: texts.before, colour: "var(--control-line)", shape: "bar" },
  { of: "now", name: texts.now, colour: "var(--accent)", shape: "bar" },
];

/** What moved, by kind, beside the period before. */
export function VolumeSection() {
  const { period, before } = usePeriod();
  const read = useQuery(volumesQuery(useSession(), period));
  const { data } = read;
  const table = useMemo(() => data && tableOf(data, period, before), [data, period, before]);
  const points = data?.kinds.map((one) => ({
    x: kindNames[one.kind],
    now: one.amount,
    before: one.before.amount,
  }));
  return (
    <InsightSection
      title={texts.volumeByKind}
      width="third"
      read={read}
      legend={series}
      help={
        <>
          <p>{texts.volumeHelpWhat}</p>
          <p>{texts.volumeHelpTotal}</p>
        </>
      }
      summary={data && (data.kinds.length === 0 ? texts.noPayments : <Sentence total={data.total} period={period} />)}
      chart={
        points && {
          points,
          series,
          tick: (x) => x,
          label: (x) => x,
          axis: axisKobo,
          value: formatKobo,
        }
      }
      table={table}
    />
  );
}

function Sentence({ total, period }: { total: Volumes["total"]; period: Period }) {
  return (
    <FigureLink href={insightRowsPath("volume", period)}>
      {texts.paymentsInAll(countOf(total.count, "payment"))}
    </FigureLink>
  );
}

function tableOf({ kinds, total }: Volumes, period: Period, before: Period): InsightTable {
  const cells = (one: Volumes["total"], now: string, then: string) => [
    { kobo: one.amount, href: now },
    { count: one.count, href: now },
    { kobo: one.before.amount, href: then },
    { count: one.before.count, href: then },
    { percent: one.before.amount === 0 ? null : (one.amount / one.before.amount - 1) * 100 },
  ];
  return {
    heads: [texts.kind, texts.now, texts.countNow, texts.before, texts.countBefore, texts.change],
    rows: [
      ...kinds.map((one) => ({
        name: kindNames[one.kind],
        cells: cells(
          one,
          insightRowsPath("volume", period, { kind: one.kind }),
          insightRowsPath("volume", before, { kind: one.kind }),
        ),
      })),
      {
        name: texts.total,
        cells: cells(total, insightRowsPath("volume", period), insightRowsPath("volume", before)),
      },
    ],
  };
}
