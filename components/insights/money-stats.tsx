"use client";

import { useQuery } from "@tanstack/react-query";
import { insightRowsPath } from "../../contract/insight-links.ts";
import type { InsightFigure } from "../../contract/insight-rows.ts";
import type { SuccessRates } from "../../contract/insights.ts";
import { percentText } from "../../contract/percent.ts";
import { chargesQuery, type Period, successRatesQuery, volumesQuery } from "../../lib/api/insights.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { formatKobo } from "../../lib/format/money.ts";
import { FailedStat, LoadingStat } from "../layout/page/stat-states.tsx";
import { Figure } from "../ui/money.tsx";
import { Stat } from "../ui/stats.tsx";
import { FigureLink } from "./insight-section.tsx";
import { texts } from "./texts.ts";
import { usePeriod } from "./use-period.ts";

/** Volume, success rate and fees, with the period before. Each loads and fails on its own. */
export function MoneyStats() {
  return (
    <>
      <VolumeStat />
      <SuccessStat />
      <FeesStat />
    </>
  );
}

function VolumeStat() {
  const { period, before: former } = usePeriod();
  const read = useQuery(volumesQuery(useSession(), period));
  if (read.isPending) return <LoadingStat name={texts.volume} />;
  if (!read.data) return <FailedStat name={texts.volume} error={read.error} onRetry={() => void read.refetch()} />;
  const { amount, before } = read.data.total;
  return (
    <Stat name={texts.volume} note={<Compared figure="volume" now={amount} before={before.amount} former={former} />}>
      <FigureLink href={insightRowsPath("volume", period)}>
        <Figure kobo={amount} />
      </FigureLink>
    </Stat>
  );
}

function SuccessStat() {
  const { period } = usePeriod();
  const read = useQuery(successRatesQuery(useSession(), period));
  if (read.isPending) return <LoadingStat name={texts.successRate} />;
  if (!read.data) return <FailedStat name={texts.successRate} error={read.error} onRetry={() => void read.refetch()} />;
  const { without, withAll } = ratesOf(read.data.total);
  return (
    <Stat
      name={texts.successRate}
      note={
        <FigureLink href={insightRowsPath("requests", period)}>
          {texts.percentWithCustomerErrors(percentText(withAll))}
        </FigureLink>
      }
    >
      <FigureLink href={insightRowsPath("judged", period)}>{percentText(without)}</FigureLink>
    </Stat>
  );
}

function FeesStat() {
  const { period, before: former } = usePeriod();
  const read = useQuery(chargesQuery(useSession(), period));
  if (read.isPending) return <LoadingStat name={texts.yourFees} />;
  if (!read.data) return <FailedStat name={texts.yourFees} error={read.error} onRetry={() => void read.refetch()} />;
  const { total, before } = read.data;
  return (
    <Stat
      name={texts.yourFees}
      note={<Compared figure="merchantFees" now={total.merchantFees} before={before.merchantFees} former={former} />}
    >
      <FigureLink href={insightRowsPath("merchantFees", period)}>
        <Figure kobo={total.merchantFees} />
      </FigureLink>
    </Stat>
  );
}

type ComparedProps = { figure: InsightFigure; now: number; before: number; former: Period };

function Compared({ figure, now, before, former }: ComparedProps) {
  if (before === 0) return texts.nothingBefore;
  return (
    <FigureLink href={insightRowsPath(figure, former)}>
      {texts.changeFrom(formatKobo(before), changeText(now, before))}
    </FigureLink>
  );
}

/** `+11.9%`, `−3.0%`; empty if there was nothing before. */
export function changeText(now: number, before: number): string {
  if (before === 0) return "";
  const change = Math.round((now / before - 1) * 1_000) / 10;
  if (change === 0) return texts.unchanged;
  return `${change > 0 ? "+" : "−"}${Math.abs(change).toLocaleString("en-NG", { minimumFractionDigits: 1 })}%`;
}

/** Shares of requests that succeeded, in percent; null without requests. */
export function ratesOf({ succeeded, customerErrors, systemErrors }: SuccessRates["total"]): {
  without: number | null;
  withAll: number | null;
} {
  const share = (all: number) => (all === 0 ? null : (succeeded / all) * 100);
  return { without: share(succeeded + systemErrors), withAll: share(succeeded + systemErrors + customerErrors) };
}
