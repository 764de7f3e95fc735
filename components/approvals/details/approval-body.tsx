"use client";

import type { PendingDetails } from "../../../contract/approvals.ts";
import { shortInstant } from "../../../lib/format/instant.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Figure } from "../../ui/money.tsx";
import { statusAppearances } from "../approval-texts.ts";
import { ApprovalBatch } from "./approval-batch.tsx";
import { ApprovalHistory } from "./approval-history.tsx";
import { ApprovalOutcome } from "./approval-outcome.tsx";
import { ApprovalRoute } from "./approval-route.tsx";
import { DriftTable } from "./drift-table.tsx";
import type { useApproval } from "./use-approval.ts";

type BodyProps = {
  details: PendingDetails;
  read: { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };
  approval: ReturnType<typeof useApproval>;
  isOvertaken: boolean;
};

const MOST = 500;

export function ApprovalBody({ details, read, approval, isOvertaken }: BodyProps) {
  const isWaiting = details.status === "PENDING";
  return (
    <div className="scroll-thin min-h-0 flex-1 pt-5 lg:overflow-y-auto lg:px-pad lg:pb-pad">
      <h2 className="font-semibold text-xl">
        <Figure kobo={details.amount} />
      </h2>
      <p className="text-fg-2">{madeText(details)}</p>
      <ApprovalOutcome details={details} overtaken={isOvertaken} />
      {details.batchId === null ? (
        <ApprovalRoute details={details} />
      ) : (
        <ApprovalBatch details={details} batchId={details.batchId} />
      )}
      {isWaiting && <WhoMay details={details} />}
      <DriftTable details={details} checkedAt={read.dataUpdatedAt} />
      {read.isError && (
        <p className="mt-2 text-xs">
          <AsOf read={read} />
        </p>
      )}
      <ApprovalHistory history={details.history} />
      {isWaiting && details.viewer.canApprove && (
        <div className="mt-6">
          <Field label="Comment (optional)" hint="Kept in the history.">
            {(field) => (
              <Textarea
                {...field}
                maxLength={MOST}
                value={approval.comment}
                // The comment is locked while the outcome of an approval is unknown.
                readOnly={approval.isBusy || approval.isUnknown}
                onChange={(event) => approval.change(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}

/** `By Chidi Ọbiọra, 19 Nov, 12:04 · expires 19 Dec, 12:04`. */
function madeText({ creatorName, createdAt, status, expiresAt }: PendingDetails): string {
  const made = `By ${creatorName}, ${shortInstant(createdAt, Date.now())}`;
  return status === "PENDING" ? `${made} · expires ${shortInstant(expiresAt, Date.now())}` : made;
}

/** For the user's own request: that another user must approve, or that self-approval is recorded. */
function WhoMay({ details: { viewer, checks } }: Pick<BodyProps, "details">) {
  if (viewer.selfApproval) {
    return (
      <Callout tone="wait" icon={statusAppearances.PENDING.icon} title="This is your own request" className="mt-4">
        <p>No other member can approve it. You may, and that you approved your own is on record.</p>
      </Callout>
    );
  }
  const names = checks.now?.approval.approvers ?? [];
  if (names.length === 0) return null;
  return <p className="mt-4 text-fg-2">Can be approved by {listText(names)}.</p>;
}

function listText(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  const last = names.length > 4 ? `${names.length - 3} more` : names.at(-1);
  return `${names.slice(0, Math.min(names.length - 1, 3)).join(", ")} or ${last}`;
}
