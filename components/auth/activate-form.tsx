"use client";

import { useForm } from "react-hook-form";
import { activateMerchant } from "../../lib/api/account.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { ACCOUNT_RULES } from "./account-rules.ts";
import { Arrived } from "./arrived.tsx";
import { AuthForm } from "./auth-form.tsx";
import { readNewcomer } from "./newcomer.ts";
import { ResendCode } from "./resend-code.tsx";
import { useArrival } from "./use-arrival.ts";
import { useMailedCode } from "./use-mailed-code.ts";

/** The six digits from the mail, from its link or typed; then one is in. Dashboard 2.5. */
export function ActivateForm() {
  const form = useForm<{ activationCode: string }>();
  const { arrived, arrive } = useArrival();
  const { errors, isSubmitting } = form.formState;
  useMailedCode((code) => {
    form.clearErrors();
    form.setValue("activationCode", code);
  });
  const submit = form.handleSubmit(async ({ activationCode }) => {
    try {
      await activateMerchant(activationCode.trim());
    } catch (error) {
      return showRefusal(form, error, { code_invalid: "activationCode" });
    }
    await arrive(readNewcomer());
  });
  if (arrived) {
    return <Arrived title="The account is active" text="Sign in to go to your sandbox." start={arrived} />;
  }
  return (
    <>
      <AuthForm
        action="Activate account"
        isBusy={isSubmitting}
        problem={errors.root?.message}
        problemTitle="The account was not activated"
        onSubmit={submit}
      >
        <Field label="Activation code" error={errors.activationCode?.message} hint="Six digits; good for 24 hours.">
          {(field) => (
            <Input
              {...field}
              {...form.register("activationCode", ACCOUNT_RULES.activationCode)}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              isLarge
              className="font-mono"
            />
          )}
        </Field>
      </AuthForm>
      <ResendCode />
    </>
  );
}
