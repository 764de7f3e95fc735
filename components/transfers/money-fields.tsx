"use client";

import { ArrowDownUp } from "lucide-react";
import type { RefObject } from "react";
import type { ParsedAmount } from "../../lib/format/money.ts";
import { Button } from "../ui/button.tsx";
import { AmountField } from "./amount-field.tsx";
import { MerchantSide } from "./party/merchant-side.tsx";
import { PartyField } from "./party/party-field.tsx";
import type { Party } from "./party/use-party.ts";
import { texts } from "./texts.ts";
import type { MoneyFields as Fields } from "./use-payment-request.ts";

type MoneyFieldsProps = {
  fields: Fields;
  from: Party;
  to: Party;
  amount: ParsedAmount;
  isTried: boolean;
  amountRef: RefObject<HTMLInputElement | null>;
  onChange: (fields: Partial<Fields>) => void;
};

/** The fields of a payment: two sides, of which one may be the merchant's, an amount and a narration. */
export function MoneyFields({ fields, from, to, amount, isTried, amountRef, onChange }: MoneyFieldsProps) {
  const canSwap = from.state !== "merchant" && to.state !== "merchant";
  return (
    <div className="grid max-w-form gap-5">
      {from.state === "merchant" ? (
        <MerchantSide side="from" />
      ) : (
        <PartyField
          side="from"
          text={fields.from}
          party={from}
          isTried={isTried}
          onText={(text) => onChange({ from: text })}
        />
      )}
      {canSwap && (
        <div className="-my-2">
          <Button
            size="small"
            variant="quiet"
            icon={ArrowDownUp}
            className="-ml-2.5"
            onClick={() => onChange({ from: fields.to, to: fields.from })}
          >
            {texts.swapSides}
          </Button>
        </div>
      )}
      {to.state === "merchant" ? (
        <MerchantSide side="to" />
      ) : (
        <PartyField side="to" text={fields.to} party={to} isTried={isTried} onText={(text) => onChange({ to: text })} />
      )}
      <AmountField
        text={fields.amount}
        amount={amount}
        isTried={isTried}
        inputRef={amountRef}
        onText={(text) => onChange({ amount: text })}
      />
    </div>
  );
}
