"use client";

import { useQuery } from "@tanstack/react-query";
import { activeWalletsQuery } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { lagosDay } from "../../../lib/format/day.ts";
import { FailedStat, LoadingStat } from "../../layout/page/stat-states.tsx";
import { Stat } from "../../ui/stats.tsx";
import { FigureLink } from "../insight-section.tsx";
import { transactionsHref } from "../rows-behind.ts";
import { texts } from "./texts.ts";

/** Active wallets of this month, new and returning. */
export function ActiveStat() {
  const read = useQuery(activeWalletsQuery(useSession()));
  if (read.isPending) return <LoadingStat name={texts.activeWalletsThisMonth} />;
  const month = read.data?.months.at(-1);
  if (!month) {
    return <FailedStat name={texts.activeWalletsThisMonth} error={read.error} onRetry={() => void read.refetch()} />;
  }
  const countText = (count: number) => count.toLocaleString("en-NG");
  const rows = transactionsHref({ startDate: month.start, endDate: lagosDay(Date.now()) });
  return (
    <Stat
      name={texts.activeWalletsThisMonth}
      note={texts.newAndReturning(countText(month.new), countText(month.returning))}
    >
      <FigureLink href={rows}>{countText(month.new + month.returning)}</FigureLink>
    </Stat>
  );
}
