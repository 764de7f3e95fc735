"use client";

import { useForm } from "react-hook-form";
import { teamEndpoints } from "../../contract/team.ts";
import { acceptInvitation } from "../../lib/api/account.ts";
import { useCodeFromLink } from "../layout/hooks/use-code-from-link.ts";
import { showRefusal } from "../layout/page/show-refusal.ts";
import { contractResolver } from "../ui/contract-resolver.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NewPasswordField } from "../ui/new-password-field.tsx";
import { AuthForm } from "./auth-form.tsx";
import { EmailCodeField } from "./email-code-field.tsx";
import { FIELD_TEXTS } from "./field-texts.ts";
import { SignInToContinue } from "./sign-in-to-continue.tsx";
import { texts } from "./texts.ts";
import { useAutomaticSignIn } from "./use-automatic-sign-in.ts";

const resolver = contractResolver(teamEndpoints.acceptInvitation.body, FIELD_TEXTS);
const FIELD_OF_CODE = { code_invalid: "invitationCode", member_exists: "password" } as const;

/** Accepts an invitation. An existing user keeps their name and password and confirms with that password. Wire 5. */
export function InviteForm() {
  const form = useForm({ resolver });
  const { signInStart, signInOrAsk } = useAutomaticSignIn();
  const { errors, isSubmitting } = form.formState;
  useCodeFromLink((code) => {
    form.clearErrors();
    form.setValue("invitationCode", code);
    form.setFocus("firstName");
  });
  const submit = form.handleSubmit(async (input) => {
    let email: string;
    try {
      ({ email } = await acceptInvitation(input));
    } catch (error) {
      return showRefusal(form, error, FIELD_OF_CODE);
    }
    await signInOrAsk({ email, password: input.password });
  });
  if (signInStart) {
    return <SignInToContinue title={texts.youAreInThe} text={texts.signInWithThe} start={signInStart} />;
  }
  const [firstName, lastName] = form.watch(["firstName", "lastName"]);
  return (
    <AuthForm
      action={texts.joinTheTeam}
      isBusy={isSubmitting}
      problem={errors.root?.message}
      problemTitle={texts.theInvitationWasNot}
      onSubmit={submit}
    >
      <EmailCodeField error={errors.invitationCode?.message} control={form.register("invitationCode")} />
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-4">
        <Field label={texts.firstName} error={errors.firstName?.message}>
          {(field) => <Input {...field} {...form.register("firstName")} autoComplete="given-name" />}
        </Field>
        <Field label={texts.lastName} error={errors.lastName?.message}>
          {(field) => <Input {...field} {...form.register("lastName")} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label={texts.phoneNumber} error={errors.phoneNumber?.message}>
        {(field) => <Input {...field} {...form.register("phoneNumber")} type="tel" autoComplete="tel" />}
      </Field>
      <NewPasswordField
        label={texts.password}
        typed={form.watch("password") ?? ""}
        words={[firstName ?? "", lastName ?? ""]}
        error={errors.password?.message}
        control={form.register("password")}
      />
      <p className="-mt-3 text-fg-2 text-xs">{texts.haveAnAccountWith}</p>
    </AuthForm>
  );
}
