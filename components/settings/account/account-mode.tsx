"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, CircleAlert, Hourglass, type LucideIcon } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { BusinessVerification } from "../../../contract/business-verification.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { verificationQuery } from "../../../lib/api/verification.ts";
import { can } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { ModeChip } from "../../layout/shell/mode-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { When } from "../../ui/when.tsx";
import { Section } from "../section.tsx";
import { documentTexts } from "../verification/document-texts.ts";
import { Obstacle } from "./setting-obstacle.tsx";
import { texts } from "./texts.ts";

const AccountModeSheet = lazySheet(() => import("./account-mode-sheet.tsx").then((module) => module.AccountModeSheet));

/** The account's mode and the switch to the other one. `funds` is the button for test money. Dashboard 5.9. */
export function AccountMode({ funds }: { funds: ReactNode }) {
  const session = useSession();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const maySwitch = can(session, "SWITCH_ACCOUNT_MODE");
  const isSandbox = session.mode === "SANDBOX";
  const verification = useQuery({ ...verificationQuery(session), enabled: maySwitch && isSandbox }).data;
  const notYet = isSandbox && verification?.canGoLive === false ? verification : undefined;
  const isBlocked = !maySwitch || notYet !== undefined;
  return (
    <Section title={texts.mode} about={texts.theWholeAccountIs}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex items-center gap-2.5">
          <ModeChip mode={session.mode} />
          <span>{isSandbox ? texts.noRealMoneyMoves : texts.realMoneyMoves}</span>
        </p>
        <Button
          icon={ArrowLeftRight}
          isBlocked={isBlocked}
          aria-describedby={isBlocked ? id : undefined}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {isSandbox ? texts.switchToLive : texts.switchToSandbox}
        </Button>
      </div>
      {!maySwitch && <Obstacle id={id}>{texts.yourRoleRoleCannot(session.role)}</Obstacle>}
      {maySwitch && notYet && <NotYet id={id} verification={notYet} />}
      {isSandbox && (
        <div className="flex flex-wrap items-center justify-between gap-4 border-t pt-5">
          <p>{texts.playMoneyForThe}</p>
          <div>{funds}</div>
        </div>
      )}
      <AccountModeSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}

/** Why the account cannot go live yet, what is missing, and when to expect an answer. Decision 0127. */
function NotYet({ id, verification }: { id: string; verification: BusinessVerification }) {
  const { title, icon, text, link } = reasonOf(verification);
  return (
    <Callout tone="wait" icon={icon} title={title}>
      <p id={id}>
        {text}
        {verification.answerBy && (
          <>
            {texts.expectAnAnswerBy} <When at={verification.answerBy} isLong />. {texts.youGetAMail}
          </>
        )}
      </p>
      {link && (
        <p>
          <Link href={link.href} className="font-medium underline underline-offset-3">
            {link.word}
          </Link>
        </p>
      )}
    </Callout>
  );
}

type Reason = { title: string; icon: LucideIcon; text: string | null; link: { href: string; word: string } | null };

function reasonOf({ state, emailConfirmed, canSubmit, missing, answerBy }: BusinessVerification): Reason {
  const names = missing.map((kind) => documentTexts[kind].name).join(", ");
  const link = { href: "/settings/verification", word: texts.businessVerification };
  if (state === "declined") {
    return { title: texts.declined, icon: CircleAlert, text: texts.reviewWasDeclined, link: null };
  }
  if (!emailConfirmed) {
    const confirm = { href: "/settings/me", word: texts.confirmEmail };
    return { title: texts.confirmYourEmailFirst, icon: Hourglass, text: texts.theReviewBeginsAfter, link: confirm };
  }
  if (state === "changes_needed") {
    return { title: texts.aDocumentWasRefused, icon: CircleAlert, text: texts.uploadAnother(names), link };
  }
  if (state === "under_review") {
    const text = answerBy === null ? texts.youGetAMail : null;
    return { title: texts.liveModeIsUnderReview, icon: Hourglass, text, link };
  }
  const text = canSubmit ? texts.documentsNotSubmitted : texts.documentsMissing(names);
  return { title: texts.verifyYourBusinessFirst, icon: Hourglass, text, link };
}
