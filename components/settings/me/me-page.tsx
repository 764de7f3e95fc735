"use client";

import { useSession } from "../../../lib/api/session-provider.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { Passkeys } from "../passkeys/passkeys.tsx";
import { Section } from "../section.tsx";
import { TwoFactor } from "../two-factor/two-factor.tsx";
import { EmailForm } from "./email-form.tsx";
import { FailedSignIns } from "./failed-sign-ins.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PreferencesForm } from "./preferences-form.tsx";
import { SessionsList } from "./sessions-list.tsx";

/** The user's own settings, independent of the merchant. Dashboard 2.5. */
export function MePage() {
  const { firstName, lastName, email, role } = useSession();
  return (
    <>
      <PageHead title="You" sub={`${firstName} ${lastName} · ${email} · ${role}`} />
      <div className="mt-2">
        <Section title="E-mail" about="A confirmed e-mail shows that the account belongs to its owner.">
          <EmailForm />
        </Section>
        <Section title="Password" about="All your other sessions end when it is changed.">
          <PasswordForm />
        </Section>
        <Section title="Two-factor sign-in" about="A code of your phone besides the password.">
          <TwoFactor />
        </Section>
        <Section
          title="Passkeys"
          about="Sign in with your fingerprint, face or device PIN. A copied page cannot steal them."
        >
          <Passkeys />
        </Section>
        <Section title="Where you are signed in" about="End what you do not know, and change your password.">
          <SessionsList />
        </Section>
        <Section title="Failed sign-ins" about="Refused tries to sign in as you, in the last 30 days.">
          <FailedSignIns />
        </Section>
        <Section title="Preferences" about="Of this browser only.">
          <PreferencesForm />
        </Section>
      </div>
    </>
  );
}
