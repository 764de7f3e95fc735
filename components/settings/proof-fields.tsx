"use client";

import { type ComponentProps, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ServiceError } from "../../lib/api/service-error.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { texts } from "./texts.ts";

export type ProofForm = { password: string; code?: string | undefined };

/**
 * The password and, once the service has asked for it, the second-factor code. `refuse` shows a refusal in the form. The input exists
 * only in the form's memory.
 */
export function useProof<Fields extends ProofForm & FieldValues>(form: UseFormReturn<Fields>) {
  const [requiresCode, setRequiresCode] = useState(false);
  const password = "password" as Path<Fields>;
  const code = "code" as Path<Fields>;
  const refuse = (error: unknown) => {
    if (error instanceof ServiceError && error.code === "two_factor_required") return setRequiresCode(true);
    showRefusal(form, error, { wrong_password: password, two_factor_wrong: code });
  };
  const problemOf = (name: Path<Fields>) => {
    const { message } = form.getFieldState(name, form.formState).error ?? {};
    return message;
  };
  const fields = (
    <>
      <PasswordField error={problemOf(password)} control={form.register(password)} />
      {requiresCode && <CodeField error={problemOf(code)} control={{ ...form.register(code), autoFocus: true }} />}
    </>
  );
  return { fields, refuse };
}

type ProofFieldProps = { error: string | undefined; control: ComponentProps<typeof Input> };

/** The user's current password. */
export function PasswordField({ label = texts.yourPassword, error, control }: ProofFieldProps & { label?: string }) {
  return (
    <Field label={label} error={error}>
      {(field) => <PasswordInput {...field} {...control} autoComplete="current-password" maxLength={1024} />}
    </Field>
  );
}

/** The second-factor code, or a recovery code. */
export function CodeField({ error, control }: ProofFieldProps) {
  return (
    <Field label={texts.codeOfYourAuthenticator} hint={texts.sixDigitsOrOne} error={error}>
      {(field) => (
        <Input
          {...field}
          {...control}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={100}
          className="max-w-60 font-mono"
        />
      )}
    </Field>
  );
}
