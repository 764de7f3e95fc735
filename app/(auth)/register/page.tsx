import type { Metadata } from "next";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { RegisterForm } from "../../../components/auth/register-form.tsx";

export const metadata: Metadata = { title: "Create an account" };

export default function RegisterPage() {
  return (
    <>
      <AuthHead title="Create an account">You begin in the sandbox: no real money.</AuthHead>
      <RegisterForm />
      <p className="wide-form text-fg-2">
        Have an account? <AuthLink href="/login">Sign in</AuthLink>
      </p>
    </>
  );
}
