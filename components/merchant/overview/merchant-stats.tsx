"use client";

import { useQuery } from "@tanstack/react-query";
import type { Overview } from "../../../contract/merchant-analytics.ts";
import { analyticsQuery, merchantWalletQuery, overviewQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { countOf } from "../../../lib/format/names.ts";
import { can } from "../../../lib/permissions.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { FailedStat, LoadingStat } from "../../layout/page/stat-states.tsx";
import { Link } from "../../ui/link.tsx";
import { Figure } from "../../ui/money.tsx";
import { Stat } from "../../ui/stats.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { sumOf } from "../days/day-sums.ts";
import { useOverviewDays } from "../days/use-overview-days.ts";
import { texts } from "./texts.ts";

const BALANCE = texts.merchantWallet;

/** The merchant's own balances in this mode. Loads and fails on its own. Dashboard 2.5. */
export function BalanceStat() {
  const session = useSession();
  const maySee = can(session, "BROWSE_MERCHANT_WALLET");
  const read = useQuery({ ...merchantWalletQuery(session), enabled: maySee });
  const isLoading = useSteadyLoading(read.isPending && maySee);
  if (!maySee) return null;
  if (isLoading) return <LoadingStat name={BALANCE} isWide />;
  if (!read.data) return <FailedStat name={BALANCE} isWide error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <Stat name={BALANCE} note={<AsOf read={read} />} isWide>
      <Link href="/wallets/merchant" className="rounded-small underline-offset-4 hover:underline">
        <Figure kobo={read.data.availableBalance} />
      </Link>
    </Stat>
  );
}

/** Sums over the days shown. */
export function MovementStats() {
  const session = useSession();
  const [days] = useOverviewDays();
  const maySee = can(session, "BROWSE_TRANSACTIONS");
  const read = useQuery({ ...overviewQuery(session, days), enabled: maySee });
  const isLoading = useSteadyLoading(read.isPending && maySee);
  if (!maySee) return null;
  // While another span loads, the old figures keep the label of their own days.
  const shown = read.data?.days.length ?? days;
  const names = [
    texts.creditsShownDays(shown),
    texts.debitsShownDays(shown),
    texts.walletsCreatedShownDays(shown),
  ] as const;
  if (isLoading) return names.map((name) => <LoadingStat key={name} name={name} />);
  if (!read.data) {
    return <FailedStat name={texts.movementsDaysDays(days)} error={read.error} onRetry={() => void read.refetch()} />;
  }
  return <Sums days={read.data.days} names={names} />;
}

function Sums({ days, names }: { days: Overview["days"]; names: readonly [string, string, string] }) {
  return (
    <>
      <Stat name={names[0]} note={texts.creditsToCustomers(countOf(sumOf(days, "creditCount"), "credit"))}>
        <Figure kobo={sumOf(days, "credits")} />
      </Stat>
      <Stat name={names[1]} note={texts.debitsFromCustomers(countOf(sumOf(days, "debitCount"), "debit"))}>
        <Figure kobo={sumOf(days, "debits")} />
      </Stat>
      <Stat name={names[2]} note={<WalletsInAll />}>
        {sumOf(days, "walletsCreated").toLocaleString("en-NG")}
      </Stat>
    </>
  );
}

function WalletsInAll() {
  const session = useSession();
  const [days] = useOverviewDays();
  const { data } = useQuery(analyticsQuery(session, days));
  if (!data) return null;
  return texts.reduceInAll(data.wallets.reduce((sum, { count }) => sum + count, 0).toLocaleString("en-NG"));
}
