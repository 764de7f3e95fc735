"use client";

import { useId } from "react";
import { useForm } from "react-hook-form";
import type { MerchantSettings } from "../../contract/merchant-settings.ts";
import { useUpdateSettings } from "../../lib/api/settings.ts";
import { showRefusal } from "../layout/show-refusal.ts";
import { useOnline } from "../layout/use-online.ts";
import { Button } from "../ui/button.tsx";
import { Field, FieldError } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { showToast } from "../ui/toast-store.ts";
import { Obstacle, useSettingsObstacle } from "./setting-obstacle.tsx";

type Addresses = { sandboxCallbackURL: string; callbackURL: string };

const RULES = {
  maxLength: { value: 2048, message: "This is too long." },
  validate: (text: string) =>
    text.trim() === "" || isAddress(text.trim()) || "Enter an address such as https://shop.example/hooks.",
};

/** One address for each mode; the service says whether it may be called. Api 6, webhooks 9. */
export function AccountCallbacksForm({ settings }: { settings: MerchantSettings }) {
  const id = useId();
  const obstacle = useSettingsObstacle();
  const isOnline = useOnline();
  const update = useUpdateSettings();
  const form = useForm<Addresses>({
    defaultValues: {
      sandboxCallbackURL: settings.sandboxCallbackURL ?? "",
      callbackURL: settings.callbackURL ?? "",
    },
  });
  const { errors, dirtyFields } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    if (obstacle !== null || !isOnline) return;
    try {
      // Only what was typed is sent: what a colleague changed meanwhile stays as they left it.
      const now = await update.mutateAsync({
        ...(dirtyFields.sandboxCallbackURL && { sandboxCallbackURL: typed.sandboxCallbackURL.trim() || null }),
        ...(dirtyFields.callbackURL && { callbackURL: typed.callbackURL.trim() || null }),
      });
      form.reset({ sandboxCallbackURL: now.sandboxCallbackURL ?? "", callbackURL: now.callbackURL ?? "" });
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
          readOnly={obstacle !== null}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {address("sandboxCallbackURL", "In the sandbox")}
      {address("callbackURL", "In live mode")}
      {errors.root && <FieldError>{errors.root.message}</FieldError>}
      <div className="grid justify-items-start gap-2">
        <Button
          type="submit"
          isBusy={update.isPending}
          isBlocked={obstacle !== null || !isOnline}
          aria-describedby={obstacle === null ? undefined : id}
        >
          Save callback addresses
        </Button>
        {obstacle !== null && <Obstacle id={id}>{obstacle}</Obstacle>}
      </div>
    </form>
  );
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
