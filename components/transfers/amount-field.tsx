"use client";

import type { Ref } from "react";
import { amountInWords } from "../../lib/format/amount-words.ts";
import { formatKobo, type ParsedAmount } from "../../lib/format/money.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { texts } from "./texts.ts";

type AmountFieldProps = {
  text: string;
  amount: ParsedAmount;
  isTried: boolean;
  inputRef: Ref<HTMLInputElement>;
  onText: (text: string) => void;
};

/** Amount in naira; the parsed value is repeated in figures, kobo and words. Dashboard 5.7. */
export function AmountField({ text, amount, isTried, inputRef, onText }: AmountFieldProps) {
  const isRead = "kobo" in amount;
  // A trailing point or comma means that the user is still typing.
  const isUnfinished = !isRead && (amount.problem === "empty" || /[.,\s]$/.test(text));
  const error = !isRead && (isTried || !isUnfinished) ? amount.message : undefined;
  return (
    <Field
      label={texts.amount}
      error={error}
      hint={isRead ? amountInWords(amount.kobo) : texts.inNaira45000}
      aside={
        isRead && (
          <span className="text-fg-2 text-xs tabular-nums">
            {texts.koboKoboKobo(formatKobo(amount.kobo), amount.kobo.toLocaleString("en-NG"))}
          </span>
        )
      }
    >
      {(field) => (
        <Input
          {...field}
          ref={inputRef}
          prefix="₦"
          isLarge
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}
