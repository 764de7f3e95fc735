"use client";

import { type ReactNode, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { LoginBody } from "../../contract/auth.ts";
import { signIn } from "../../lib/api/auth.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { minutesAndSeconds, useCountdown } from "../layout/hooks/use-countdown.ts";
import { useHydrated } from "../layout/hooks/use-hydrated.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { LoginRefusal } from "./login-refusal.tsx";
import { LOGIN_RULES } from "./login-rules.ts";
import type { Newcomer } from "./newcomer.ts";
import { SecondFactorFields } from "./second-factor-fields.tsx";

type LoginFormProps = {
  /** Signs this person in and nobody else. */
  fixedEmail?: string;
  /** What is known already. */
  start?: Partial<Newcomer>;
  onSignedIn: () => void;
  /** Where an account that was never activated goes on; without it, the form says so. */
  onUnverified?: (newcomer: Newcomer) => void;
};

/**
 * E-mail and password, and then, where the person has a second factor, its code: the password waits in the form's memory
 * meanwhile. What was typed stays after every refusal. Dashboard 2.5.
 */
export function LoginForm({ fixedEmail, start, onSignedIn, onUnverified }: LoginFormProps) {
  // No default values but known ones: what was typed before this page came alive stays.
  const form = useForm<LoginBody>(start && { defaultValues: start });
  const [refusal, setRefusal] = useState<ServiceError>();
  const [isSecondStep, setIsSecondStep] = useState(false);
  const pause = useCountdown();
  // The pause is one e-mail's; another one may go on at once.
  const endPause = () => {
    if (refusal?.code !== "login_locked") return;
    pause.start(0);
    setRefusal(undefined);
  };

  const refuse = (error: ServiceError, input: LoginBody) => {
    form.setError("root", { message: error.message });
    if (error.code === "two_factor_required") return setIsSecondStep(true);
    if (error.code === "two_factor_wrong") return form.setError("code", { message: error.message }, FOCUS);
    if (error.code === "not_verified" && onUnverified) return onUnverified(input);
    setRefusal(error);
    pause.start(error.retryAfterSeconds ?? 0);
    if (error.code === "wrong_login") setIsSecondStep(false);
    form.setFocus(isSecondStep ? "code" : "password", { shouldSelect: true });
  };
  const submit = form.handleSubmit(async ({ email, password, code }) => {
    setRefusal(undefined);
    const input = { email: fixedEmail ?? email, password, ...(isSecondStep && code && { code: code.trim() }) };
    try {
      await signIn(input);
      onSignedIn();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refuse(error, input);
    }
  });
  const back = () => {
    form.resetField("code");
    setRefusal(undefined);
    setIsSecondStep(false);
  };

  return (
    // `post` and the blocked button: a form sent before it came alive must not put the password into the address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {refusal && <LoginRefusal refusal={refusal} isPaused={pause.left > 0} />}
      {isSecondStep ? (
        <SecondFactorFields
          error={form.formState.errors.code?.message}
          control={form.register("code", LOGIN_RULES.code)}
        />
      ) : (
        <FirstFactorFields form={form} fixedEmail={fixedEmail} onEmail={endPause} />
      )}
      <SubmitButton form={form} pausedSeconds={pause.left}>
        Sign in
      </SubmitButton>
      {isSecondStep && (
        <Button variant="quiet" onClick={back}>
          Back
        </Button>
      )}
    </form>
  );
}

const FOCUS = { shouldFocus: true };

type FirstFactorFieldsProps = {
  form: UseFormReturn<LoginBody>;
  fixedEmail: string | undefined;
  onEmail: () => void;
};

function FirstFactorFields({ form, fixedEmail, onEmail }: FirstFactorFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("email", { ...LOGIN_RULES.email, onChange: onEmail })}
            type="email"
            autoComplete="username"
            autoFocus={!fixedEmail}
            {...(fixedEmail && { readOnly: true, defaultValue: fixedEmail })}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register("password", LOGIN_RULES.password)}
            autoComplete="current-password"
            autoFocus={Boolean(fixedEmail)}
          />
        )}
      </Field>
    </>
  );
}

type SubmitButtonProps = { form: UseFormReturn<LoginBody>; pausedSeconds: number; children: ReactNode };

function SubmitButton({ form, pausedSeconds, children }: SubmitButtonProps) {
  const isAlive = useHydrated();
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  return (
    <Button
      type="submit"
      variant="primary"
      className="mt-1 w-full"
      disabled={!isAlive}
      isBusy={isSubmitting || isSubmitSuccessful}
      isBlocked={pausedSeconds > 0}
    >
      {pausedSeconds > 0 ? `Try again in ${minutesAndSeconds(pausedSeconds)}` : children}
    </Button>
  );
}
