import { formatKobo } from "../../lib/format/money.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { readNaira } from "./naira-text.ts";

type NairaFieldProps = {
  label: string;
  hint: string;
  text: string;
  isTried: boolean;
  problem: string | undefined;
  isReadOnly: boolean;
  onText: (text: string) => void;
};

/** Naira as people write them, with what was understood beside it, in kobo too. */
export function NairaField({ label, hint, text, isTried, problem, isReadOnly, onText }: NairaFieldProps) {
  const read = readNaira(text);
  const own = isTried && "message" in read ? read.message : undefined;
  return (
    <Field
      label={label}
      hint={hint}
      error={problem ?? own}
      aside={
        "kobo" in read &&
        read.kobo !== null && (
          <span className="text-fg-2 text-xs tabular-nums">
            {formatKobo(read.kobo)} · {read.kobo.toLocaleString("en-NG")} kobo
          </span>
        )
      }
    >
      {(field) => (
        <Input
          {...field}
          prefix="₦"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={text}
          readOnly={isReadOnly}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}
