import { CircleAlert } from "lucide-react";
import { isOutcomeUnknown, ServiceError } from "../../lib/api/service-error.ts";
import { RequestId } from "../layout/load-problem.tsx";
import { Callout } from "../ui/callout.tsx";

/** What went wrong with a change, above its button. */
export function TeamProblem({ error }: { error: unknown }) {
  const isUnknown = isOutcomeUnknown(error);
  const text = error instanceof ServiceError ? error.message : "Something went wrong on this page. Try again.";
  return (
    <Callout
      role="alert"
      tone={isUnknown ? "wait" : "bad"}
      icon={CircleAlert}
      title={isUnknown ? "Not known yet" : "Nothing was changed"}
    >
      <p>{isUnknown ? "The answer was lost. Close this and see in the list what holds now." : text}</p>
      <RequestId error={error} />
    </Callout>
  );
}
