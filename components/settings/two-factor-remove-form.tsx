"use client";

import { useForm } from "react-hook-form";
import { removeTwoFactor } from "../../lib/api/me.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { showRefusal } from "../layout/show-refusal.ts";
import { Button } from "../ui/button.tsx";
import { Field, FieldError } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { showToast } from "../ui/toast-store.ts";

type Fields = { currentPassword: string; code: string };

/** Password and code: who has only one of them cannot switch it off. */
export function TwoFactorRemoveForm({ onDone }: { onDone: () => void }) {
  const session = useSession();
  const form = useForm<Fields>({ defaultValues: { currentPassword: "", code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, code }) => {
    try {
      await removeTwoFactor(session, { currentPassword, code: code.trim() });
    } catch (error) {
      return showRefusal(form, error, { wrong_password: "currentPassword", two_factor_wrong: "code" });
    }
    showToast({ title: "Two-factor sign-in is off" });
    onDone();
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p className="text-fg-2">Your password alone opens your account then.</p>
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
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="danger" isBusy={isSubmitting}>
          Switch off
        </Button>
      </SheetFoot>
    </form>
  );
}
