"use client";

import { useForm } from "react-hook-form";
import * as z from "zod";
import { passkeyEndpoints } from "../../../contract/passkeys.ts";
import { showRefusal } from "../../layout/page/show-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Field, FieldError } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";

const NameForm = z.object({ name: passkeyEndpoints.renamePasskey.body.shape.name });
const resolver = contractResolver(NameForm, { name: { missing: texts.enterAName } });

type PasskeyNameFormProps = {
  about: string;
  name: string;
  action: string;
  /** Rejects with the error of the service or of the browser. */
  onName: (name: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the name of a passkey, then runs the action. */
export function PasskeyNameForm({ about, name, action, onName, onCancel }: PasskeyNameFormProps) {
  const form = useForm({ resolver, defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    try {
      await onName(typed.name);
    } catch (error) {
      showRefusal(form, error, {});
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p className="text-fg-2">{about}</p>
        <Field label={texts.name} hint={texts.soThatYouRecognise} error={errors.name?.message}>
          {(field) => <Input {...field} {...form.register("name")} maxLength={60} autoComplete="off" autoFocus />}
        </Field>
        {errors.root && <FieldError>{errors.root.message}</FieldError>}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {action}
        </Button>
      </SheetFoot>
    </form>
  );
}
