import { CircleAlert } from "lucide-react";
import { ServiceError } from "../../lib/api/service-error.ts";
import { RequestId } from "../layout/load-problem.tsx";
import { Callout } from "../ui/callout.tsx";

/** What went wrong with a change, above its button. */
export function SettingProblem({ title, error }: { title: string; error: unknown }) {
  const isUnknown = error instanceof ServiceError && error.code === "outcome_unknown";
  const text = error instanceof ServiceError ? error.message : "Something went wrong on this page. Try again.";
  return (
    <Callout
      role="alert"
      tone={isUnknown ? "wait" : "bad"}
      icon={CircleAlert}
      title={isUnknown ? "We do not know whether it was done" : title}
    >
      <p>{isUnknown ? "Load the page again to see what holds." : text}</p>
      <RequestId error={error} />
    </Callout>
  );
}
