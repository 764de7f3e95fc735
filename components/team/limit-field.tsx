import { formatKobo } from "../../lib/format/money.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { readLimit } from "./limit-text.ts";

type LimitFieldProps = { text: string; problem: string | undefined; onText: (text: string) => void };

/** The most that somebody may approve at once, in naira, with the kobo beside it. */
export function LimitField({ text, problem, onText }: LimitFieldProps) {
  const read = readLimit(text);
  return (
    <Field
      label="Approval limit"
      hint="The most they may approve at once. Empty: no limit. 0: nothing."
      error={problem}
      aside={
        "kobo" in read && (
          <span className="text-fg-2 text-xs tabular-nums">
            {read.kobo === null ? "No limit" : `${formatKobo(read.kobo)} · ${read.kobo.toLocaleString("en-NG")} kobo`}
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
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  );
}
