"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { LoginBody } from "../../contract/login-body.ts";
import { signInAgain } from "../../lib/api/interruptions.ts";
import { proveIdentity } from "../../lib/api/me.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { endStepUp, type RequestedProof } from "../../lib/api/step-up.ts";
import { Button } from "../ui/button.tsx";
import { contractResolver } from "../ui/contract-resolver.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { SheetFoot } from "../ui/overlay.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { LOGIN_TEXTS } from "./field-texts.ts";
import { texts } from "./texts.ts";

const { password, code } = LoginBody.shape;
const resolvers = {
  password: contractResolver(z.object({ proof: password }), { proof: LOGIN_TEXTS.password }),
  code: contractResolver(z.object({ proof: code.unwrap().min(1) }), { proof: LOGIN_TEXTS.code }),
};

/** The field of the proof that the service takes from this person, or a passkey. */
export function StepUpForm({ asked }: { asked: RequestedProof }) {
  const session = useSession();
  const [field, setField] = useState(asked.field);
  const form = useForm({ resolver: resolvers[field], defaultValues: { proof: "" } });
  const { errors, isSubmitting } = form.formState;
  const refuse = async (error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "session_expired") {
      await signInAgain();
      // The new session is proof enough, but what waited for it needs another click.
      return endStepUp(false);
    }
    if (error.code === "code_missing") setField("code");
    form.reset();
    form.setError("proof", { message: error.message }, { shouldFocus: true });
  };
  const submit = form.handleSubmit(({ proof }) =>
    proveIdentity(session, field === "code" ? { code: proof.trim() } : { password: proof }).then(
      () => endStepUp(true),
      refuse,
    ),
  );
  const confirmWithPasskey = async () => {
    const { provePasskey } = await import("../../lib/api/passkeys.ts");
    await provePasskey(session).then(() => endStepUp(true), refuse);
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4 p-pad">
        {asked.hasPasskey && (
          <Button icon={KeyRound} className="w-full" onClick={confirmWithPasskey}>
            {texts.toUseAPasskey2}
          </Button>
        )}
        {field === "code" ? (
          <Field label={texts.codeOfYourAuthenticator} hint={texts.sixDigitsOrOneOf} error={errors.proof?.message}>
            {(input) => (
              <Input
                {...input}
                {...form.register("proof")}
                autoComplete="one-time-code"
                spellCheck={false}
                maxLength={100}
                className="max-w-60 font-mono"
              />
            )}
          </Field>
        ) : (
          <Field label={texts.yourPassword} error={errors.proof?.message}>
            {(input) => (
              <PasswordInput {...input} {...form.register("proof")} autoComplete="current-password" maxLength={1024} />
            )}
          </Field>
        )}
      </div>
      <SheetFoot>
        <Button onClick={() => endStepUp(false)}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {texts.confirm}
        </Button>
      </SheetFoot>
    </form>
  );
}
