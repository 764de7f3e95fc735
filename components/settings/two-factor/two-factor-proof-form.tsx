"use client";

import { useForm } from "react-hook-form";
import { authEndpoints } from "../../../contract/auth.ts";
import { showRefusal } from "../../layout/page/show-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { FieldError } from "../../ui/field.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { CodeField, PasswordField } from "../proof-fields.tsx";
import { texts } from "./texts.ts";

const { body } = authEndpoints.removeTwoFactor;
const TEXTS = { currentPassword: { missing: texts.enterYourPassword }, code: { missing: texts.enterTheCode } };
const password = contractResolver(body, TEXTS);
// The contract leaves the code optional, as users without a second factor have none. This form shows the field only to the others.
const passwordAndCode = contractResolver(
  body.refine(({ code }) => Boolean(code), { path: ["code"] }),
  TEXTS,
);

type Proof = { currentPassword: string; code: string };

type TwoFactorProofFormProps = {
  about: string;
  action: string;
  variant?: "primary" | "danger";
  /** With a second factor enabled, changes to it require both. */
  requiresCode?: boolean;
  /** Rejects with the service's error. */
  onProof: (proof: Proof) => Promise<unknown>;
  onCancel: () => void;
};

/** Asks for password and code before an action that must not be possible on a borrowed screen. */
export function TwoFactorProofForm(props: TwoFactorProofFormProps) {
  const { about, action, variant = "primary", requiresCode = true, onProof, onCancel } = props;
  const form = useForm({
    resolver: requiresCode ? passwordAndCode : password,
    defaultValues: { currentPassword: "", code: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, code = "" }) => {
    try {
      await onProof({ currentPassword, code: code.trim() });
    } catch (error) {
      showRefusal(form, error, { wrong_password: "currentPassword", code_wrong: "code" });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p className="text-fg-2">{about}</p>
        <PasswordField error={errors.currentPassword?.message} control={form.register("currentPassword")} />
        {requiresCode && <CodeField error={errors.code?.message} control={form.register("code")} />}
        {errors.root && <FieldError>{errors.root.message}</FieldError>}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant={variant} isBusy={isSubmitting}>
          {action}
        </Button>
      </SheetFoot>
    </form>
  );
}
