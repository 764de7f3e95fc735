"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { type Registration, registerMerchant } from "../../lib/api/account.ts";
import { useDraft } from "../layout/hooks/use-draft.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NewPasswordField } from "../ui/new-password-field.tsx";
import { ACCOUNT_RULES } from "./account-rules.ts";
import { AuthForm } from "./auth-form.tsx";
import { rememberNewcomer } from "./newcomer.ts";

const EMPTY = { firstName: "", lastName: "", email: "", phoneNumber: "", businessName: "", businessType: "" };

/** Who one is and what the business is; all but the password survives a reload. Dashboard 2.5. */
export function RegisterForm() {
  const router = useRouter();
  const { draft, keep, drop } = useDraft("draft:register", EMPTY);
  const form = useForm<Registration>();
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  useEffect(() => {
    // Only what is empty: what was typed before this page came alive stays.
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
    rememberNewcomer({ email: input.email, password: input.password });
    router.push("/activate");
  });
  const control = (name: keyof typeof EMPTY) =>
    form.register(name, {
      ...ACCOUNT_RULES[name],
      onChange: () => {
        const { password: _never, ...rest } = form.getValues();
        keep(rest);
      },
    });
  const [firstName, lastName, email, businessName] = form.watch(["firstName", "lastName", "email", "businessName"]);
  const words = [firstName, lastName, businessName, email?.split("@")[0]].map((word) => word ?? "");

  return (
    <AuthForm
      action="Create account"
      isBusy={isSubmitting || (isSubmitSuccessful && !errors.root)}
      problem={errors.root?.message}
      problemTitle="The account was not created"
      onSubmit={submit}
    >
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-4">
        <Field label="First name" error={errors.firstName?.message}>
          {(field) => <Input {...field} {...control("firstName")} autoComplete="given-name" autoFocus />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(field) => <Input {...field} {...control("lastName")} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="E-mail" error={errors.email?.message} hint="The activation code goes there.">
        {(field) => <Input {...field} {...control("email")} type="email" autoComplete="username" />}
      </Field>
      <Field label="Phone number" error={errors.phoneNumber?.message}>
        {(field) => <Input {...field} {...control("phoneNumber")} type="tel" autoComplete="tel" />}
      </Field>
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-4">
        <Field label="Business name" error={errors.businessName?.message}>
          {(field) => <Input {...field} {...control("businessName")} autoComplete="organization" />}
        </Field>
        <Field label="Kind of business" error={errors.businessType?.message} hint="Such as retail or logistics">
          {(field) => <Input {...field} {...control("businessType")} autoComplete="off" />}
        </Field>
      </div>
      <NewPasswordField
        label="Password"
        typed={form.watch("password") ?? ""}
        words={words}
        error={errors.password?.message}
        control={form.register("password", ACCOUNT_RULES.password)}
      />
    </AuthForm>
  );
}
