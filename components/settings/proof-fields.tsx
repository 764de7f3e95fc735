"use client";

import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ServiceError } from "../../lib/api/service-error.ts";
import { showRefusal } from "../layout/show-refusal.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { PasswordInput } from "../ui/password-input.tsx";

export type ProofForm = { password: string; code: string };

/**
 * The password again and, once the service has asked for it, the code of the second factor. `refuse` puts a refusal onto the
 * form. What was typed lives in the form's memory alone.
 */
export function useProof<Fields extends ProofForm & FieldValues>(form: UseFormReturn<Fields>) {
  const [asksCode, setAsksCode] = useState(false);
  const password = "password" as Path<Fields>;
  const code = "code" as Path<Fields>;
  const refuse = (error: unknown) => {
    if (error instanceof ServiceError && error.code === "two_factor_required") return setAsksCode(true);
    showRefusal(form, error, { wrong_password: password, two_factor_wrong: code });
  };
  const problemOf = (name: Path<Fields>) => {
    const { message } = form.getFieldState(name, form.formState).error ?? {};
    return message;
  };
  const fields = (
    <>
      <Field label="Your password" error={problemOf(password)}>
        {(field) => (
          <PasswordInput
            {...field}
            {...form.register(password, { required: "Enter your password." })}
            autoComplete="current-password"
            maxLength={1024}
          />
        )}
      </Field>
      {asksCode && (
        <Field
          label="Code of your authenticator app"
          hint="Six digits, or one of your recovery codes."
          error={problemOf(code)}
        >
          {(field) => (
            <Input
              {...field}
              {...form.register(code, { required: "Enter the code." })}
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={100}
              autoFocus
              className="max-w-60 font-mono"
            />
          )}
        </Field>
      )}
    </>
  );
  return { fields, refuse };
}

/** What goes out of a form with these fields. */
export function proofOf({ password, code }: ProofForm): { password: string; code?: string } {
  return code ? { password, code: code.trim() } : { password };
}
