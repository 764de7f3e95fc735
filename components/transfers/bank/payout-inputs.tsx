"use client";

import type { RefObject } from "react";
import type { PayoutPreview } from "../../../contract/payout-records.ts";
import type { ParsedAmount } from "../../../lib/format/money.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { AmountField } from "../amount-field.tsx";
import { MerchantSide } from "../party/merchant-side.tsx";
import { PartyField } from "../party/party-field.tsx";
import { type Party, walletOf } from "../party/use-party.ts";
import type { MoneyFields } from "../use-payment-request.ts";
import { AccountFields } from "./account-fields.tsx";
import { NARRATION_MOST, NOTE_MOST, narrationProblem, plainNarration } from "./payout-fields.ts";
import { texts } from "./texts.ts";

const PAYERS = ["customer", "merchant"] as const;
const payerWords = { customer: texts.aCustomersWallet, merchant: texts.merchantWallet };

type PayoutInputsProps = {
  fields: MoneyFields;
  from: Party;
  amount: ParsedAmount;
  nameMatch: PayoutPreview["nameMatch"];
  isTried: boolean;
  amountRef: RefObject<HTMLInputElement | null>;
  onChange: (fields: Partial<MoneyFields>) => void;
};

/** Payer, account, amount, narration and note of a payout. */
export function PayoutInputs({ fields, from, amount, nameMatch, isTried, amountRef, onChange }: PayoutInputsProps) {
  return (
    <div className="grid max-w-form gap-5">
      <RadioChips
        legend={texts.payFrom}
        options={PAYERS}
        label={(option) => payerWords[option]}
        control={(option) => ({
          name: "payer",
          checked: fields.payer === option,
          onChange: () => onChange({ payer: option }),
        })}
      />
      {from.state === "merchant" ? (
        <MerchantSide side="from" />
      ) : (
        <PartyField
          side="from"
          text={fields.from}
          party={from}
          isTried={isTried}
          onText={(text) => onChange({ from: text, payer: "customer" })}
        />
      )}
      <AccountFields
        fields={fields}
        customerId={walletOf(from)?.customerId}
        nameMatch={nameMatch}
        isTried={isTried}
        onChange={onChange}
      />
      <AmountField
        text={fields.amount}
        amount={amount}
        isTried={isTried}
        inputRef={amountRef}
        onText={(text) => onChange({ amount: text })}
      />
      <NarrationField text={fields.narration} isTried={isTried} onText={(narration) => onChange({ narration })} />
      <Field
        label={texts.internalNoteOptional}
        aside={<span className="text-fg-3 text-xs">{texts.onlyYourTeamSees}</span>}
        hint={texts.shownToTheMember}
      >
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            maxLength={NOTE_MOST}
            value={fields.note}
            onChange={({ target }) => onChange({ note: target.value })}
          />
        )}
      </Field>
    </div>
  );
}

type NarrationFieldProps = { text: string; isTried: boolean; onText: (text: string) => void };

function NarrationField({ text, isTried, onText }: NarrationFieldProps) {
  const problem = narrationProblem(text);
  const missing = isTried && text.trim() === "" ? texts.enterWhatThePayment : undefined;
  return (
    <div className="grid gap-1.5">
      <Field
        label={texts.narration}
        hint={texts.shownOnTheRecipients}
        error={problem ?? missing}
        aside={<span className="text-fg-3 text-xs tabular-nums">{texts.countOf(text.length, NARRATION_MOST)}</span>}
      >
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            maxLength={NARRATION_MOST}
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
        )}
      </Field>
      {problem !== undefined && (
        <Button size="small" className="justify-self-start" onClick={() => onText(plainNarration(text))}>
          {texts.toUsePlainNarration(plainNarration(text))}
        </Button>
      )}
    </div>
  );
}
