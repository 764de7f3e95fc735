"use client";

import { useForm } from "react-hook-form";
import * as z from "zod";
import { type MerchantSettings, merchantSettingsEndpoints } from "../../../contract/merchant-settings.ts";
import { useUpdateSettings } from "../../../lib/api/settings.ts";
import { showRefusal } from "../../layout/page/show-refusal.ts";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Field, FieldError } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { SaveRow, useSettingsObstacle } from "./setting-obstacle.tsx";
import { texts } from "./texts.ts";

// An empty field removes the URL.
const Address = z
  .string()
  .trim()
  .transform((text) => text || null)
  .pipe(merchantSettingsEndpoints.updateSettings.body.shape.callbackURL.unwrap());
const AddressForm = z.object({ sandboxCallbackURL: Address, callbackURL: Address });
type Addresses = z.input<typeof AddressForm>;

const TEXTS = { missing: "", invalid: texts.enterAnAddressSuch };
const resolver = contractResolver(AddressForm, { sandboxCallbackURL: TEXTS, callbackURL: TEXTS });

/** One URL for each mode; the service decides whether it may be called. API 6, Webhooks 9. */
export function AccountCallbacksForm({ settings }: { settings: MerchantSettings }) {
  const obstacle = useSettingsObstacle();
  const update = useUpdateSettings();
  // Fields that are not edited follow the saved settings, so that another user's change shows.
  const form = useForm({ resolver, values: addressesOf(settings), resetOptions: { keepDirtyValues: true } });
  const { errors, dirtyFields } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    if (obstacle.now !== null) return;
    try {
      // Only edited fields are sent, so another user's change to the others is kept.
      const now = await update.mutateAsync({
        ...(dirtyFields.sandboxCallbackURL && { sandboxCallbackURL: typed.sandboxCallbackURL ?? null }),
        ...(dirtyFields.callbackURL && { callbackURL: typed.callbackURL ?? null }),
      });
      form.reset(addressesOf(now));
      showToast({ title: texts.callbackAddressesSaved });
    } catch (error) {
      showRefusal(form, error);
    }
  });
  const address = (name: keyof Addresses, label: string) => (
    <Field label={label} error={errors[name]?.message} hint={texts.emptyNone}>
      {(field) => (
        <Input
          {...field}
          {...form.register(name)}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          readOnly={obstacle.role !== null}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {address("sandboxCallbackURL", texts.inTheSandbox)}
      {address("callbackURL", texts.inLiveMode)}
      {errors.root && <FieldError>{errors.root.message}</FieldError>}
      <SaveRow isBusy={update.isPending}>{texts.saveCallbackAddresses}</SaveRow>
    </form>
  );
}

function addressesOf({ sandboxCallbackURL, callbackURL }: MerchantSettings): Addresses {
  return { sandboxCallbackURL: sandboxCallbackURL ?? "", callbackURL: callbackURL ?? "" };
}
