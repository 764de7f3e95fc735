import { CircleAlert } from "lucide-react";
import { isOutcomeUnknown, problemText } from "../../../lib/api/service-error.ts";
import { Callout } from "../../ui/callout.tsx";
import { RequestId } from "./load-problem.tsx";
import { texts } from "./texts.ts";

type WriteProblemProps = {
  error: unknown;
  title?: string;
  /** Replaces `title` after a lost response, when the outcome is unknown. */
  lostTitle?: string;
  /** Advice for a lost response. */
  lost?: string;
};

/** An error of a write, above its button. */
export function WriteProblem({
  error,
  title = texts.nothingWasChanged,
  lostTitle = texts.notKnownYet,
  lost = texts.theAnswerWasLost,
}: WriteProblemProps) {
  const isUnknown = isOutcomeUnknown(error);
  return (
    <Callout role="alert" tone={isUnknown ? "wait" : "bad"} icon={CircleAlert} title={isUnknown ? lostTitle : title}>
      <p>{isUnknown ? lost : problemText(error)}</p>
      <RequestId error={error} />
    </Callout>
  );
}
