"use client";

import { Smartphone } from "lucide-react";
import type { ComponentProps } from "react";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

type SecondFactorFieldsProps = { error: string | undefined; control: ComponentProps<typeof Input> };

/** The second factor's step of signing in. */
export function SecondFactorFields({ error, control }: SecondFactorFieldsProps) {
  return (
    <>
      <Callout role="status" tone="info" icon={Smartphone} title="One more step">
        <p>Enter the code that your authenticator app shows now, or use a recovery code or a passkey.</p>
      </Callout>
      <Field label="Code" error={error} hint="Six digits, or one of your recovery codes. Each works once.">
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
