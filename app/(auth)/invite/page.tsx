import type { Metadata } from "next";
import { AuthLink } from "../../../components/auth/auth-form.tsx";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { InviteForm } from "../../../components/auth/invite-form.tsx";
import { texts } from "../texts.ts";

export const metadata: Metadata = { title: texts.joinYourTeam };

export default function InvitePage() {
  return (
    <>
      <AuthHead title={texts.joinYourTeam}>{texts.youWereInvitedBy}</AuthHead>
      <InviteForm />
      <p className="wide-form text-fg-2">
        {texts.joinedAlready} <AuthLink href="/login">{texts.signIn}</AuthLink>
      </p>
    </>
  );
}
