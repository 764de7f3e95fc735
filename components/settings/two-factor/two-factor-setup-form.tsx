"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { encode } from "uqr";
import * as z from "zod";
import { authEndpoints } from "../../../contract/auth.ts";
import { type AuthenticatorSecret, confirmTwoFactor, startTwoFactor } from "../../../lib/api/me.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { showRefusal } from "../../layout/page/show-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";
import { TwoFactorProofForm } from "./two-factor-proof-form.tsx";

const SIX_DIGITS = texts.theCodeHasSix;
// Apps show the code in two groups of three digits.
const CodeForm = z.object({
  code: z
    .string()
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(authEndpoints.confirmTwoFactor.body.shape.code),
});
const resolver = contractResolver(CodeForm, { code: { missing: SIX_DIGITS, invalid: SIX_DIGITS } });

type TwoFactorSetupProps = { onCodes: (codes: string[]) => void; onCancel: () => void };

/** Password, then the app, then its first code. Nothing is stored. */
export function TwoFactorSetup({ onCodes, onCancel }: TwoFactorSetupProps) {
  const session = useSession();
  const [secret, setSecret] = useState<AuthenticatorSecret>();
  if (secret) return <AppStep secret={secret} onCodes={onCodes} onCancel={onCancel} />;
  return (
    <TwoFactorProofForm
      about={texts.youNeedAnAuthenticator}
      action={texts.continue}
      requiresCode={false}
      onProof={async ({ currentPassword }) => setSecret(await startTwoFactor(session, currentPassword))}
      onCancel={onCancel}
    />
  );
}

type AppStepProps = TwoFactorSetupProps & { secret: AuthenticatorSecret };

function AppStep({ secret, onCodes, onCancel }: AppStepProps) {
  const session = useSession();
  const form = useForm({ resolver, defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      onCodes(await confirmTwoFactor(session, code));
    } catch (error) {
      showRefusal(form, error, { code_wrong: "code" });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p className="text-fg-2">{texts.scanThisWithYour}</p>
        <TwoFactorQr uri={secret.uri} />
        <div className="grid gap-1.5">
          <p className="font-medium">{texts.secret}</p>
          <p className="flex items-start gap-2 rounded-control border bg-subtle px-3 py-2">
            <span className="min-w-0 flex-1 select-all break-all font-mono text-id">
              {secret.secret.replace(/(.{4})(?=.)/g, "$1 ")}
            </span>
            <CopyButton value={secret.secret} label={texts.secret2} />
          </p>
        </div>
        <Field label={texts.codeThatTheApp} error={errors.code?.message}>
          {(field) => (
            <Input
              {...field}
              {...form.register("code")}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              className="max-w-40 font-mono"
            />
          )}
        </Field>
        {errors.root && <FieldError>{errors.root.message}</FieldError>}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {texts.switchOn}
        </Button>
      </SheetFoot>
    </form>
  );
}

/** The secret's URI as a QR code: one path without inline style, as the content security policy forbids inline style. */
function TwoFactorQr({ uri }: { uri: string }) {
  const { data, size } = encode(uri, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    // Always dark on white: many scanners read nothing else.
    <svg
      role="img"
      aria-label={texts.qrCodeForYour}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border"
    >
      <rect width={size} height={size} className="fill-(--qr-light)" />
      <path d={path} className="fill-(--qr-dark)" />
    </svg>
  );
}
