import { formatKobo } from "../../lib/format/money.ts";
import { parseOptionalNaira } from "../../lib/format/naira-text.ts";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { texts } from "./texts.ts";

type NairaFieldProps = {
  label: string;
  hint: string;
  text: string;
  problem: string | undefined;
  /** The meaning of an empty field, shown next to it. */
  none?: string;
  isReadOnly?: boolean;
  onText: (text: string) => void;
};

/** A naira amount as people write it, with the parsed value next to it, including kobo. */
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
            {read.kobo === null ? none : texts.koboKoboKobo(formatKobo(read.kobo), read.kobo.toLocaleString("en-NG"))}
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
