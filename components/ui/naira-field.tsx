import { formatKobo } from "../../lib/format/money.ts";
import { parseOptionalNaira } from "../../lib/format/naira-text.ts";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type NairaFieldProps = {
  label: string;
  hint: string;
  text: string;
  problem: string | undefined;
  /** What an empty field means, beside it. */
  none?: string;
  isReadOnly?: boolean;
  onText: (text: string) => void;
};

/** Naira as people write them, with what was understood beside it, in kobo too. */
export function NairaField({ label, hint, text, problem, none = "", isReadOnly = false, onText }: NairaFieldProps) {
  const read = parseOptionalNaira(text);
  return (
    <Field
      label={label}
      hint={hint}
      error={problem}
      aside={
        "kobo" in read && (
          <span className="text-fg-2 text-xs tabular-nums">
            {read.kobo === null ? none : `${formatKobo(read.kobo)} · ${read.kobo.toLocaleString("en-NG")} kobo`}
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
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  );
}
