"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { authEndpoints } from "../../../contract/auth.ts";
import { changePassword, ownSessionsQuery } from "../../../lib/api/me.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { showRefusal } from "../../layout/page/show-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { FieldError } from "../../ui/field.tsx";
import { NewPasswordField } from "../../ui/new-password-field.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { PasswordField } from "../proof-fields.tsx";
import { texts } from "./texts.ts";

const resolver = contractResolver(authEndpoints.changePassword.body.required({ currentPassword: true }), {
  currentPassword: { missing: texts.enterYourCurrentPassword },
  password: { missing: texts.chooseANewPassword, tooShort: texts.atLeast8Characters },
});
const EMPTY = { currentPassword: "", password: "" };

/** Changes the password with the current one; all other sessions end. Dashboard 2.5. */
export function PasswordForm() {
  const session = useSession();
  const queries = useQueryClient();
  const form = useForm({ resolver, defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    try {
      await changePassword(session, typed);
    } catch (error) {
      return showRefusal(form, error, { wrong_password: "currentPassword" });
    }
    form.reset(EMPTY);
    void queries.invalidateQueries(ownSessionsQuery(session));
    showToast({ title: texts.passwordChangedYourOther });
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <PasswordField
        label={texts.currentPassword}
        error={errors.currentPassword?.message}
        control={form.register("currentPassword")}
      />
      <NewPasswordField
        label={texts.newPassword}
        typed={form.watch("password")}
        words={[session.firstName, session.lastName, session.merchantName]}
        error={errors.password?.message}
        control={form.register("password")}
      />
      {errors.root && <FieldError>{errors.root.message}</FieldError>}
      <Button type="submit" className="justify-self-start" isBusy={isSubmitting}>
        {texts.changePassword}
      </Button>
    </form>
  );
}
