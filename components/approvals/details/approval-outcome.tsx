import type { PendingDetails } from "../../../contract/approvals.ts";
import { batchHref } from "../../../lib/format/batch-href.ts";
import { longInstant } from "../../../lib/format/instant.ts";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { batchKindOf, statusAppearances } from "../approval-texts.ts";
import { texts } from "./texts.ts";

type OutcomeProps = {
  details: PendingDetails;
  /** The action that this user had requested when another user decided first. */
  overtaken: boolean;
};

/** The outcome and its meaning; renders nothing while the request is pending. */
export function ApprovalOutcome({ details, overtaken }: OutcomeProps) {
  const { status } = details;
  if (status === "PENDING") return null;
  const { tone, icon } = statusAppearances[status];
  return (
    <Callout tone={tone} icon={icon} role={overtaken ? "alert" : "status"} title={titleOf(details)} className="mt-4">
      {overtaken && <p>{texts.someoneWasQuickerWhat}</p>}
      <Consequence details={details} />
    </Callout>
  );
}

/** `Approved by Tólá Bánkọ́lé, 19 Nov 2026, 14:03`. */
function titleOf({ history, status }: PendingDetails): string {
  const last = history.at(-1);
  const word = last?.action === "WITHDRAWN" ? texts.withdrawn : statusAppearances[status].word;
  if (!last || status === "EXPIRED") return word;
  if (status === "FAILED") return texts.failedWhenActorName(last.actorName, longInstant(last.at));
  return texts.wordByActorName(word, last.actorName, longInstant(last.at));
}

function Consequence({ details }: { details: PendingDetails }) {
  switch (details.status) {
    case "APPROVED":
      return (
        <p>
          {details.kind === "upload" ? texts.theWorkerMovesThe : texts.theMoneyHasMoved}
          {details.selfApproved ? texts.whoSubmittedItApproved : ""}. <Result details={details} />
        </p>
      );
    case "FAILED":
      return (
        <p>
          {texts.failureReasonNothingWas(details.failureReason ?? "")} <Result details={details} />
        </p>
      );
    case "DECLINED":
      return (
        <p>
          {details.declineReason ? `“${details.declineReason}” ` : ""}
          {texts.nothingWasMoved}
        </p>
      );
    case "EXPIRED":
      // Only a restore ends a request before its time.
      return <p>{details.updatedAt < details.expiresAt ? texts.ourDatabaseWasRestored : texts.nobodyDecidedInTime}</p>;
    case "PENDING":
      return null;
  }
}

function Result({ details }: Pick<OutcomeProps, "details">) {
  const { reference, batchId } = details;
  const ofBatch = batchHref(batchKindOf(details), batchId ?? "");
  return (
    <Link
      href={batchId === null ? `/transactions/${encodeURIComponent(reference)}` : ofBatch}
      className="rounded-small font-medium underline underline-offset-3"
    >
      {batchId === null ? texts.seeTheTransaction : texts.seeTheBatch}
    </Link>
  );
}
