"use client";

import { Check, Fingerprint, Lock } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { WalletParty } from "../controls/wallet-party.tsx";
import { isIdentityFreeze } from "../controls/wallet-status.ts";
import { BvnStep } from "./bvn-step.tsx";
import { type KycState, type KycStep, type KycStepId, kycPlan } from "./kyc-plan.ts";
import { NinStep } from "./nin-step.tsx";
import { texts } from "./texts.ts";
import { TierLimits, TierStep } from "./tier-step.tsx";

const titles: Record<KycStepId, string> = {
  bvn: texts.lookUpTheBvn,
  phone: texts.phoneNumber,
  tier2: texts.raiseToTier2,
  nin: texts.linkTheNin,
  tier3: texts.raiseToTier3,
};

const states: Record<KycState, string> = {
  done: "done",
  next: "next",
  open: "possible",
  blocked: "blocked",
  info: texts.forTheCustomer,
};

type KycSheetBodyProps = { wallet: Wallet; asOf: number; onClose: () => void };

/** The steps from Tier 1 to Tier 3, each naming what is missing before anything is pressed. Dashboard 5.5. */
export function KycSheetBody({ wallet, asOf, onClose }: KycSheetBodyProps) {
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const report = (text: string) => {
    setAnnouncement(text);
    // The focused element may have disappeared with its step.
    list.current?.focus();
  };
  return (
    <>
      <SheetBody>
        <WalletParty wallet={wallet} asOf={asOf} />
        {isIdentityFreeze(wallet) && (
          <Callout tone="bad" icon={Fingerprint} title={texts.frozenByAnIdentity(wallet.reason ?? texts.noReasonGiven)}>
            <p>{texts.askTheCustomerForThe}</p>
          </Callout>
        )}
        <ol ref={list} tabIndex={-1} aria-label={texts.steps} className="rounded-control outline-none">
          {kycPlan(wallet).map((step, index) => (
            <Step key={step.id} step={step} number={index + 1}>
              <StepBody step={step} wallet={wallet} onReport={report} />
            </Step>
          ))}
        </ol>
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </SheetBody>
      <SheetFoot>
        <Button onClick={onClose}>{texts.close}</Button>
      </SheetFoot>
    </>
  );
}

type StepBodyProps = { step: KycStep; wallet: Wallet; onReport: (text: string) => void };

function StepBody({ step, wallet, onReport }: StepBodyProps) {
  if (step.state === "done") return <p className="text-fg-2">{doneText(step.id, wallet)}</p>;
  if (step.state === "blocked") {
    return (
      <>
        <p className="text-fg-2">{step.why}</p>
        {(step.id === "tier2" || step.id === "tier3") && <TierLimits wallet={wallet} tier={tierOf(step.id)} />}
      </>
    );
  }
  switch (step.id) {
    case "bvn":
      return <BvnStep wallet={wallet} onReport={onReport} />;
    case "nin":
      return <NinStep wallet={wallet} isNext={step.state === "next"} onReport={onReport} />;
    case "phone":
      return <p className="text-fg-2">{texts.notVerifiedTheCustomer}</p>;
    default:
      return <TierStep wallet={wallet} tier={tierOf(step.id)} isNext={step.state === "next"} onReport={onReport} />;
  }
}

function tierOf(id: "tier2" | "tier3") {
  return id === "tier2" ? "TIER_2" : "TIER_3";
}

function doneText(id: KycStepId, wallet: Wallet): string {
  if (id === "bvn") return texts.linkedAndVerified;
  if (id === "nin") return texts.linkedAndVerified;
  if (id === "phone") return texts.verifiedByTheCustomer;
  return id === "tier2" && wallet.tier === "TIER_3" ? texts.passed : texts.reached;
}

const classes: Record<KycState, string> = {
  done: "bg-ok-tint text-ok",
  next: "bg-fg text-panel",
  open: "bg-mute-tint text-mute",
  blocked: "bg-mute-tint text-mute",
  info: "bg-mute-tint text-mute",
};

function Step({ step: { id, state }, number, children }: { step: KycStep; number: number; children: ReactNode }) {
  return (
    <li aria-current={state === "next" ? "step" : undefined} className="group relative flex gap-3 pb-6 last:pb-0">
      <span aria-hidden className="absolute top-7 bottom-1 left-[11.5px] w-px bg-line group-last:hidden" />
      <span
        aria-hidden
        className={classNames(
          "grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums",
          classes[state],
        )}
      >
        {state === "done" ? <Icon of={Check} size={12} /> : state === "blocked" ? <Icon of={Lock} size={12} /> : number}
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <h3 className="flex min-h-6 items-center font-semibold">
          {titles[id]}
          <span className="sr-only">, {states[state]}</span>
        </h3>
        {children}
      </div>
    </li>
  );
}
