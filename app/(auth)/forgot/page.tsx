import type { Metadata } from "next";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { ForgotForm } from "../../../components/auth/forgot-form.tsx";

export const metadata: Metadata = { title: "Forgot your password?" };

export default function ForgotPage() {
  return (
    <>
      <AuthHead title="Forgot your password?">We send a code to set a new one.</AuthHead>
      <ForgotForm />
      <p>
        <AuthLink href="/login">Back to sign in</AuthLink>
      </p>
    </>
  );
}
