"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import { resendActivationCode } from "../../lib/api/account.ts";
import { minutesAndSeconds, useCountdown } from "../layout/hooks/use-countdown.ts";
import { useHydrated } from "../layout/hooks/use-hydrated.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { Button } from "../ui/button.tsx";
import { contractResolver } from "../ui/contract-resolver.ts";
import { Field, FieldError } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { FIELD_TEXTS } from "./field-texts.ts";
import { readPendingAccount, savePendingAccount } from "./pending-account.ts";
import { texts } from "./texts.ts";

const resolver = contractResolver(merchantAccountEndpoints.resendActivationCode.body, FIELD_TEXTS);
const PAUSE_SECONDS = 60;

/** Sends another activation code, at most one per minute. The e-mail is filled in after registration. Wire 4.20. */
export function ResendCodeForm() {
  const form = useForm({ resolver });
  const isHydrated = useHydrated();
  const pause = useCountdown();
  const [sentTo, setSentTo] = useState<string>();
  const { errors, isSubmitting } = form.formState;
  const begin = useEffectEvent(() => {
    const { email, password } = readPendingAccount();
    if (email !== undefined) form.setValue("email", email);
    // A known password means that the previous page has just sent a code.
    if (password !== undefined) pause.start(PAUSE_SECONDS);
  });
  useEffect(() => begin(), []);
  const submit = form.handleSubmit(async ({ email }) => {
    if (pause.left > 0) return;
    try {
      await resendActivationCode(email);
    } catch (error) {
      return showRefusal(form, error);
    }
    const { email: before, password } = readPendingAccount();
    savePendingAccount(before === email && password !== undefined ? { email, password } : { email });
    setSentTo(email);
    pause.start(PAUSE_SECONDS);
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3 border-t pt-5">
      <h2 className="font-medium">{texts.noCode}</h2>
      <p className="text-fg-2">{texts.lookAmongUnwantedMail}</p>
      <Field label={texts.eMail} error={errors.email?.message}>
        {(field) => <Input {...field} {...form.register("email")} type="email" autoComplete="username" />}
      </Field>
      {errors.root && <FieldError>{errors.root.message}</FieldError>}
      <Button type="submit" disabled={!isHydrated} isBusy={isSubmitting} isBlocked={pause.left > 0}>
        {pause.left > 0 ? texts.sendAgainInMinutes(minutesAndSeconds(pause.left)) : texts.sendAnotherCode}
      </Button>
      <p role="status" className="text-fg-2 text-xs">
        {sentTo && texts.ifAnAccountWith(sentTo)}
      </p>
    </form>
  );
}
