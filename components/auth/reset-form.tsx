"use client";

import { useForm } from "react-hook-form";
import { authEndpoints } from "../../contract/auth.ts";
import { resetPassword } from "../../lib/api/account.ts";
import { useCodeFromLink } from "../layout/hooks/use-code-from-link.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { contractResolver } from "../ui/contract-resolver.ts";
import { NewPasswordField } from "../ui/new-password-field.tsx";
import { AuthForm, AuthLink } from "./auth-form.tsx";
import { EmailCodeField } from "./email-code-field.tsx";
import { FIELD_TEXTS } from "./field-texts.ts";
import { readPendingAccount } from "./pending-account.ts";
import { SignInToContinue } from "./sign-in-to-continue.tsx";
import { texts } from "./texts.ts";
import { useAutomaticSignIn } from "./use-automatic-sign-in.ts";

const resolver = contractResolver(authEndpoints.resetPassword.body, FIELD_TEXTS);

/** Sets a new password with the code from the e-mail. All sessions of the user end, and a new one starts. Dashboard 2.5. */
export function ResetForm() {
  const form = useForm({ resolver });
  const { signInStart, signInOrAsk } = useAutomaticSignIn();
  const { errors, isSubmitting } = form.formState;
  useCodeFromLink((code) => {
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
    const { email } = readPendingAccount();
    await signInOrAsk({ ...(email !== undefined && { email }), password: input.password });
  });
  if (signInStart) {
    return (
      <SignInToContinue title={texts.yourPasswordIsChanged} text={texts.allOtherSessionsHave} start={signInStart} />
    );
  }
  return (
    <>
      <AuthForm
        action={texts.setNewPassword}
        isBusy={isSubmitting}
        problem={errors.root?.message}
        problemTitle={texts.thePasswordWasNot}
        onSubmit={submit}
      >
        <EmailCodeField error={errors.resetCode?.message} control={form.register("resetCode")} />
        <NewPasswordField
          label={texts.newPassword}
          typed={form.watch("password") ?? ""}
          error={errors.password?.message}
          control={form.register("password")}
        />
      </AuthForm>
      <p>
        <AuthLink href="/forgot">{texts.sendAnotherCode}</AuthLink>
      </p>
    </>
  );
}
