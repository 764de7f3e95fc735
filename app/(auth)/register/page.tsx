import type { Metadata } from "next";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { RegisterForm } from "../../../components/auth/register-form.tsx";
import { texts } from "../texts.ts";

export const metadata: Metadata = { title: texts.createAnAccount };

export default function RegisterPage() {
  return (
    <>
      <AuthHead title={texts.createAnAccount}>{texts.youBeginInThe}</AuthHead>
      <RegisterForm />
      <p className="wide-form text-fg-2">
        {texts.haveAnAccount} <AuthLink href="/login">{texts.signIn}</AuthLink>
      </p>
    </>
  );
}
