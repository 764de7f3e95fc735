import type { Ref } from "react";
import { amountParts, parseKobo } from "../../lib/format/money.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { texts } from "./texts.ts";

type TotalFieldProps = {
  kobo: number | bigint;
  typed: string;
  onTyped: (text: string) => void;
  /** The user tried to approve: report what is missing. */
  isTried: boolean;
  isFixed: boolean;
  inputRef: Ref<HTMLInputElement>;
};

/** Large totals must be typed before approval. Dashboard 5.8. */
export function TotalField({ kobo, typed, onTyped, isTried, isFixed, inputRef }: TotalFieldProps) {
  const wanted = plainNaira(kobo);
  return (
    <Field
      label={texts.typeTheTotalIn}
      error={isTried && !isAmount(typed, kobo) ? texts.typeWantedToApprove(wanted) : undefined}
      aside={<span className="text-fg-3 text-xs tabular-nums">{wanted}</span>}
    >
      {(field) => (
        <Input
          {...field}
          ref={inputRef}
          prefix="₦"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          readOnly={isFixed}
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Whether a text, parsed as naira, equals this many kobo. */
export function isAmount(text: string, kobo: number | bigint): boolean {
  const parsed = parseKobo(text);
  return "kobo" in parsed && BigInt(parsed.kobo) === BigInt(kobo);
}

/** `1,250,000`, `1,250,000.50`: as a user would type it. */
function plainNaira(kobo: number | bigint): string {
  const { naira, kobo: fraction } = amountParts(kobo);
  return `${naira.slice(1)}${fraction === ".00" ? "" : fraction}`;
}
