"use client";

import type { PayoutPreview } from "../../../contract/payout-records.ts";
import { amountInWords } from "../../../lib/format/amount-words.ts";
import type { ParsedAmount } from "../../../lib/format/money.ts";
import { Figure } from "../../ui/money.tsx";
import { MerchantSide } from "../party/merchant-side.tsx";
import { ReviewedSide } from "../party/reviewed-side.tsx";
import { type Party, walletOf } from "../party/use-party.ts";
import type { MoneyFields } from "../use-payment-request.ts";
import { texts } from "./texts.ts";

type PayoutReviewProps = {
  fields: MoneyFields;
  from: Party;
  amount: ParsedAmount;
  preview: PayoutPreview | undefined;
};

/** The complete payout before submission, without inputs. */
export function PayoutReview({ fields, from, amount, preview }: PayoutReviewProps) {
  const kobo = "kobo" in amount ? amount.kobo : 0;
  return (
    <div className="grid max-w-form gap-5">
      <div>
        <p className="font-medium">{texts.amount}</p>
        <p className="mt-1 font-semibold text-xl">
          <Figure kobo={kobo} />
        </p>
        <p className="text-fg-2">{amountInWords(kobo)}</p>
      </div>
      {from.state === "merchant" ? <MerchantSide side="from" /> : <ReviewedSide side="from" wallet={walletOf(from)} />}
      <div className="grid gap-1.5">
        <p className="font-medium">{texts.to}</p>
        <div className="grid min-h-16 content-center gap-0.5 rounded-control border px-4 py-2.5">
          <strong className="break-words font-medium">{preview?.account?.accountName ?? texts.nameNotKnownYet}</strong>
          <span className="text-fg-2">
            {preview?.bank?.name ?? texts.bankBank(fields.bank)} ·{" "}
            <span className="font-mono text-id">{fields.account}</span>
          </span>
        </div>
      </div>
      <Text name={texts.narration} text={fields.narration} />
      {fields.note.trim() !== "" && <Text name={texts.internalNote} text={fields.note} />}
    </div>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className="font-medium">{name}</p>
      <p className="break-words text-fg-2">{text}</p>
    </div>
  );
}
