import { CircleAlert } from "lucide-react";
import { isOutcomeUnknown, ServiceError } from "../../lib/api/service-error.ts";
import { Callout } from "../ui/callout.tsx";
import { RequestId } from "./load-problem.tsx";

/** What went wrong with a change, above its button. */
export function WriteProblem({ title = "Nothing was changed", error }: { title?: string; error: unknown }) {
  const isUnknown = isOutcomeUnknown(error);
  const text = error instanceof ServiceError ? error.message : "Something went wrong on this page. Try again.";
  return (
    <Callout
      role="alert"
      tone={isUnknown ? "wait" : "bad"}
      icon={CircleAlert}
      title={isUnknown ? "Not known yet" : title}
    >
      <p>{isUnknown ? "The answer was lost. Load the page again to see what holds now." : text}</p>
      <RequestId error={error} />
    </Callout>
  );
}
