"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Analytics } from "../../../contract/merchant-analytics.ts";
import { analyticsQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { dayText } from "../../../lib/format/day.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { Money } from "../../ui/money.tsx";
import { DayFigure } from "../days/day-figure.tsx";
import { sumOf } from "../days/day-sums.ts";
import { useOverviewDays } from "../days/use-overview-days.ts";
import { CountTable } from "./count-table.tsx";
import { SectionNote, SectionState } from "./section-state.tsx";
import { texts } from "./texts.ts";

const deliveries = [
  { of: "deliveriesSucceeded", name: texts.delivered, colour: "var(--accent)" },
  { of: "deliveriesFailed", name: texts.failed, colour: "var(--danger)" },
];

/** Balances, wallets, failures and deliveries over time. Each section loads and fails on its own. Spec 1. */
export function AnalyticsSections() {
  const session = useSession();
  const [span] = useOverviewDays();
  const read = useQuery(analyticsQuery(session, span));
  if (!read.data) {
    return (
      <Row>
        <SectionState title={texts.balances} read={read} />
      </Row>
    );
  }
  const { days, wallets, failures } = read.data;
  const hasDeliveries = sumOf(days, "deliveriesSucceeded") + sumOf(days, "deliveriesFailed") > 0;
  const tiers = <WalletCounts wallets={wallets} />;
  const failed = <Failures failures={failures} span={days.length} />;
  // Neighbours are about as high as each other: figures beside reasons, a chart beside the tiers.
  return (
    <>
      <Row aside={hasDeliveries ? failed : tiers}>
        <Balances days={days} />
      </Row>
      {hasDeliveries ? (
        <Row aside={tiers}>
          <Deliveries days={days} />
        </Row>
      ) : (
        failures.length > 0 && <Row>{failed}</Row>
      )}
    </>
  );
}

function Row({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="-mx-pad grid grid-cols-[minmax(0,1fr)] border-t md:grid-cols-aside">
      {children}
      <div className="min-w-0 max-md:border-t md:border-l max-md:empty:hidden">{aside}</div>
    </div>
  );
}

function Balances({ days }: { days: Analytics["days"] }) {
  if (days.every(({ customerBalance, merchantBalance }) => customerBalance === 0 && merchantBalance === 0)) {
    return <SectionNote title={texts.balances}>{texts.noMoneyInThese(countOf(days.length, "day"))}</SectionNote>;
  }
  const last = days.at(-1);
  return (
    <section aria-labelledby="balances" className="min-w-0 px-pad py-5">
      <h2 id="balances" className="mb-2 font-semibold text-md">
        {texts.balances}
      </h2>
      {last && (
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 [&>*]:border-b [&>*]:py-2 [&>dd]:text-right">
          <dt>{texts.customersWallets}</dt>
          <dd>
            <Money kobo={last.customerBalance} />
          </dd>
          <dt>{texts.merchantWallet}</dt>
          <dd>
            <Money kobo={last.merchantBalance} />
          </dd>
        </dl>
      )}
      <Twin
        caption={texts.balancesAtTheEndOfEach}
        heads={[
          texts.day,
          texts.customersWallets,
          texts.merchantWallet,
          texts.feesToYou,
          texts.feesToThePlatform,
          texts.funding,
        ]}
        rows={[...days]
          .reverse()
          .map((day) => [
            dayText(day.date),
            ...[day.customerBalance, day.merchantBalance, day.merchantFees, day.platformFees, day.funding].map((kobo) =>
              formatKobo(kobo),
            ),
          ])}
      />
    </section>
  );
}

function Deliveries({ days }: { days: Analytics["days"] }) {
  const [succeeded, failed] = [sumOf(days, "deliveriesSucceeded"), sumOf(days, "deliveriesFailed")];
  const share = texts.percentDelivered(((succeeded / Math.max(succeeded + failed, 1)) * 100).toFixed(1));
  return (
    <DayFigure
      title={texts.webhookDeliveries}
      about={texts.webhookDeliveriesPerDay(share, failed)}
      note={share}
      shape="stack"
      unit="count"
      days={days}
      series={deliveries}
    >
      <Twin
        caption={texts.webhookDeliveriesByDay}
        heads={[texts.day, texts.delivered, texts.failed]}
        rows={[...days]
          .reverse()
          .map((day) => [
            dayText(day.date),
            day.deliveriesSucceeded.toLocaleString("en-NG"),
            day.deliveriesFailed.toLocaleString("en-NG"),
          ])}
      />
    </DayFigure>
  );
}

function WalletCounts({ wallets }: { wallets: Analytics["wallets"] }) {
  const of = (tier: string, status: string) =>
    wallets.find((one) => one.tier === tier && one.status === status)?.count ?? 0;
  const rows = ["TIER_1", "TIER_2", "TIER_3"].map((tier) => ({
    name: tier.replace("TIER_", "Tier "),
    counts: [of(tier, "ACTIVE"), of(tier, "FROZEN")],
  }));
  return (
    <CountTable
      title={texts.walletsByTier}
      heads={[texts.tier, texts.active, texts.frozen]}
      rows={rows}
      none={texts.noWalletsYet}
      hasSum
    />
  );
}

function Failures({ failures, span }: { failures: Analytics["failures"]; span: number }) {
  return (
    <CountTable
      title={texts.whyMovementsFailed}
      heads={[texts.reason, texts.count]}
      rows={failures.map(({ reason, count }) => ({ name: reason, counts: [count] }))}
      none={texts.nothingFailedInSpan(span)}
    />
  );
}

type TwinProps = { caption: string; heads: readonly string[]; rows: readonly (readonly string[])[] };

/** A chart's figures, in a collapsed table. */
function Twin({ caption, heads, rows }: TwinProps) {
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer rounded-small text-fg-3 text-xs hover:text-fg">
        {texts.theSameAsA}
      </summary>
      {/* Too wide for a phone: the table scrolls on its own, by keyboard too. */}
      <section
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className="scroll-thin mt-2 max-h-80 overflow-auto"
      >
        <table className="w-full border-separate border-spacing-0 whitespace-nowrap tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {heads.map((head, column) => (
                <th
                  key={head}
                  scope="col"
                  className={`h-head-row border-b px-2 font-medium text-fg-3 text-xs ${column === 0 ? "text-left" : "text-right"}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([day, ...figures]) => (
              <tr key={day}>
                <th scope="row" className="h-8 border-b px-2 text-left font-normal">
                  {day}
                </th>
                {figures.map((figure, column) => (
                  <td key={heads[column + 1]} className="h-8 border-b px-2 text-right">
                    {figure}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
