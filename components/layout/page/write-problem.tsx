import { CircleAlert } from "lucide-react";
import { isOutcomeUnknown, problemText } from "../../../lib/api/service-error.ts";
import { Callout } from "../../ui/callout.tsx";
import { RequestId } from "./load-problem.tsx";

type WriteProblemProps = {
  error: unknown;
  title?: string;
  /** Stands instead of `title` when the answer was lost: nobody knows then whether it was done. */
  lostTitle?: string;
  /** What to do about a lost answer. */
  lost?: string;
};

/** What went wrong with a change, above its button. */
export function WriteProblem({
  error,
  title = "Nothing was changed",
  lostTitle = "Not known yet",
  lost = "The answer was lost. Load the page again to see what holds now.",
}: WriteProblemProps) {
  const isUnknown = isOutcomeUnknown(error);
  return (
    <Callout role="alert" tone={isUnknown ? "wait" : "bad"} icon={CircleAlert} title={isUnknown ? lostTitle : title}>
      <p>{isUnknown ? lost : problemText(error)}</p>
      <RequestId error={error} />
    </Callout>
  );
}
