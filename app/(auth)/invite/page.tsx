import type { Metadata } from "next";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { InviteForm } from "../../../components/auth/invite-form.tsx";

export const metadata: Metadata = { title: "Join your team" };

export default function InvitePage() {
  return (
    <>
      <AuthHead title="Join your team">You were invited by e-mail.</AuthHead>
      <InviteForm />
      <p className="wide-form text-fg-2">
        Joined already? <AuthLink href="/login">Sign in</AuthLink>
      </p>
    </>
  );
}
