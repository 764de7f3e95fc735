"use client";

import { Smartphone } from "lucide-react";
import type { ComponentProps } from "react";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { texts } from "./texts.ts";

type SecondFactorFieldsProps = { error: string | undefined; control: ComponentProps<typeof Input> };

/** The second factor's step of signing in. */
export function SecondFactorFields({ error, control }: SecondFactorFieldsProps) {
  return (
    <>
      <Callout role="status" tone="info" icon={Smartphone} title={texts.oneMoreStep}>
        <p>{texts.enterTheCodeThat}</p>
      </Callout>
      <Field label={texts.code} error={error} hint={texts.sixDigitsOrOne}>
        {(field) => (
          <Input
            {...field}
            {...control}
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
            isLarge
            className="font-mono"
          />
        )}
      </Field>
    </>
  );
}
