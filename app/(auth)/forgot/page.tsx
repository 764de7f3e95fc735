import type { Metadata } from "next";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { ForgotForm } from "../../../components/auth/forgot-form.tsx";
import { texts } from "../texts.ts";

export const metadata: Metadata = { title: texts.forgotYourPassword };

export default function ForgotPage() {
  return (
    <>
      <AuthHead title={texts.forgotYourPassword}>{texts.weSendACode}</AuthHead>
      <ForgotForm />
      <p>
        <AuthLink href="/login">{texts.backToSignIn}</AuthLink>
      </p>
    </>
  );
}
