"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useForm } from "react-hook-form";
import type { LoginBody } from "../../contract/auth.ts";
import { signIn } from "../../lib/api/auth.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { Button, MiniButton } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { LoginRefusal } from "./login-refusal.tsx";
import { LOGIN_RULES } from "./login-rules.ts";
import { minutesAndSeconds, useCountdown } from "./use-countdown.ts";

type LoginFormProps = {
  /** Signs this person in and nobody else. */
  fixedEmail?: string;
  onSignedIn: () => void;
};

/** E-mail and password; what was typed stays after every refusal. Dashboard 2.5. */
export function LoginForm({ fixedEmail, onSignedIn }: LoginFormProps) {
  // No default values: what was typed before this page came alive stays.
  const form = useForm<LoginBody>();
  const [refusal, setRefusal] = useState<ServiceError>();
  const [isShown, setShown] = useState(false);
  const pause = useCountdown();
  const isAlive = useIsAlive();
  // The pause is one e-mail's; another one may go on at once.
  const endPause = () => {
    if (refusal?.code !== "login_locked") return;
    pause.start(0);
    setRefusal(undefined);
  };
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    setRefusal(undefined);
    try {
      await signIn({ ...input, email: fixedEmail ?? input.email });
      onSignedIn();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setRefusal(error);
      pause.start(error.retryAfterSeconds ?? 0);
      form.setError("root", { message: error.message });
      form.setFocus("password", { shouldSelect: true });
    }
  });

  return (
    // `post` and the blocked button: a form sent before it came alive must not put the password into the address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {refusal && <LoginRefusal refusal={refusal} isPaused={pause.left > 0} />}
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("email", { ...LOGIN_RULES.email, onChange: endPause })}
            type="email"
            autoComplete="username"
            autoFocus={!fixedEmail}
            {...(fixedEmail && { readOnly: true, defaultValue: fixedEmail })}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("password", LOGIN_RULES.password)}
            type={isShown ? "text" : "password"}
            autoComplete="current-password"
            autoFocus={Boolean(fixedEmail)}
            suffix={
              <MiniButton
                icon={isShown ? EyeOff : Eye}
                aria-label={isShown ? "Hide password" : "Show password"}
                className="-mr-1.5"
                onClick={() => setShown(!isShown)}
              />
            }
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        disabled={!isAlive}
        isBusy={isSubmitting || isSubmitSuccessful}
        isBlocked={pause.left > 0}
      >
        {pause.left > 0 ? `Try again in ${minutesAndSeconds(pause.left)}` : "Sign in"}
      </Button>
    </form>
  );
}

/** Whether scripts run yet: not in what the server sends. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
