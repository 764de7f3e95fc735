"use client";

import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import type { PayoutPreview } from "../../../contract/payout-records.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import { Icon } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { FailedPreview, PanelHead, WorkingPreview } from "../money-panel.tsx";
import { Change, Limit, Line, Reasons } from "../money-preview.tsx";
import { texts } from "./texts.ts";
import type { PayoutChecks } from "./use-payout-checks.ts";

type PayoutPanelProps = { checks: PayoutChecks; payer: Wallet | undefined };

/** The service's preview of a payout: charges, total, balance, limits, and every reason against it. Rails 8. */
export function PayoutPanel({ checks, payer }: PayoutPanelProps) {
  const { preview, isWorking, mayAsk } = checks;
  const isShown = preview.data !== undefined && !isWorking;
  return (
    <>
      <PanelHead title={texts.summary} read={isShown ? preview : undefined} />
      {isShown && <PayoutLines preview={preview.data} payer={payer} />}
      {!isShown && isWorking && <WorkingPreview />}
      {!isShown && !isWorking && preview.isError && (
        <FailedPreview error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {!isShown && !isWorking && !preview.isError && (
        <p className="text-fg-2">{mayAsk ? texts.chargesBalanceAndLimits : texts.chargesAndLimitsAre}</p>
      )}
    </>
  );
}

function PayoutLines({ preview, payer }: { preview: PayoutPreview; payer: Wallet | undefined }) {
  const id = useId();
  const { amount, charges, vat, duty, total, bank, source, target } = preview;
  const name = payer?.firstName ?? texts.merchantWallet;
  return (
    <div className="grid gap-5">
      <dl>
        <Line name={bank ? texts.amountSentToBank(bank.name) : texts.amount}>
          <Money kobo={amount} />
        </Line>
        <Line name={texts.fee}>
          <Money kobo={charges} />
        </Line>
        <Line name={texts.vat75Percent}>
          <Money kobo={vat} />
        </Line>
        <Line name={texts.stampDuty}>
          <Money kobo={duty} />
        </Line>
        <Line name={texts.totalDebited} isStrong>
          <Money kobo={total} />
        </Line>
      </dl>
      {target && <p className="text-fg-2">{texts.thisAccountNumberIs(target.name)}</p>}
      {source && (
        <section aria-labelledby={`${id}-balance`}>
          <h3 id={`${id}-balance`} className="font-medium">
            {texts.balance}
          </h3>
          <dl>
            <Change name={name} before={source.balance} after={source.balanceAfter} />
          </dl>
        </section>
      )}
      {source && payer && (
        <section aria-labelledby={`${id}-limits`}>
          <h3 id={`${id}-limits`} className="font-medium">
            {texts.limits}
          </h3>
          <dl>
            <Limit name={texts.singlePayment} used={amount} limit={payer.singleLimit} />
            <Limit name={texts.dailyLimit} used={source.spentToday + amount} limit={source.dailyLimit} />
          </dl>
        </section>
      )}
      <Reasons reasons={preview.reasons} />
      {preview.warnings.length > 0 && (
        <ul aria-label={texts.warnings} className="grid gap-2 rounded-control bg-wait-tint px-4 py-3">
          {preview.warnings.map(({ code, message }) => (
            <li key={code} className="flex items-start gap-2">
              <Icon of={TriangleAlert} className="mt-0.5 text-wait" />
              <span className="min-w-0 break-words">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
