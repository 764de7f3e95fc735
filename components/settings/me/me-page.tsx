"use client";

import type { ReactNode } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { PageHead } from "../../layout/page/page-head.tsx";
import { Passkeys } from "../passkeys/passkeys.tsx";
import { Section } from "../section.tsx";
import { TwoFactor } from "../two-factor/two-factor.tsx";
import { ApprovalMailsForm } from "./approval-mails-form.tsx";
import { EmailForm } from "./email-form.tsx";
import { FailedSignIns } from "./failed-sign-ins.tsx";
import { FirstStepsForm } from "./first-steps-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PreferencesForm } from "./preferences-form.tsx";
import { SessionsList } from "./sessions-list.tsx";
import { texts } from "./texts.ts";

/** The user's own settings, independent of the merchant. `weeklyMail` is the switch of the weekly report. Dashboard 2.5. */
export function MePage({ weeklyMail }: { weeklyMail: ReactNode }) {
  const session = useSession();
  const { firstName, lastName, email, role } = session;
  return (
    <>
      <PageHead title={texts.you} sub={`${firstName} ${lastName} · ${email} · ${role}`} />
      <div className="mt-2">
        <Section title={texts.eMail} about={texts.aConfirmedEMail}>
          <EmailForm />
        </Section>
        <Section title={texts.password} about={texts.allYourOtherSessions}>
          <PasswordForm />
        </Section>
        <Section title={texts.twoFactorSignIn} about={texts.aCodeOfYour}>
          <TwoFactor />
        </Section>
        <Section title={texts.passkeys} about={texts.signInWithYour}>
          <Passkeys />
        </Section>
        <Section title={texts.whereYouAreSigned} about={texts.endWhatYouDo}>
          <SessionsList />
        </Section>
        <Section title={texts.failedSignIns2} about={texts.refusedTriesToSign}>
          <FailedSignIns />
        </Section>
        {can(session, "APPROVE_TRANSFER") && (
          <Section title={texts.mailsAboutApprovals} about={texts.mailsAboutApprovalsAbout}>
            <ApprovalMailsForm />
          </Section>
        )}
        {can(session, "BROWSE_TRANSACTIONS") && (
          <Section title={texts.weeklyReport} about={texts.weeklyReportAbout}>
            {weeklyMail}
          </Section>
        )}
        <Section title={texts.firstSteps} about={texts.firstStepsAbout}>
          <FirstStepsForm />
        </Section>
        <Section title={texts.preferences} about={texts.ofThisBrowserOnly}>
          <PreferencesForm />
        </Section>
      </div>
    </>
  );
}
