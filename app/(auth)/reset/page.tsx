import type { Metadata } from "next";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { ResetForm } from "../../../components/auth/reset-form.tsx";
import { texts } from "../texts.ts";

export const metadata: Metadata = { title: texts.setANewPassword };

export default function ResetPage() {
  return (
    <>
      <AuthHead title={texts.setANewPassword}>{texts.allYourSessionsEnd}</AuthHead>
      <ResetForm />
      <p>
        <AuthLink href="/login">{texts.backToSignIn}</AuthLink>
      </p>
    </>
  );
}
