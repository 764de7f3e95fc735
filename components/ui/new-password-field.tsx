"use client";

import type { ComponentProps } from "react";
import { Field } from "./field.tsx";
import { PasswordInput } from "./password-input.tsx";
import { passwordStrength } from "./password-strength.ts";

type NewPasswordFieldProps = {
  label: string;
  /** The current input, for the hint below it. */
  typed: string;
  /** Facts about the person that others know. */
  words?: readonly string[];
  error?: string | undefined;
  control: ComponentProps<typeof PasswordInput>;
};

const bars = ["", "bg-bad", "bg-wait", "bg-ok"] as const;

/** A new password with its strength below it, as text and three bars. */
export function NewPasswordField({ label, typed, words, error, control }: NewPasswordFieldProps) {
  const { level, word, advice } = passwordStrength(typed, words);
  return (
    <Field
      label={label}
      error={error}
      hint={typed === "" ? advice : `${word}. ${advice}`}
      aside={
        typed !== "" && (
          <span aria-hidden className="flex gap-1">
            {[1, 2, 3].map((step) => (
              <span key={step} className={`h-1 w-6 rounded-full ${level >= step ? bars[level] : "bg-line"}`} />
            ))}
          </span>
        )
      }
    >
      {(field) => <PasswordInput {...field} {...control} autoComplete="new-password" maxLength={256} />}
    </Field>
  );
}
