"use client";

import { useForm } from "react-hook-form";
import { showRefusal } from "../layout/show-refusal.ts";
import { Button } from "../ui/button.tsx";
import { Field, FieldError } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { PasswordInput } from "../ui/password-input.tsx";

type Proof = { currentPassword: string; code: string };

type TwoFactorProofFormProps = {
  about: string;
  action: string;
  variant: "primary" | "danger";
  /** Rejects with what the service says. */
  onProof: (proof: Proof) => Promise<unknown>;
  onCancel: () => void;
};

/** Password and code: who has only one of them changes nothing about the second factor. */
export function TwoFactorProofForm({ about, action, variant, onProof, onCancel }: TwoFactorProofFormProps) {
  const form = useForm<Proof>({ defaultValues: { currentPassword: "", code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, code }) => {
    try {
      await onProof({ currentPassword, code: code.trim() });
    } catch (error) {
      showRefusal(form, error, { wrong_password: "currentPassword", code_wrong: "code" });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p className="text-fg-2">{about}</p>
        <Field label="Your password" error={errors.currentPassword?.message}>
          {(field) => (
            <PasswordInput
              {...field}
              {...form.register("currentPassword", { required: "Enter your password." })}
              autoComplete="current-password"
              maxLength={1024}
            />
          )}
        </Field>
        <Field
          label="Code of your authenticator app"
          hint="Six digits, or one of your recovery codes."
          error={errors.code?.message}
        >
          {(field) => (
            <Input
              {...field}
              {...form.register("code", { required: "Enter the code." })}
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={100}
              className="max-w-60 font-mono"
            />
          )}
        </Field>
        {errors.root && <FieldError>{errors.root.message}</FieldError>}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={variant} isBusy={isSubmitting}>
          {action}
        </Button>
      </SheetFoot>
    </form>
  );
}
