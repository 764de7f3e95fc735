import type { Metadata } from "next";
import { ActivateForm } from "../../../components/auth/activate-form.tsx";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";

export const metadata: Metadata = { title: "Activate your account" };

export default function ActivatePage() {
  return (
    <>
      <AuthHead title="Activate your account">
        We have sent one code to your e-mail and another to your phone. Either opens the account.
      </AuthHead>
      <ActivateForm />
      <p className="text-fg-2">
        Active already? <AuthLink href="/login">Sign in</AuthLink>
      </p>
    </>
  );
}
