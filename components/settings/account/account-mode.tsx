"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Hourglass } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { merchantProfileQuery } from "../../../lib/api/settings.ts";
import { can } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { ModeChip } from "../../layout/shell/mode-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { Section } from "../section.tsx";
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
  const review = useQuery(merchantProfileQuery(session)).data?.review;
  const isUnderReview = isSandbox && review !== undefined && (review !== "ENABLED" || !session.emailConfirmed);
  const isBlocked = !maySwitch || isUnderReview;
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
      {maySwitch && isUnderReview && <UnderReview id={id} isEmailConfirmed={session.emailConfirmed} review={review} />}
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

type UnderReviewProps = { id: string; isEmailConfirmed: boolean; review: "PENDING" | "ENABLED" | "DISABLED" };

/** Why the account cannot go live yet, what is missing, and when to expect an answer. */
function UnderReview({ id, isEmailConfirmed, review }: UnderReviewProps) {
  if (isEmailConfirmed) {
    return (
      <Callout tone="wait" icon={Hourglass} title={texts.liveModeIsUnderReview}>
        <p id={id}>{review === "DISABLED" ? texts.reviewWasDeclined : texts.youGetAMail}</p>
      </Callout>
    );
  }
  return (
    <Callout tone="wait" icon={Hourglass} title={texts.confirmYourEmailFirst}>
      <p id={id}>
        {texts.theReviewBeginsAfter}{" "}
        <Link href="/settings/me" className="font-medium underline underline-offset-3">
          {texts.confirmEmail}
        </Link>
      </p>
    </Callout>
  );
}
