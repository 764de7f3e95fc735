"use client";

import { PAYMENT_TEXT_MAX, paymentTextProblem } from "../../contract/payment-text.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { texts } from "./texts.ts";

type TextsOfPayment = { narration: string; note: string };
type PaymentTextFieldsProps = { fields: TextsOfPayment; onChange: (change: Partial<TextsOfPayment>) => void };

/** What the customer reads, and what only staff reads. Both are optional. */
export function PaymentTextFields({ fields, onChange }: PaymentTextFieldsProps) {
  return (
    <>
      <Field label={texts.narrationOptional} hint={texts.theCustomerReadsIt} error={problemOf(fields.narration)}>
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            maxLength={PAYMENT_TEXT_MAX}
            value={fields.narration}
            onChange={({ target }) => onChange({ narration: target.value })}
          />
        )}
      </Field>
      <Field
        label={texts.internalNoteOptional}
        aside={<span className="text-fg-3 text-xs">{texts.onlyYourTeamSees}</span>}
        hint={texts.theApproverReadsIt}
        error={problemOf(fields.note)}
      >
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            maxLength={PAYMENT_TEXT_MAX}
            value={fields.note}
            onChange={({ target }) => onChange({ note: target.value })}
          />
        )}
      </Field>
    </>
  );
}

export function areTextsSendable({ narration, note }: TextsOfPayment): boolean {
  return paymentTextProblem(narration) === null && paymentTextProblem(note) === null;
}

function problemOf(text: string): string | undefined {
  const problem = paymentTextProblem(text);
  return problem === null ? undefined : texts.sentenceOfProblem(problem);
}
