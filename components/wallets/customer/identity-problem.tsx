import { CircleAlert, CloudOff, Fingerprint } from "lucide-react";
import Link from "next/link";
import { isOutcomeUnknown, problemText, ServiceError } from "../../../lib/api/service-error.ts";
import { RequestId } from "../../layout/page/load-problem.tsx";
import { Callout } from "../../ui/callout.tsx";

/** Errors about the number itself, shown at its field. */
export function numberProblem(error: unknown, kind: "bvn" | "nin"): string | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.code === "bvn_not_found") return "The registry has no such BVN.";
  return error.fields.find(({ field }) => field === kind)?.message;
}

/** A failed call: an outage changed nothing; a number of another customer links to them. Dashboard 5.5. */
export function IdentityProblem({ error, title }: { error: unknown; title: string }) {
  const failure = error instanceof ServiceError ? error : undefined;
  if (failure?.code === "registry_unavailable") {
    return (
      <Callout role="alert" tone="wait" icon={CloudOff} title="The registry does not answer">
        <p>Nothing was changed. Try again.</p>
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
      title={isUnknown ? "Not known yet" : title}
    >
      <p>
        {isUnknown ? "There was no answer. Do it again: a number is linked once." : problemText(error)}
        {typeof holder === "string" && (
          <>
            {" "}
            <Link
              href={`/wallets/${holder}`}
              className="rounded-small font-medium text-accent underline underline-offset-2"
            >
              Open their wallet
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
    <Callout
      role="alert"
      tone="bad"
      icon={Fingerprint}
      title={`The ${label} failed its check, and the wallet is frozen`}
    >
      <p>It was not linked. Ask the customer for the right number. The wallet stays frozen meanwhile.</p>
    </Callout>
  );
}
