"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUp } from "lucide-react";
import type { Wallet } from "../../../contract/wallets.ts";
import { useChangeTier } from "../../../lib/api/customers.ts";
import { merchantSettingsQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { Button } from "../../ui/button.tsx";
import { tierNames } from "../controls/wallet-status.ts";
import { IdentityProblem } from "./identity-problem.tsx";
import { texts } from "./texts.ts";

type TierStepProps = {
  wallet: Wallet;
  tier: "TIER_2" | "TIER_3";
  isNext: boolean;
  onReport: (text: string) => void;
};

/** Current and new limits side by side, and the upgrade. */
export function TierStep({ wallet, tier, isNext, onReport }: TierStepProps) {
  const change = useChangeTier(wallet.customerId);
  return (
    <div className="grid gap-3">
      <TierLimits wallet={wallet} tier={tier} />
      <div>
        <Button
          variant={isNext ? "primary" : "plain"}
          icon={ChevronsUp}
          isBusy={change.isPending}
          onClick={() => change.mutate(tier, { onSuccess: () => onReport(texts.theCustomerIsAt(tierNames[tier])) })}
        >
          {texts.raiseToTierNames(tierNames[tier])}
        </Button>
      </div>
      {change.isError && <IdentityProblem error={change.error} title={texts.theTierWasNot} />}
    </div>
  );
}

/** The change of limits, shown even while a requirement is missing. */
export function TierLimits({ wallet, tier }: Pick<TierStepProps, "wallet" | "tier">) {
  const session = useSession();
  const limits = useQuery(merchantSettingsQuery(session)).data?.tiers.find((row) => row.tier === tier);
  const rows = [
    [texts.aDay, wallet.dailyLimit, limits?.dailyLimit],
    [texts.atOnce, wallet.singleLimit, limits?.singleLimit],
    [texts.maximumBalance, wallet.maxBalance, limits?.maxBalance],
  ] as const;
  return (
    <table className="w-full table-fixed text-right tabular-nums [&_td]:py-1.5 [&_th]:py-1.5 [&_tr]:border-b">
      <caption className="sr-only">{texts.limitsNowAndAt(tierNames[tier])}</caption>
      <thead className="text-fg-3 text-xs [&_th]:font-medium">
        <tr>
          <th scope="col" className="text-left">
            <span className="sr-only">{texts.limit}</span>
          </th>
          <th scope="col">{texts.tierNamesNow(tierNames[wallet.tier])}</th>
          <th scope="col">{tierNames[tier]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, now, then]) => (
          <tr key={name}>
            <th scope="row" className="text-left font-normal text-fg-2">
              {name}
            </th>
            <td className="text-fg-2">{amountText(now)}</td>
            <td>{then === undefined ? "…" : amountText(then)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function amountText(kobo: number | null): string {
  return kobo === null ? texts.noLimit : formatKobo(kobo);
}
