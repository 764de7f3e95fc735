"use client";

import { type ReactNode, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { LoginBody } from "../../contract/login-body.ts";
import { signIn } from "../../lib/api/auth.ts";
import { interrupt } from "../../lib/api/interruptions.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { minutesAndSeconds, useCountdown } from "../layout/hooks/use-countdown.ts";
import { useHydrated } from "../layout/hooks/use-hydrated.ts";
import { Button } from "../ui/button.tsx";
import { contractResolver } from "../ui/contract-resolver.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { LOGIN_TEXTS } from "./field-texts.ts";
import { LoginRefusal } from "./login-refusal.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import type { PendingAccount } from "./pending-account.ts";
import { SecondFactorFields } from "./second-factor-fields.tsx";
import { texts } from "./texts.ts";

const firstStep = contractResolver(LoginBody, LOGIN_TEXTS);
const LoginBodyWithCode = LoginBody.refine(({ code }) => Boolean(code), { path: ["code"] });
const secondStep = contractResolver(LoginBodyWithCode, LOGIN_TEXTS);

type LoginFormProps = {
  /** Only this user may sign in. */
  fixedEmail?: string;
  /** Shown above the fields until sign-in fails. */
  notice?: ReactNode;
  /** Known values to start with. */
  start?: Partial<PendingAccount>;
  onSignedIn: () => void;
  /** Continues with an account that is not activated. Without it, the form shows an error. */
  onUnverified?: (account: PendingAccount) => void;
};

/**
 * Asks for e-mail and password, then for the code of the second factor if the user has one; or for a passkey instead of all. The form keeps the password in memory
 * between the steps and keeps all input after a refusal. Dashboard 2.5.
 */
export function LoginForm({ fixedEmail, notice, start, onSignedIn, onUnverified }: LoginFormProps) {
  const [refusal, setRefusal] = useState<ServiceError>();
  const [isSecondStep, setIsSecondStep] = useState(false);
  const resolver = isSecondStep ? secondStep : firstStep;
  // Without other default values, text typed before hydration stays.
  const form = useForm<LoginBody>({ resolver, ...(start && { defaultValues: start }) });
  const pause = useCountdown();
  // The lock applies to one e-mail. Another e-mail may sign in immediately.
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
    // `post` and the disabled button keep the password out of the address if the form is sent before hydration.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {refusal ? <LoginRefusal refusal={refusal} isPaused={pause.left > 0} /> : notice}
      {isSecondStep ? (
        <SecondFactorFields error={form.formState.errors.code?.message} control={form.register("code")} />
      ) : (
        <FirstFactorFields form={form} fixedEmail={fixedEmail} onEmail={endPause} />
      )}
      <SubmitButton form={form} pausedSeconds={pause.left}>
        {texts.signIn}
      </SubmitButton>
      <PasskeySignIn
        label={isSecondStep ? texts.toUseAPasskey : texts.signInWithA}
        isSuggested={!isSecondStep && !fixedEmail}
        onSignedIn={(email) => (fixedEmail && fixedEmail !== email ? interrupt("session_changed") : onSignedIn())}
      />
      {isSecondStep && (
        <Button variant="quiet" onClick={back}>
          {texts.back}
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
      <Field label={texts.eMail} error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("email", { onChange: onEmail })}
            type="email"
            autoComplete="username webauthn"
            autoFocus={!fixedEmail}
            {...(fixedEmail && { readOnly: true, defaultValue: fixedEmail })}
          />
        )}
      </Field>
      <Field label={texts.password} error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register("password")}
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
  const isHydrated = useHydrated();
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  return (
    <Button
      type="submit"
      variant="primary"
      className="mt-1 w-full"
      disabled={!isHydrated}
      isBusy={isSubmitting || isSubmitSuccessful}
      isBlocked={pausedSeconds > 0}
    >
      {pausedSeconds > 0 ? texts.tryAgainInMinutes(minutesAndSeconds(pausedSeconds)) : children}
    </Button>
  );
}
