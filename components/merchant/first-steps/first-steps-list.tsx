"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, ChevronRight, Lock } from "lucide-react";
import { countQuery } from "../../../lib/api/counts.ts";
import { merchantSettingsQuery, merchantWalletQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { accessKeysQuery, merchantProfileQuery } from "../../../lib/api/settings.ts";
import { can } from "../../../lib/permissions.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { type Beginnings, type FirstStep, firstSteps } from "./first-steps.ts";
import { texts } from "./texts.ts";

/** The steps from an empty account to a live one, each checked off once done. */
export function FirstStepsList({ wallets, transfers }: Pick<Beginnings, "wallets" | "transfers">) {
  const session = useSession();
  const steps = firstSteps({ ...useBeginnings(), wallets, transfers });
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="steps" className="-mx-pad mt-6 border-t px-pad pt-5">
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <h2 id="steps" className="font-semibold text-md">
          {texts.firstSteps}
        </h2>
        <p className="text-fg-2 text-xs tabular-nums">{texts.doneOfCountDone(done, steps.length)}</p>
      </div>
      <ol className="-mx-pad grid md:grid-cols-2">
        {steps.map((step) => (
          <li key={step.title}>
            <Step step={step} isOpen={can(session, step.permission)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function useBeginnings(): Omit<Beginnings, "wallets" | "transfers"> {
  const session = useSession();
  const wallet = useQuery({ ...merchantWalletQuery(session), enabled: can(session, "BROWSE_MERCHANT_WALLET") });
  const members = useQuery({ ...countQuery(session, "members"), enabled: can(session, "BROWSE_TEAM_MEMBER") });
  const invited = useQuery({ ...countQuery(session, "invitations"), enabled: can(session, "INVITE_TEAM_MEMBER") });
  const credits = useQuery({ ...countQuery(session, "credits"), enabled: can(session, "BROWSE_TRANSACTIONS") });
  const keys = useQuery({ ...accessKeysQuery(session), enabled: can(session, "BROWSE_KEYS") });
  const settings = useQuery(merchantSettingsQuery(session)).data;
  const profile = useQuery(merchantProfileQuery(session)).data;
  return {
    isSandbox: session.mode === "SANDBOX",
    balance: wallet.data?.availableBalance,
    credits: credits.data,
    people: members.data === undefined ? undefined : members.data + (invited.data ?? 0),
    isKeyUsed: keys.data?.some(({ lastUsedAt }) => lastUsedAt !== null),
    hasCallback: settings && (settings.callbackURL ?? settings.sandboxCallbackURL) !== null,
    isReviewed: profile && profile.review === "ENABLED",
  };
}

function Step({ step, isOpen }: { step: FirstStep; isOpen: boolean }) {
  const { title, text, href, isDone } = step;
  const mark = (
    <span
      className={classNames(
        "grid size-6 shrink-0 place-items-center rounded-full",
        isDone ? "bg-ok-tint text-ok" : "bg-mute-tint text-mute",
      )}
    >
      {isDone ? <Icon of={Check} size={14} /> : <Icon of={isOpen ? ChevronRight : Lock} size={14} />}
    </span>
  );
  const content = (
    <span className="min-w-0 flex-1">
      <span className="block font-medium">
        {title}
        {isDone && <span className="sr-only">{texts.done}</span>}
      </span>
      <span className="block text-fg-2">{isOpen ? text : texts.yourRoleCannotDo}</span>
    </span>
  );
  if (!isOpen) {
    return (
      <div className="flex items-start gap-3 px-pad py-3 text-fg-2">
        {mark}
        {content}
      </div>
    );
  }
  return (
    <Link href={href} className="flex items-start gap-3 px-pad py-3 outline-offset-[-2px] hover:bg-subtle">
      {mark}
      {content}
    </Link>
  );
}
