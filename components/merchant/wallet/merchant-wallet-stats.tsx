"use client";

import { useQuery } from "@tanstack/react-query";
import { merchantWalletQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { statementQuery } from "../../../lib/api/transactions.ts";
import { lagosDay } from "../../../lib/format/day.ts";
import { can } from "../../../lib/permissions.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { FailedStat, LoadingStat } from "../../layout/page/stat-states.tsx";
import { Figure } from "../../ui/money.tsx";
import { Stat, Stats } from "../../ui/stats.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { texts } from "./texts.ts";

/** What can be spent, what open payouts hold, and what came in and went out today in Lagos. Each loads and fails on its own. */
export function MerchantWalletStats() {
  const session = useSession();
  const read = useQuery(merchantWalletQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  return (
    <Stats>
      {isLoading && (
        <>
          <LoadingStat name={texts.available} isWide />
          <LoadingStat name={texts.heldForPayouts} />
        </>
      )}
      {!isLoading && !read.data && (
        <FailedStat name={texts.available} isWide error={read.error} onRetry={() => void read.refetch()} />
      )}
      {!isLoading && read.data && (
        <>
          <Stat name={texts.available} note={<AsOf read={read} />} isWide>
            <Figure kobo={read.data.availableBalance} />
          </Stat>
          <Stat name={texts.heldForPayouts} note={texts.untilTheBankConfirms}>
            <Figure kobo={read.data.heldBalance} />
          </Stat>
        </>
      )}
      {can(session, "BROWSE_TRANSACTIONS") && <TodayStats />}
    </Stats>
  );
}

function TodayStats() {
  const today = lagosDay(Date.now());
  const read = useQuery(statementQuery(useSession(), { startDate: today, endDate: today }));
  const isLoading = useSteadyLoading(read.isPending);
  if (isLoading) {
    return [texts.inToday, texts.outToday].map((name) => <LoadingStat key={name} name={name} />);
  }
  if (!read.data) return <FailedStat name={texts.inToday} error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <>
      <Stat name={texts.inToday} note={texts.toTheWallet}>
        <Figure kobo={read.data.totalIn} />
      </Stat>
      <Stat name={texts.outToday} note={texts.fromTheWallet}>
        <Figure kobo={read.data.totalOut} />
      </Stat>
    </>
  );
}
