"use client";

import { CircleCheck, MailWarning } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { emailConfirmationEndpoints } from "../../../contract/email-confirmation.ts";
import { confirmEmail, sendEmailConfirmation } from "../../../lib/api/me.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useCodeFromLink } from "../../layout/hooks/use-code-from-link.ts";
import { minutesAndSeconds, useCountdown } from "../../layout/hooks/use-countdown.ts";
import { showRefusal } from "../../layout/page/show-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Field, FieldError } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { texts } from "./texts.ts";

const resolver = contractResolver(emailConfirmationEndpoints.confirmEmail.body, {
  code: { missing: texts.enterTheCodeFrom, invalid: texts.theCodeHas12 },
});
const PAUSE_SECONDS = 60;

/** Whether the e-mail is confirmed; until then a field for the mailed code. Decision 0076. */
export function EmailForm() {
  const { email, emailConfirmed } = useSession();
  if (emailConfirmed) return <Callout tone="ok" icon={CircleCheck} title={texts.emailIsConfirmed(email)} />;
  return (
    <>
      <Callout tone="wait" icon={MailWarning} title={texts.emailIsNotConfirmed(email)}>
        <p>{texts.untilYouEnterThe}</p>
      </Callout>
      <ConfirmEmailForm />
    </>
  );
}

function ConfirmEmailForm() {
  const session = useSession();
  const form = useForm({ resolver });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  useCodeFromLink((code) => {
    form.clearErrors();
    form.setValue("code", code);
    form.setFocus("code");
  });
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await confirmEmail(session, code);
    } catch (error) {
      return showRefusal(form, error, { code_invalid: "code" });
    }
    // The whole page knows whether the e-mail is confirmed.
    window.location.reload();
  });
  const isDone = isSubmitSuccessful && !errors.root && !errors.code;
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label={texts.codeFromTheE} error={errors.code?.message} hint={texts.n12DigitsGood}>
        {(field) => (
          <Input
            {...field}
            {...form.register("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="font-mono"
          />
        )}
      </Field>
      {errors.root && <FieldError>{errors.root.message}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={isSubmitting || isDone}>
          {texts.confirmEMail}
        </Button>
        <SendAgain />
      </div>
    </form>
  );
}

function SendAgain() {
  const session = useSession();
  const pause = useCountdown();
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState("");
  const send = async () => {
    if (pause.left > 0 || isSending) return;
    setIsSending(true);
    try {
      await sendEmailConfirmation(session);
      setOutcome(texts.aCodeIsOn(session.email));
      pause.start(PAUSE_SECONDS);
    } catch (error) {
      setOutcome(problemText(error));
    }
    setIsSending(false);
  };
  return (
    <>
      <Button isBusy={isSending} isBlocked={pause.left > 0} onClick={send}>
        {pause.left > 0 ? texts.sendAgainInMinutes(minutesAndSeconds(pause.left)) : texts.sendTheCodeAgain}
      </Button>
      <p role="status" className="w-full text-fg-2 text-xs">
        {outcome}
      </p>
    </>
  );
}
