"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import { activateMerchant } from "../../lib/api/account.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { useCodeFromLink } from "../layout/hooks/use-code-from-link.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { contractResolver } from "../ui/contract-resolver.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { AuthForm } from "./auth-form.tsx";
import { FIELD_TEXTS } from "./field-texts.ts";
import { readPendingAccount } from "./pending-account.ts";
import { ResendCodeForm } from "./resend-code-form.tsx";
import { SignInToContinue } from "./sign-in-to-continue.tsx";
import { texts } from "./texts.ts";
import { useAutomaticSignIn } from "./use-automatic-sign-in.ts";

const resolver = contractResolver(merchantAccountEndpoints.verifyMerchant.body, FIELD_TEXTS);

/**
 * Activates an account and signs in: with the code from the e-mail, taken from its link or typed, or with that from the
 * text message. The mailed code of an account that is active already confirms its e-mail after sign-in. Dashboard 2.5.
 */
export function ActivateForm() {
  const form = useForm({ resolver });
  const { signInStart, signInOrAsk } = useAutomaticSignIn();
  const { errors, isSubmitting } = form.formState;
  const [linkedCode, setLinkedCode] = useState<string>();
  const [unusedCode, setUnusedCode] = useState<string>();
  useCodeFromLink((code) => {
    form.clearErrors();
    form.setValue("activationCode", code);
    setLinkedCode(code);
  });
  const submit = form.handleSubmit(async ({ activationCode }) => {
    const known = readPendingAccount();
    // A link may belong to another registration than the one that this tab started.
    const isOwn = known.email !== undefined && activationCode !== linkedCode;
    try {
      await activateMerchant({ activationCode, ...(isOwn && { email: known.email }) });
    } catch (error) {
      if (error instanceof ServiceError && error.code === "already_active") return setUnusedCode(activationCode);
      return showRefusal(form, error, { code_invalid: "activationCode" });
    }
    await signInOrAsk(known);
  });
  if (unusedCode !== undefined) {
    return (
      <SignInToContinue
        title={texts.theAccountIsActive}
        text={texts.signInTheCode}
        start={readPendingAccount()}
        path={`/settings/me#${unusedCode}`}
      />
    );
  }
  if (signInStart) {
    return <SignInToContinue title={texts.theAccountIsActive2} text={texts.signInToGo} start={signInStart} />;
  }
  return (
    <>
      <AuthForm
        action={texts.activateAccount}
        isBusy={isSubmitting}
        problem={errors.root?.message}
        problemTitle={texts.theAccountWasNot}
        onSubmit={submit}
      >
        <Field label={texts.activationCode} error={errors.activationCode?.message} hint={texts.n12DigitsFrom}>
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
