"use client";

import { useQuery } from "@tanstack/react-query";
import { Clock, CopyCheck, PauseCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { pendingDetailsQuery } from "../../../lib/api/approvals.ts";
import { type AnyBatch, approvalOfBatchQuery } from "../../../lib/api/batches.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { clockTime, dayText } from "../../../lib/format/instant.ts";
import { countOf } from "../../../lib/format/names.ts";
import { can } from "../../../lib/permissions.ts";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { resultLabel, statusAppearances } from "../batch-labels.ts";
import { texts } from "./texts.ts";

type BatchStateProps = { batch: AnyBatch; isStuck: boolean };

/** Explains the batch's state and the next step; renders nothing where the counts are enough. */
export function BatchState(props: BatchStateProps) {
  return (
    <>
      <StatusNote {...props} />
      <RepeatedNote batch={props.batch} />
    </>
  );
}

/** Rows that an earlier batch paid. They need no correction, and sending them again would pay them twice. */
function RepeatedNote({ batch: { kind, repeated, paidBy } }: { batch: AnyBatch }) {
  if (repeated === 0) return null;
  const [first, ...others] = paidBy;
  const what = resultLabel(kind, "repeated").toLowerCase();
  const when = first ? ` ${dayText(first.paidAt)}` : "";
  return (
    <Callout
      role="status"
      tone="info"
      icon={CopyCheck}
      className="mt-5"
      title={`${countOf(repeated, "row")} ${repeated === 1 ? "was" : "were"} ${what}${when}`}
    >
      <p>
        {first ? (
          <>
            {texts.inBatch} <BatchLink kind={kind} batch={first} />
            {others.length > 0 && texts.andOthers}.{" "}
          </>
        ) : (
          texts.byTransactionsWithThe
        )}
        {texts.nothingWas} {kind === "debit" ? "taken" : "paid"} {texts.twiceAndTheseRows}
      </p>
    </Callout>
  );
}

type BatchLinkProps = { kind: AnyBatch["kind"]; batch: AnyBatch["paidBy"][number] };

function BatchLink({ kind, batch: { batchId, batchReference } }: BatchLinkProps) {
  return (
    <Link
      href={`/imports/${kind}/${batchId}`}
      className="break-all rounded-small font-medium underline underline-offset-3"
    >
      {batchReference}
    </Link>
  );
}

function StatusNote({ batch, isStuck }: BatchStateProps) {
  const { kind, status, total, bad, payer, pausedUntil } = batch;
  if (pausedUntil !== null) {
    return (
      <State tone="wait" icon={PauseCircle} title={texts.waitingForTheIdentity}>
        {texts.itIsUnavailableWe(clockTime(pausedUntil))}
      </State>
    );
  }
  if (isStuck) {
    return (
      <State tone="bad" icon={TriangleAlert} title={texts.noChangeFor4}>
        {texts.nothingIsLostProcessing}
      </State>
    );
  }
  switch (status) {
    case "awaiting_approval":
      return <AwaitingApproval batch={batch} />;
    case "pending":
      return (
        <State tone="mute" icon={Clock} title={texts.waitingForItsTurn}>
          {kind === "create" ? texts.youCanLeaveThis : texts.youCanLeaveThisPage}
        </State>
      );
    case "partially_completed":
      if (bad === 0) return null;
      return (
        <State
          tone="wait"
          icon={statusAppearances[status].icon}
          title={texts.rowsOfTotalFailed(countOf(bad, "row"), total.toLocaleString("en-NG"))}
        >
          {payer === null ? texts.seeReasonsBelowFix : texts.seeReasonsBelowPayer}
        </State>
      );
    case "failed":
      return <Failed batch={batch} />;
    case "cancelled":
      return (
        <State tone="mute" icon={statusAppearances[status].icon} title={texts.cancelledBeforeItStarted}>
          {texts.noRowWasProcessed}
        </State>
      );
    case "declined":
      return <Declined batchId={batch.batchId} />;
    default:
      return null;
  }
}

type StateProps = Pick<Parameters<typeof Callout>[0], "tone" | "icon" | "title"> & { children: ReactNode };

function State({ children, ...callout }: StateProps) {
  return (
    <Callout {...callout} role="status" className="mt-5">
      <p>{children}</p>
    </Callout>
  );
}

function Failed({ batch: { kind, batchId, total, bad, repeated } }: { batch: AnyBatch }) {
  if (bad + repeated < total) return <FailedAtApproval batchId={batchId} />;
  if (bad === 0) return null;
  const some = texts.rowsRejected(countOf(bad, "row"), bad === 1 ? "was" : "were");
  const title = repeated > 0 ? some : texts.everyRowWasResult(resultLabel(kind, "bad").toLowerCase());
  return (
    <State tone="bad" icon={statusAppearances.failed.icon} title={title}>
      {kind === "create" ? texts.noCustomerWasCreated : texts.noMoneyHasMoved} {texts.seeReasonsBelow}
    </State>
  );
}

function AwaitingApproval({ batch: { batchId } }: { batch: AnyBatch }) {
  const session = useSession();
  const item = useQuery({
    ...approvalOfBatchQuery(session, batchId, "PENDING"),
    enabled: can(session, "BROWSE_TRANSACTIONS"),
  }).data;
  const details = useQuery({ ...pendingDetailsQuery(session, item?.id ?? ""), enabled: item != null }).data;
  const names = details?.checks.now?.approval.approvers ?? [];
  return (
    <State tone="wait" icon={statusAppearances.awaiting_approval.icon} title={texts.awaitingApproval}>
      {texts.nothingHasMoved}{" "}
      {names.length > 0 ? texts.canBeApprovedBy(names.join(", ")) : texts.anotherMemberMustApprove}{" "}
      {item && <RequestLink id={item.id} text={item.viewer.canApprove ? texts.decideItNow : texts.seeTheRequest} />}
    </State>
  );
}

function Declined({ batchId }: { batchId: string }) {
  const session = useSession();
  const item = useQuery({
    ...approvalOfBatchQuery(session, batchId, "DECLINED"),
    enabled: can(session, "BROWSE_TRANSACTIONS"),
  }).data;
  return (
    <State
      tone="mute"
      icon={statusAppearances.declined.icon}
      title={item?.withdrawn ? texts.withdrawn : texts.declined}
    >
      {item?.declineReason && `“${item.declineReason}” `}
      {texts.noMoneyHasMoved} {item && <RequestLink id={item.id} text={texts.seeTheRequest} />}
    </State>
  );
}

/** Its other rows were not tried. */
function FailedAtApproval({ batchId }: { batchId: string }) {
  const session = useSession();
  const item = useQuery({
    ...approvalOfBatchQuery(session, batchId, "FAILED"),
    enabled: can(session, "BROWSE_TRANSACTIONS"),
  }).data;
  return (
    <State tone="bad" icon={statusAppearances.failed.icon} title={texts.failedAtApproval}>
      {item?.failureReason && `“${item.failureReason}” `}
      {texts.noMoneyHasMoved} {item && <RequestLink id={item.id} text={texts.seeTheRequest} />}
    </State>
  );
}

function RequestLink({ id, text }: { id: string; text: string }) {
  return (
    <Link href={`/approvals/${id}`} className="rounded-small font-medium underline underline-offset-3">
      {text}
    </Link>
  );
}
