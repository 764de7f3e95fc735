import type { Metadata } from "next";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { ResetForm } from "../../../components/auth/reset-form.tsx";

export const metadata: Metadata = { title: "Set a new password" };

export default function ResetPage() {
  return (
    <>
      <AuthHead title="Set a new password">All your sessions end when it is changed.</AuthHead>
      <ResetForm />
      <p>
        <AuthLink href="/login">Back to sign in</AuthLink>
      </p>
    </>
  );
}
