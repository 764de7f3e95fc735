"use client";

import { useForm } from "react-hook-form";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { useUpdateSettings } from "../../../lib/api/settings.ts";
import { showRefusal } from "../../layout/page/show-refusal.ts";
import { Field, FieldError } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { SaveRow, useSettingsObstacle } from "./setting-obstacle.tsx";

type Addresses = { sandboxCallbackURL: string; callbackURL: string };

const RULES = {
  maxLength: { value: 2048, message: "This is too long." },
  validate: (text: string) =>
    text.trim() === "" || isAddress(text.trim()) || "Enter an address such as https://shop.example/hooks.",
};

/** One URL for each mode; the service decides whether it may be called. API 6, Webhooks 9. */
export function AccountCallbacksForm({ settings }: { settings: MerchantSettings }) {
  const obstacle = useSettingsObstacle();
  const update = useUpdateSettings();
  // Fields that are not edited follow the saved settings, so that another user's change shows.
  const form = useForm<Addresses>({ values: addressesOf(settings), resetOptions: { keepDirtyValues: true } });
  const { errors, dirtyFields } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    if (obstacle.now !== null) return;
    try {
      // Only edited fields are sent, so another user's change to the others is kept.
      const now = await update.mutateAsync({
        ...(dirtyFields.sandboxCallbackURL && { sandboxCallbackURL: typed.sandboxCallbackURL.trim() || null }),
        ...(dirtyFields.callbackURL && { callbackURL: typed.callbackURL.trim() || null }),
      });
      form.reset(addressesOf(now));
      showToast({ title: "Callback addresses saved" });
    } catch (error) {
      showRefusal(form, error);
    }
  });
  const address = (name: keyof Addresses, label: string) => (
    <Field label={label} error={errors[name]?.message} hint="Empty: none.">
      {(field) => (
        <Input
          {...field}
          {...form.register(name, RULES)}
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
      {address("sandboxCallbackURL", "In the sandbox")}
      {address("callbackURL", "In live mode")}
      {errors.root && <FieldError>{errors.root.message}</FieldError>}
      <SaveRow isBusy={update.isPending}>Save callback addresses</SaveRow>
    </form>
  );
}

function addressesOf({ sandboxCallbackURL, callbackURL }: MerchantSettings): Addresses {
  return { sandboxCallbackURL: sandboxCallbackURL ?? "", callbackURL: callbackURL ?? "" };
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
