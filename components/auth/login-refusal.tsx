import { Ban, CircleAlert, CloudOff, Lock, MailWarning, UserX } from "lucide-react";
import type { ServiceError } from "../../lib/api/service-error.ts";
import { Callout } from "../ui/callout.tsx";

const REFUSALS = {
  wrong_login: {
    icon: CircleAlert,
    tone: "bad",
    title: "E-mail or password is wrong",
    text: "After five tries in 15 minutes, sign-in pauses.",
  },
  login_locked: {
    icon: Lock,
    tone: "wait",
    title: "Sign-in is paused",
    text: "There were too many failed attempts. Sign-in from here goes on when the time is over.",
  },
  no_merchant: {
    icon: UserX,
    tone: "wait",
    title: "You belong to no merchant any more",
    text: "Ask to be invited again, or create an account of your own with this e-mail.",
  },
  not_verified: {
    icon: MailWarning,
    tone: "wait",
    title: "This account is not verified yet",
    text: "A new activation code is on its way to this e-mail. Verify the account with it, then sign in.",
  },
  service_unreachable: {
    icon: CloudOff,
    tone: "bad",
    title: "The service does not answer",
    text: "Nothing is wrong with your password. Try again in a moment.",
  },
} as const;

type Refusal = keyof typeof REFUSALS;

/** The platform stopped the merchant; `reason` is the service's sentence. Decision 0074. */
export function SuspendedCallout({ reason }: { reason: string }) {
  return (
    <Callout role="alert" tone="bad" icon={Ban} title="This merchant is suspended">
      <p>{reason} Ask your contact at the platform what to do. Nothing is lost, and money can still come in.</p>
    </Callout>
  );
}

/** Why sign-in failed and what to do next. Dashboard 2.5. */
export function LoginRefusal({ refusal, isPaused }: { refusal: ServiceError; isPaused: boolean }) {
  const isKnown = (code: string): code is Refusal => code in REFUSALS;
  if (refusal.code === "login_locked" && !isPaused) {
    return (
      <Callout role="status" tone="info" icon={Lock} title="The pause is over">
        <p>You can try again now.</p>
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
