"use client";

import { useQuery } from "@tanstack/react-query";
import { activeWalletsPath } from "../../../contract/insight-links.ts";
import { activeWalletsQuery } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { FailedStat, LoadingStat } from "../../layout/page/stat-states.tsx";
import { Stat } from "../../ui/stats.tsx";
import { FigureLink } from "../insight-section.tsx";
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
  return (
    <Stat
      name={texts.activeWalletsThisMonth}
      note={
        <>
          <FigureLink href={activeWalletsPath(month.start, "month", "in it")}>
            {texts.newOnes(countText(month.new))}
          </FigureLink>
          {texts.comma}
          <FigureLink href={activeWalletsPath(month.start, "month", "before it")}>
            {texts.returningOnes(countText(month.returning))}
          </FigureLink>
        </>
      }
    >
      <FigureLink href={activeWalletsPath(month.start, "month")}>{countText(month.new + month.returning)}</FigureLink>
    </Stat>
  );
}
