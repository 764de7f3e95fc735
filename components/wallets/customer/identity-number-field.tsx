"use client";

import type { RefObject } from "react";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { texts } from "./texts.ts";

type IdentityNumberFieldProps = {
  label: "BVN" | "NIN";
  /** Uncontrolled: the digits are in no React state, attribute, draft or cache. */
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  onInput: () => void;
};

export function IdentityNumberField({ label, input, error, onInput }: IdentityNumberFieldProps) {
  return (
    <Field label={texts.labelNumber(label)} hint={texts.n11DigitsNot} error={error}>
      {(field) => (
        <Input
          {...field}
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={11}
          onInput={onInput}
          className="max-w-56 font-mono"
        />
      )}
    </Field>
  );
}
