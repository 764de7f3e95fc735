"use client";

import { useForm } from "react-hook-form";
import { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import { activateMerchant } from "../../lib/api/account.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { contractResolver } from "../ui/contract-resolver.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { AuthForm } from "./auth-form.tsx";
import { FIELD_TEXTS } from "./field-texts.ts";
import { readPendingAccount } from "./pending-account.ts";
import { ResendCodeForm } from "./resend-code-form.tsx";
import { SignInToContinue } from "./sign-in-to-continue.tsx";
import { useAutomaticSignIn } from "./use-automatic-sign-in.ts";
import { useCodeFromLink } from "./use-code-from-link.ts";

const resolver = contractResolver(merchantAccountEndpoints.verifyMerchant.body, FIELD_TEXTS);

/** Activates an account with the code from the e-mail, taken from its link or typed, and signs in. Dashboard 2.5. */
export function ActivateForm() {
  const form = useForm({ resolver });
  const { signInStart, signInOrAsk } = useAutomaticSignIn();
  const { errors, isSubmitting } = form.formState;
  useCodeFromLink((code) => {
    form.clearErrors();
    form.setValue("activationCode", code);
  });
  const submit = form.handleSubmit(async ({ activationCode }) => {
    try {
      await activateMerchant(activationCode);
    } catch (error) {
      return showRefusal(form, error, { code_invalid: "activationCode" });
    }
    await signInOrAsk(readPendingAccount());
  });
  if (signInStart) {
    return <SignInToContinue title="The account is active" text="Sign in to go to your sandbox." start={signInStart} />;
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
              {...form.register("activationCode")}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              isLarge
              className="font-mono"
            />
          )}
        </Field>
      </AuthForm>
      <ResendCodeForm />
    </>
  );
}
