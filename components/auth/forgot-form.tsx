"use client";

import { MailCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { requestPasswordReset } from "../../lib/api/account.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { ACCOUNT_RULES } from "./account-rules.ts";
import { AuthForm } from "./auth-form.tsx";
import { readNewcomer, rememberNewcomer } from "./newcomer.ts";

/** Where to send the code for a new password. The answer is the same for everybody. Dashboard 2.5. */
export function ForgotForm() {
  const form = useForm<{ email: string }>();
  const [sentTo, setSentTo] = useState<string>();
  const { errors, isSubmitting } = form.formState;
  useEffect(() => {
    const { email } = readNewcomer();
    if (email !== undefined && !form.getValues("email")) form.setValue("email", email);
  }, [form]);
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await requestPasswordReset(email);
    } catch (error) {
      return showRefusal(form, error);
    }
    rememberNewcomer({ email });
    setSentTo(email);
  });
  if (sentTo !== undefined) {
    return (
      <>
        <Callout role="status" tone="ok" icon={MailCheck} title="Look into your mail">
          <p>If there is an account with {sentTo}, a code for a new password is on its way. It is good for 24 hours.</p>
        </Callout>
        <ButtonLink ref={focus} href="/reset" variant="primary">
          Enter the code
        </ButtonLink>
      </>
    );
  }
  return (
    <AuthForm
      action="Send code"
      isBusy={isSubmitting}
      problem={errors.root?.message}
      problemTitle="Nothing was sent"
      onSubmit={submit}
    >
      <Field label="E-mail" error={errors.email?.message}>
        {(field) => (
          <Input
            {...field}
            {...form.register("email", ACCOUNT_RULES.email)}
            type="email"
            autoComplete="username"
            autoFocus
          />
        )}
      </Field>
    </AuthForm>
  );
}

/** The button that had the focus is gone. */
function focus(link: HTMLAnchorElement | null) {
  link?.focus();
}
