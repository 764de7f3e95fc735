import type { ComponentProps } from "react";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { texts } from "./texts.ts";

type EmailCodeFieldProps = { error: string | undefined; control: ComponentProps<typeof Input> };

/** A field for the code from an e-mail, for people who did not follow its link. */
export function EmailCodeField({ error, control }: EmailCodeFieldProps) {
  return (
    <Field label={texts.codeFromTheE} error={error} hint={texts.theLinkInThe}>
      {(field) => (
        <Input {...field} {...control} autoComplete="one-time-code" spellCheck={false} className="font-mono" />
      )}
    </Field>
  );
}
