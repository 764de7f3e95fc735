"use client";

import { useForm } from "react-hook-form";
import { showRefusal } from "../layout/show-refusal.ts";
import { Button } from "../ui/button.tsx";
import { Field, FieldError } from "../ui/field.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { PasswordInput } from "../ui/password-input.tsx";

type PasswordStepProps = {
  about: string;
  action: string;
  /** Rejects with what the service says. */
  onPassword: (password: string) => Promise<unknown>;
  onCancel: () => void;
};

/** The password again, before something that a borrowed screen must not do. */
export function PasswordStep({ about, action, onPassword, onCancel }: PasswordStepProps) {
  const form = useForm<{ currentPassword: string }>({ defaultValues: { currentPassword: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword }) => {
    try {
      await onPassword(currentPassword);
    } catch (error) {
      showRefusal(form, error, { wrong_password: "currentPassword" });
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
        {errors.root && <FieldError>{errors.root.message}</FieldError>}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {action}
        </Button>
      </SheetFoot>
    </form>
  );
}
