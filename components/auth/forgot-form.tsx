"use client";

import { MailCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { authEndpoints } from "../../contract/auth.ts";
import { requestPasswordReset } from "../../lib/api/account.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Callout } from "../ui/callout.tsx";
import { contractResolver } from "../ui/contract-resolver.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { AuthForm } from "./auth-form.tsx";
import { FIELD_TEXTS } from "./field-texts.ts";
import { readPendingAccount, savePendingAccount } from "./pending-account.ts";
import { texts } from "./texts.ts";

const resolver = contractResolver(authEndpoints.requestPasswordReset.body, FIELD_TEXTS);

/** Requests a password reset code. The answer does not show whether the account exists. Dashboard 2.5. */
export function ForgotForm() {
  const form = useForm({ resolver });
  const [sentTo, setSentTo] = useState<string>();
  const { errors, isSubmitting } = form.formState;
  useEffect(() => {
    const { email } = readPendingAccount();
    if (email !== undefined && !form.getValues("email")) form.setValue("email", email);
  }, [form]);
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await requestPasswordReset(email);
    } catch (error) {
      return showRefusal(form, error);
    }
    savePendingAccount({ email });
    setSentTo(email);
  });
  if (sentTo !== undefined) {
    return (
      <>
        <Callout role="status" tone="ok" icon={MailCheck} title={texts.lookIntoYourMail}>
          <p>{texts.ifThereIsAn(sentTo)}</p>
        </Callout>
        <ButtonLink ref={focus} href="/reset" variant="primary">
          {texts.enterTheCode2}
        </ButtonLink>
      </>
    );
  }
  return (
    <AuthForm
      action={texts.sendCode}
      isBusy={isSubmitting}
      problem={errors.root?.message}
      problemTitle={texts.nothingWasSent}
      onSubmit={submit}
    >
      <Field label={texts.eMail} error={errors.email?.message}>
        {(field) => <Input {...field} {...form.register("email")} type="email" autoComplete="username" autoFocus />}
      </Field>
    </AuthForm>
  );
}

/** Focuses the link, since the focused button is gone. */
function focus(link: HTMLAnchorElement | null) {
  link?.focus();
}
