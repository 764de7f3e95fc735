"use client";

import type { ReactNode } from "react";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";

/** Fees, limits and, in live mode, flags: read-only. API 6. */
export function AccountPlatform({ settings }: { settings: MerchantSettings }) {
  const { mode } = useSession();
  const { fees, tiers, canDebitCustomer, internalTransfers, rateLimits } = settings;
  return (
    <>
      <Facts>
        <Fact name="Fee on a transfer">
          <Money kobo={fees.transferBaseFee} />
        </Fact>
        <Fact name="Fee on each item of a batch">
          <Money kobo={fees.batchItemFee} />
        </Fact>
        <Fact name="Fee on a new wallet">
          <Money kobo={fees.walletCreationFee} />
        </Fact>
        <Fact name="Requests a minute with one key or session">{rateLimits.perKey.toLocaleString("en-NG")}</Fact>
        <Fact name="Requests a minute of the whole merchant">{rateLimits.perMerchant.toLocaleString("en-NG")}</Fact>
        {mode === "PRODUCTION" && (
          <>
            <Fact name="Customers’ wallets can be debited">{canDebitCustomer ? "Yes" : "No"}</Fact>
            <Fact name="Transfers between customers">{internalTransfers ? "Yes" : "No"}</Fact>
          </>
        )}
      </Facts>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable table must be reachable by keyboard. */}
      <section className="scroll-thin overflow-x-auto rounded-small" tabIndex={0} aria-label="Limits of each tier">
        <table className="w-full text-right tabular-nums">
          <thead>
            <tr className="h-head-row border-b text-fg-2 [&>th]:whitespace-nowrap [&>th]:pl-4 [&>th]:font-medium">
              <th scope="col" className="!pl-0 text-left">
                Tier
              </th>
              <th scope="col">One payment</th>
              <th scope="col">A day</th>
              <th scope="col">Least balance</th>
              <th scope="col">Most balance</th>
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
  return kobo === null ? <span className="text-fg-2">None</span> : <Money kobo={kobo} />;
}
