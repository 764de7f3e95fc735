import { Ban, CircleAlert, CloudOff, Lock, MailWarning, UserX } from "lucide-react";
import type { ServiceError } from "../../lib/api/service-error.ts";
import { Callout } from "../ui/callout.tsx";
import { texts } from "./texts.ts";

const REFUSALS = {
  wrong_login: {
    icon: CircleAlert,
    tone: "bad",
    title: texts.eMailOrPassword,
    text: texts.afterFiveTriesIn,
  },
  login_locked: {
    icon: Lock,
    tone: "wait",
    title: texts.signInIsPaused,
    text: texts.thereWereTooMany,
  },
  no_merchant: {
    icon: UserX,
    tone: "wait",
    title: texts.youBelongToNo,
    text: texts.askToBeInvited,
  },
  not_verified: {
    icon: MailWarning,
    tone: "wait",
    title: texts.thisAccountIsNot,
    text: texts.aNewActivationCode,
  },
  service_unreachable: {
    icon: CloudOff,
    tone: "bad",
    title: texts.theServiceDoesNot,
    text: texts.nothingIsWrongWith,
  },
} as const;

type Refusal = keyof typeof REFUSALS;

/** The platform stopped the merchant; `reason` is the service's sentence. Decision 0074. */
export function SuspendedCallout({ reason }: { reason: string }) {
  return (
    <Callout role="alert" tone="bad" icon={Ban} title={texts.thisMerchantIsSuspended}>
      <p>{texts.reasonAskYourContact(reason)}</p>
    </Callout>
  );
}

/** Why sign-in failed and what to do next. Dashboard 2.5. */
export function LoginRefusal({ refusal, isPaused }: { refusal: ServiceError; isPaused: boolean }) {
  const isKnown = (code: string): code is Refusal => code in REFUSALS;
  if (refusal.code === "login_locked" && !isPaused) {
    return (
      <Callout role="status" tone="info" icon={Lock} title={texts.thePauseIsOver}>
        <p>{texts.youCanTryAgain}</p>
      </Callout>
    );
  }
  if (refusal.code === "merchant_suspended") return <SuspendedCallout reason={refusal.message} />;
  const { icon, tone, title, text } = REFUSALS[isKnown(refusal.code) ? refusal.code : "service_unreachable"];
  return (
    <Callout role="alert" tone={tone} icon={icon} title={title}>
      <p>{text}</p>
    </Callout>
  );
}
