import { CircleAlert, CloudOff, Fingerprint } from "lucide-react";
import { isOutcomeUnknown, problemText, ServiceError } from "../../../lib/api/service-error.ts";
import { RequestId } from "../../layout/page/load-problem.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { texts } from "./texts.ts";

/** Errors about the number itself, shown at its field. */
export function numberProblem(error: unknown, kind: "bvn" | "nin"): string | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.code === "bvn_not_found") return texts.theRegistryHasNo;
  return error.fields.find(({ field }) => field === kind)?.message;
}

/** A failed call: an outage changed nothing; a number of another customer links to them. Dashboard 5.5. */
export function IdentityProblem({ error, title }: { error: unknown; title: string }) {
  const failure = error instanceof ServiceError ? error : undefined;
  if (failure?.code === "registry_unavailable") {
    return (
      <Callout role="alert" tone="wait" icon={CloudOff} title={texts.theRegistryDoesNot}>
        <p>{texts.nothingWasChangedTry}</p>
        <RequestId error={error} />
      </Callout>
    );
  }
  const holder = failure?.fields.find(({ customerId }) => typeof customerId === "string")?.customerId;
  const isUnknown = isOutcomeUnknown(error);
  return (
    <Callout
      role="alert"
      tone={isUnknown ? "wait" : "bad"}
      icon={CircleAlert}
      title={isUnknown ? texts.notKnownYet : title}
    >
      <p>
        {isUnknown ? texts.thereWasNoAnswer : problemText(error)}
        {typeof holder === "string" && (
          <>
            {" "}
            <Link
              href={`/wallets/${holder}`}
              className="rounded-small font-medium text-accent underline underline-offset-2"
            >
              {texts.openTheirWallet}
            </Link>
          </>
        )}
      </p>
      <RequestId error={error} />
    </Callout>
  );
}

/** The service refused to link the number. Spec 3.1. */
export function FailedCheck({ label }: { label: "BVN" | "NIN" }) {
  return (
    <Callout role="alert" tone="bad" icon={Fingerprint} title={texts.theLabelFailedIts(label)}>
      <p>{texts.itWasNotLinked}</p>
    </Callout>
  );
}
