"use client";

import { CircleAlert, Plus } from "lucide-react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { type Permission, permissionsOfKeys } from "../../../../contract/permissions.ts";
import { restrictedKeyEndpoints } from "../../../../contract/restricted-keys.ts";
import { createRestrictedKey, type NewRestrictedKey } from "../../../../lib/api/keys.ts";
import { isOutcomeUnknown } from "../../../../lib/api/service-error.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { countOf } from "../../../../lib/format/names.ts";
import { PERMISSION_GROUPS, permissionLabel } from "../../../../lib/format/permission-groups.ts";
import { can } from "../../../../lib/permissions.ts";
import { useOnline } from "../../../layout/hooks/use-online.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { contractResolver } from "../../../ui/contract-resolver.ts";
import { Field, FieldError } from "../../../ui/field.tsx";
import { Input, Textarea } from "../../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../../ui/overlay.tsx";
import { RadioChips } from "../../../ui/radio-chips.tsx";
import { useProof } from "../../proof-fields.tsx";
import { PROOF_SHAPE, PROOF_TEXTS, proofOf } from "../proof-rules.ts";
import { texts } from "./texts.ts";

const { name, permissions, allowedAddresses } = restrictedKeyEndpoints.createRestrictedKey.body.shape;
const DAY_MS = 86_400_000;
const LASTS = ["30", "90", "365", "never"] as const;
const LABELS: Record<(typeof LASTS)[number], string> = {
  "30": texts.n30Days,
  "90": texts.n90Days,
  "365": texts.n1Year,
  never: texts.noEnd,
};

// One address per line on the screen; a list for the service.
const partsOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== "");
const Addresses = z.string().superRefine((text, context) => {
  const parts = partsOf(text);
  for (const issue of allowedAddresses.safeParse(parts).error?.issues ?? []) {
    context.addIssue({ code: "custom", message: `${parts[Number(issue.path[0])] ?? texts.theList} ${issue.message}.` });
  }
});
const KeyForm = z.object({ ...PROOF_SHAPE, name, permissions, addresses: Addresses, lasts: z.enum(LASTS) });
const resolver = contractResolver(KeyForm, {
  ...PROOF_TEXTS,
  name: { missing: texts.giveTheKeyA },
  permissions: { missing: texts.chooseAtLeastOne },
});

type RestrictedKeyFormProps = { onKey: (made: NewRestrictedKey) => void; onUnknown: () => void; onCancel: () => void };

/** Name, permissions by subject, addresses and end of a new key, and the password. Decision 0087. */
export function RestrictedKeyForm({ onKey, onUnknown, onCancel }: RestrictedKeyFormProps) {
  const session = useSession();
  const isOnline = useOnline();
  const form = useForm({
    resolver,
    defaultValues: { name: "", permissions: [] as Permission[], addresses: "", lasts: "90" as const, password: "" },
  });
  const proof = useProof(form);
  const { errors, isSubmitting } = form.formState;
  const chosen = form.watch("permissions");
  const submit = form.handleSubmit(async ({ lasts, addresses, ...typed }) => {
    if (!isOnline) return;
    const expiresAt = lasts === "never" ? null : new Date(Date.now() + Number(lasts) * DAY_MS).toISOString();
    const key = { name: typed.name, permissions: typed.permissions, allowedAddresses: partsOf(addresses), expiresAt };
    try {
      onKey(await createRestrictedKey(session, { ...proofOf(typed), ...key }));
    } catch (error) {
      if (!isOutcomeUnknown(error)) return proof.refuse(error);
      onUnknown();
      form.setError("root", { message: UNKNOWN });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Field label={texts.name} hint={texts.theServerOrJob} error={errors.name?.message}>
          {(field) => (
            <Input
              {...field}
              {...form.register("name")}
              autoComplete="off"
              maxLength={60}
              placeholder={texts.payrollServer}
            />
          )}
        </Field>
        {KEY_GROUPS.map((group) => (
          <fieldset key={group.title} className="min-w-0">
            <legend className="mb-1 font-medium">{group.title}</legend>
            {group.permissions.map((permission) => (
              <label key={permission} className="flex min-h-8 items-start gap-2.5 rounded-small py-1.5 max-md:min-h-11">
                <input
                  type="checkbox"
                  value={permission}
                  {...form.register("permissions")}
                  disabled={!can(session, permission)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  {permissionLabel(permission)}{" "}
                  <span className="break-all font-mono text-fg-3 text-id max-md:block">{permission}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        {errors.permissions && <FieldError>{errors.permissions.message}</FieldError>}
        <Field label={texts.allowedAddresses} hint={texts.oneAddressOrRange} error={errors.addresses?.message}>
          {(field) => <Textarea {...field} {...form.register("addresses")} spellCheck={false} className="font-mono" />}
        </Field>
        <RadioChips
          legend={texts.theKeyWorksFor}
          options={LASTS}
          label={(option) => LABELS[option]}
          control={() => form.register("lasts")}
        />
        {proof.fields}
        {errors.root && (
          <Callout role="alert" tone="bad" icon={CircleAlert} title={texts.noKeyWasShown}>
            <p>{errors.root.message}</p>
          </Callout>
        )}
      </SheetBody>
      <SheetFoot>
        <p className="mr-auto text-fg-2 text-xs tabular-nums">
          {isOnline ? countOf(chosen.length, "permission") : <span className="text-wait">{texts.youAreOffline}</span>}
        </p>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" icon={Plus} isBusy={isSubmitting} isBlocked={!isOnline}>
          {texts.createKey}
        </Button>
      </SheetFoot>
    </form>
  );
}

/** What keys may hold, by subject. */
const KEY_GROUPS = PERMISSION_GROUPS.map(({ title, permissions: all }) => ({
  title,
  permissions: all.filter((permission) => permissionsOfKeys.includes(permission)),
})).filter((group) => group.permissions.length > 0);

const UNKNOWN = texts.theAnswerWasLost;
