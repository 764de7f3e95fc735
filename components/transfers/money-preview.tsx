import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { Wallet } from "../../contract/wallets.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { Icon } from "../ui/icon.tsx";
import { Meter } from "../ui/meter.tsx";
import { Money } from "../ui/money.tsx";
import { texts } from "./texts.ts";

type MoneyPreviewProps = { preview: MovementPreview; from: Wallet | undefined; to: Wallet | undefined };

/** Fees, resulting balances and failing checks; every figure is the service's. Dashboard 5.7. */
export function MoneyPreview({ preview, from, to }: MoneyPreviewProps) {
  const { amount, fee_breakdown: fees, total, source, target } = preview;
  const payer = from?.firstName ?? texts.merchantWallet;
  const receiver = to?.firstName ?? texts.merchantWallet;
  return (
    <div className="grid gap-5">
      <dl>
        <Line name={texts.payerPays(payer)} isStrong>
          <Money kobo={total} />
        </Line>
        <Line name={texts.fee}>
          <Money kobo={fees.total_fee} />
        </Line>
        <Line name={texts.platform} isInner>
          <Money kobo={fees.base_fee} />
        </Line>
        <Line name={texts.yours} isInner>
          <Money kobo={fees.merchant_fee} />
        </Line>
        <Line name={texts.receiverReceives(receiver)} isStrong>
          <Money kobo={amount} />
        </Line>
      </dl>
      {source && target && (
        <section aria-labelledby="balances-after">
          <h3 id="balances-after" className="font-medium">
            {texts.balances}
          </h3>
          <dl>
            <Change name={payer} before={source.balance} after={source.balanceAfter} />
            <Change name={receiver} before={target.balance} after={target.balanceAfter} />
          </dl>
        </section>
      )}
      {source && target && (
        <section aria-labelledby="limits">
          <h3 id="limits" className="font-medium">
            {texts.limits}
          </h3>
          <dl>
            {from && <Limit name={texts.singleLimit} used={amount} limit={from.singleLimit} />}
            {from && (
              <Limit name={texts.payerToday(payer)} used={source.spentToday + amount} limit={source.dailyLimit} />
            )}
            {to && <Limit name={texts.receiverSBalance(receiver)} used={target.balanceAfter} limit={to.maxBalance} />}
          </dl>
        </section>
      )}
      <Reasons reasons={preview.reasons} />
    </div>
  );
}

export function Line({ name, isStrong, isInner, children }: LineProps) {
  const classes = isStrong ? "font-medium" : isInner ? "pl-4 text-fg-2" : "text-fg-2";
  return (
    <div className={`flex min-h-9 items-center justify-between gap-4 border-b last:border-b-0 ${classes}`}>
      <dt className="trim max-w-[60%] shrink-0">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

type LineProps = { name: string; isStrong?: boolean; isInner?: boolean; children: ReactNode };

export function Change({ name, before, after }: { name: string; before: number; after: number }) {
  return (
    <Line name={name}>
      <Money kobo={before} /> <span aria-hidden>→</span>
      <span className="sr-only">{texts.becomes}</span>{" "}
      <span className={after < 0 ? "text-bad" : "text-fg"}>
        <Money kobo={after} />
      </span>
    </Line>
  );
}

export function Limit({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  if (limit === null) {
    return (
      <Line name={name}>
        <span className="text-fg-2">{texts.noLimit}</span>
      </Line>
    );
  }
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2 text-fg-2">
      <dt>{name}</dt>
      <dd className="tabular-nums">
        <span className={used > limit ? "text-bad" : "text-fg"}>{formatKobo(used)}</span>{" "}
        {texts.ofLimit(formatKobo(limit))}
      </dd>
      <dd className="mt-2 w-full">
        <Meter label={name} used={Math.max(used, 0)} limit={limit} />
      </dd>
    </div>
  );
}

/** Lists all reasons, so that nobody fixes the first one only to meet the second. */
export function Reasons({ reasons }: { reasons: MovementPreview["reasons"] }) {
  if (reasons.length === 0) return null;
  return (
    <ul aria-label={texts.whyItCannotBe} className="grid gap-2 rounded-control bg-bad-tint px-4 py-3 text-bad">
      {reasons.map((reason) => (
        <li key={reason.code} className="flex items-start gap-2">
          <Icon of={CircleAlert} className="mt-0.5" />
          <span className="min-w-0 break-parts">
            <strong className="font-medium">{reason.message}</strong>
            {factsOf(reason) !== "" && <span className="block text-fg-2 tabular-nums">{factsOf(reason)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The figures that come with a reason: `Limit ₦100,000.00, spent ₦62,400.00`. */
function factsOf(reason: MovementPreview["reasons"][number]): string {
  const parts = Object.entries(reason).flatMap(([name, value]) =>
    typeof value === "number"
      ? [`${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${formatKobo(value)}`]
      : [],
  );
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
