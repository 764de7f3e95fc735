"use client";

import { useForm } from "react-hook-form";
import { type PasswordReset, resetPassword } from "../../lib/api/account.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { NewPasswordField } from "../ui/new-password-field.tsx";
import { ACCOUNT_RULES } from "./account-rules.ts";
import { Arrived } from "./arrived.tsx";
import { AuthForm, AuthLink } from "./auth-form.tsx";
import { MailedCodeField } from "./mailed-code-field.tsx";
import { readNewcomer } from "./newcomer.ts";
import { useArrival } from "./use-arrival.ts";
import { useMailedCode } from "./use-mailed-code.ts";

/** The code from the mail and the new password; every session of this person ends, and a new one begins. Dashboard 2.5. */
export function ResetForm() {
  const form = useForm<PasswordReset>();
  const { arrived, arrive } = useArrival();
  const { errors, isSubmitting } = form.formState;
  useMailedCode((code) => {
    form.clearErrors();
    form.setValue("resetCode", code);
    form.setFocus("password");
  });
  const submit = form.handleSubmit(async (input) => {
    try {
      await resetPassword(input);
    } catch (error) {
      return showRefusal(form, error, { code_invalid: "resetCode" });
    }
    const { email } = readNewcomer();
    await arrive({ ...(email !== undefined && { email }), password: input.password });
  });
  if (arrived) {
    return <Arrived title="Your password is changed" text="All other sessions have ended. Sign in." start={arrived} />;
  }
  return (
    <>
      <AuthForm
        action="Set new password"
        isBusy={isSubmitting}
        problem={errors.root?.message}
        problemTitle="The password was not changed"
        onSubmit={submit}
      >
        <MailedCodeField
          error={errors.resetCode?.message}
          control={form.register("resetCode", ACCOUNT_RULES.mailedCode)}
        />
        <NewPasswordField
          label="New password"
          typed={form.watch("password") ?? ""}
          error={errors.password?.message}
          control={form.register("password", ACCOUNT_RULES.password)}
        />
      </AuthForm>
      <p>
        <AuthLink href="/forgot">Send another code</AuthLink>
      </p>
    </>
  );
}
