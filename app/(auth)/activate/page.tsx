import type { Metadata } from "next";
import { ActivateForm } from "../../../components/auth/activate-form.tsx";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { texts } from "../texts.ts";

export const metadata: Metadata = { title: texts.activateYourAccount };

export default function ActivatePage() {
  return (
    <>
      <AuthHead title={texts.activateYourAccount}>{texts.weHaveSentOne}</AuthHead>
      <ActivateForm />
      <p className="text-fg-2">
        {texts.activeAlready} <AuthLink href="/login">{texts.signIn}</AuthLink>
      </p>
    </>
  );
}
