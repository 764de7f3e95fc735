"use client";

import type { ReactNode } from "react";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { texts } from "./texts.ts";

/** Fees, limits and, in live mode, flags: read-only. API 6. */
export function AccountPlatform({ settings }: { settings: MerchantSettings }) {
  const { mode } = useSession();
  const { fees, tiers, canDebitCustomer, internalTransfers, rateLimits } = settings;
  return (
    <>
      <Facts>
        <Fact name={texts.feeOnATransfer}>
          <Money kobo={fees.transferBaseFee} />
        </Fact>
        <Fact name={texts.feeOnEachItem}>
          <Money kobo={fees.batchItemFee} />
        </Fact>
        <Fact name={texts.feeOnANew}>
          <Money kobo={fees.walletCreationFee} />
        </Fact>
        <Fact name={texts.requestsAMinuteWith}>{rateLimits.perKey.toLocaleString("en-NG")}</Fact>
        <Fact name={texts.requestsAMinuteOf}>{rateLimits.perMerchant.toLocaleString("en-NG")}</Fact>
        {mode === "PRODUCTION" && (
          <>
            <Fact name={texts.customersWalletsCanBe}>{canDebitCustomer ? texts.yes : texts.no}</Fact>
            <Fact name={texts.transfersBetweenCustomers}>{internalTransfers ? texts.yes : texts.no}</Fact>
          </>
        )}
      </Facts>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable table must be reachable by keyboard. */}
      <section className="scroll-thin overflow-x-auto rounded-small" tabIndex={0} aria-label={texts.limitsOfEachTier}>
        <table className="w-full text-right tabular-nums">
          <thead>
            <tr className="h-head-row border-b text-fg-2 [&>th]:whitespace-nowrap [&>th]:pl-4 [&>th]:font-medium">
              <th scope="col" className="!pl-0 text-left">
                {texts.tier}
              </th>
              <th scope="col">{texts.onePayment}</th>
              <th scope="col">{texts.aDay}</th>
              <th scope="col">{texts.leastBalance}</th>
              <th scope="col">{texts.mostBalance}</th>
            </tr>
          </thead>
          <tbody>
            {tiers.map(({ tier, singleLimit, dailyLimit, minBalance, maxBalance }) => (
              <tr key={tier} className="h-row border-b last:border-b-0 [&>td]:pl-4">
                <th scope="row" className="whitespace-nowrap text-left font-medium">
                  {tier.replace("TIER_", "Tier ")}
                </th>
                <td>{limit(singleLimit)}</td>
                <td>{limit(dailyLimit)}</td>
                <td>{limit(minBalance)}</td>
                <td>{limit(maxBalance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function limit(kobo: number | null): ReactNode {
  return kobo === null ? <span className="text-fg-2">{texts.none}</span> : <Money kobo={kobo} />;
}
