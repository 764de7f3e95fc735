"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { walletRowsPath } from "../../../contract/insight-links.ts";
import type { WalletLevels } from "../../../contract/insights-customers.ts";
import { walletLevelsQuery } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { FigureLink, InsightSection } from "../insight-section.tsx";
import type { InsightTable } from "../insight-tables.ts";
import { AsOf } from "./as-of.tsx";
import { texts } from "./texts.ts";

/** Wallets by tier, and how many are above 90 % of a limit. Dashboard 9, decision 0143. */
export function TiersSection() {
  const read = useQuery(walletLevelsQuery(useSession()));
  const { data } = read;
  const table = useMemo(() => data && tiersTable(data), [data]);
  return (
    <InsightSection
      title={texts.tiersAndLimits}
      width="third"
      read={read}
      help={
        <>
          <p>{texts.limitsHelp}</p>
          <p>{texts.countedHelp}</p>
        </>
      }
      summary={data && <FigureLink href="/wallets">{countOf(walletsIn(data), "wallet")}</FigureLink>}
      table={table}
      isTableOnly
      footer={data && <AsOf instant={data.asOf} />}
    />
  );
}

/** How many wallets hold how much. Dashboard 9, decision 0143. */
export function BalancesSection() {
  const read = useQuery(walletLevelsQuery(useSession()));
  const { data } = read;
  const table = useMemo(() => data && balancesTable(data), [data]);
  return (
    <InsightSection
      title={texts.balances}
      width="whole"
      read={read}
      help={
        <>
          <p>{texts.balancesHelp}</p>
          <p>{texts.countedHelp}</p>
        </>
      }
      summary={data && <FigureLink href="/wallets">{countOf(walletsIn(data), "wallet")}</FigureLink>}
      chart={
        data && (
          <Bars
            bars={data.balances.map((range) => ({
              name: rangeName(range),
              wallets: range.wallets,
              href: rangeHref(range),
            }))}
          />
        )
      }
      table={table}
      footer={data && <AsOf instant={data.asOf} />}
    />
  );
}

function walletsIn({ tiers }: WalletLevels): number {
  return tiers.reduce((sum, { wallets }) => sum + wallets, 0);
}

function tierName(tier: string): string {
  return texts.tierNumber(tier.replace("TIER_", ""));
}

function rangeName({ from, to }: WalletLevels["balances"][number]): string {
  if (from === 0) return texts.empty;
  const lowest = formatKobo(from === 1 ? 0 : from);
  return to === null ? texts.andMore(lowest) : texts.upTo(lowest, formatKobo(to));
}

function tiersTable({ tiers, over90 }: WalletLevels): InsightTable {
  return {
    heads: [texts.tierOrLimit, texts.wallets],
    rows: [
      ...tiers.map(({ tier, wallets }) => {
        return { name: tierName(tier), cells: [{ count: wallets, href: walletRowsPath({ tier }) }] };
      }),
      {
        name: texts.over90OfMaxBalance,
        cells: [{ count: over90.maxBalance, href: walletRowsPath({ nearLimit: "balance" }) }],
      },
      {
        name: texts.over90OfDailyLimit,
        cells: [{ count: over90.dailyLimit, href: walletRowsPath({ nearLimit: "daily" }) }],
      },
    ],
  };
}

function balancesTable({ balances }: WalletLevels): InsightTable {
  return {
    heads: [texts.balance, texts.wallets, texts.held],
    rows: balances.map((range) => {
      const href = rangeHref(range);
      return {
        name: rangeName(range),
        cells: [
          { count: range.wallets, href },
          { kobo: range.balance, href },
        ],
      };
    }),
  };
}

/** The upper end of a range does not belong to it. */
function rangeHref({ from, to }: WalletLevels["balances"][number]): string {
  return walletRowsPath(to === null ? { minBalance: from } : { minBalance: from, maxBalance: to - 1 });
}

function Bars({ bars }: { bars: readonly { name: string; wallets: number; href: string }[] }) {
  const most = Math.max(1, ...bars.map(({ wallets }) => wallets));
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 tabular-nums">
      {bars.map(({ name, wallets, href }) => (
        <div key={name} className="col-span-3 grid grid-cols-subgrid items-center">
          <span>{name}</span>
          <span className="h-2 rounded-small bg-mute-tint">
            <span className="block h-2 rounded-small bg-control-line" style={{ width: `${(wallets / most) * 100}%` }} />
          </span>
          <span className="text-right">
            <FigureLink href={href} isInPicture>
              {wallets.toLocaleString("en-NG")}
            </FigureLink>
          </span>
        </div>
      ))}
    </div>
  );
}
