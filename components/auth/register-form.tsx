"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import { registerMerchant } from "../../lib/api/account.ts";
import { useDraft } from "../layout/hooks/use-draft.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { contractResolver } from "../ui/contract-resolver.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NewPasswordField } from "../ui/new-password-field.tsx";
import { AuthForm } from "./auth-form.tsx";
import { FIELD_TEXTS } from "./field-texts.ts";
import { savePendingAccount } from "./pending-account.ts";
import { texts } from "./texts.ts";

const resolver = contractResolver(merchantAccountEndpoints.registerMerchant.body, FIELD_TEXTS);
const EMPTY = { firstName: "", lastName: "", email: "", phoneNumber: "", businessName: "", businessType: "" };

/** Registers a user and their business. All fields except the password survive a reload. Dashboard 2.5. */
export function RegisterForm() {
  const router = useRouter();
  const { draft, keep, drop } = useDraft("draft:register", EMPTY);
  const form = useForm({ resolver });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  useEffect(() => {
    // Fill empty fields only, so that text typed before hydration stays.
    for (const name of Object.keys(EMPTY) as (keyof typeof EMPTY)[]) {
      if (draft[name] !== "" && !form.getValues(name)) form.setValue(name, draft[name]);
    }
  }, [draft, form]);

  const submit = form.handleSubmit(async (input) => {
    try {
      await registerMerchant(input);
    } catch (error) {
      return showRefusal(form, error);
    }
    drop();
    savePendingAccount({ email: input.email, password: input.password });
    router.push("/activate");
  });
  const control = (name: keyof typeof EMPTY) =>
    form.register(name, {
      onChange: () => {
        const { password: _never, ...rest } = form.getValues();
        keep(rest);
      },
    });
  const [firstName, lastName, email, businessName] = form.watch(["firstName", "lastName", "email", "businessName"]);
  const words = [firstName, lastName, businessName, email?.split("@")[0]].map((word) => word ?? "");

  return (
    <AuthForm
      action={texts.createAccount}
      isBusy={isSubmitting || (isSubmitSuccessful && !errors.root)}
      problem={errors.root?.message}
      problemTitle={texts.theAccountWasNotCreated}
      onSubmit={submit}
    >
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-4">
        <Field label={texts.firstName} error={errors.firstName?.message}>
          {(field) => <Input {...field} {...control("firstName")} autoComplete="given-name" autoFocus />}
        </Field>
        <Field label={texts.lastName} error={errors.lastName?.message}>
          {(field) => <Input {...field} {...control("lastName")} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label={texts.eMail} error={errors.email?.message} hint={texts.anActivationCodeGoes}>
        {(field) => <Input {...field} {...control("email")} type="email" autoComplete="username" />}
      </Field>
      <Field label={texts.phoneNumber} error={errors.phoneNumber?.message}>
        {(field) => <Input {...field} {...control("phoneNumber")} type="tel" autoComplete="tel" />}
      </Field>
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-4">
        <Field label={texts.businessName} error={errors.businessName?.message}>
          {(field) => <Input {...field} {...control("businessName")} autoComplete="organization" />}
        </Field>
        <Field label={texts.kindOfBusiness} error={errors.businessType?.message} hint={texts.suchAsRetailOr}>
          {(field) => <Input {...field} {...control("businessType")} autoComplete="off" />}
        </Field>
      </div>
      <NewPasswordField
        label={texts.password}
        typed={form.watch("password") ?? ""}
        words={words}
        error={errors.password?.message}
        control={form.register("password")}
      />
    </AuthForm>
  );
}
