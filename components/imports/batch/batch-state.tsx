"use client";

import { useQuery } from "@tanstack/react-query";
import { Clock, PauseCircle, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { pendingDetailsQuery } from "../../../lib/api/approvals.ts";
import { type AnyBatch, approvalOfBatchQuery } from "../../../lib/api/batches.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { clockTime } from "../../../lib/format/instant.ts";
import { countOf } from "../../../lib/format/names.ts";
import { can } from "../../../lib/permissions.ts";
import { Callout } from "../../ui/callout.tsx";
import { resultLabel, statusAppearances } from "../batch-labels.ts";

type BatchStateProps = { batch: AnyBatch; isStuck: boolean };

/** Explains the batch's state and the next step; renders nothing where the counts are enough. */
export function BatchState({ batch, isStuck }: BatchStateProps) {
  const { kind, status, total, bad, pausedUntil } = batch;
  if (pausedUntil !== null) {
    return (
      <State tone="wait" icon={PauseCircle} title="Waiting for the identity registry">
        It does not answer. It is asked again at {clockTime(pausedUntil)}; no row is lost.
      </State>
    );
  }
  if (isStuck) {
    return (
      <State tone="bad" icon={TriangleAlert} title="No change for 4 min">
        Nothing is lost: work goes on where it stopped. Tell whoever runs the platform if it stays like this.
      </State>
    );
  }
  switch (status) {
    case "awaiting_approval":
      return <AwaitingApproval batch={batch} />;
    case "pending":
      return (
        <State tone="mute" icon={Clock} title="Waiting for its turn">
          {kind === "create" ? "You may leave this page." : "You may leave this page. It can still be cancelled."}
        </State>
      );
    case "partially_completed":
      return (
        <State
          tone="wait"
          icon={statusAppearances[status].icon}
          title={`${countOf(bad, "row")} of ${total.toLocaleString("en-NG")} did not go through`}
        >
          Each says why. Fix them here, or take them as a file and send it again: what went through is not repeated.
        </State>
      );
    case "failed":
      return (
        <State
          tone="bad"
          icon={statusAppearances[status].icon}
          title={`Every row was ${resultLabel(kind, "bad").toLowerCase()}`}
        >
          {kind === "create" ? "No customer was created." : "No money has moved."} Each row says why.
        </State>
      );
    case "cancelled":
      return (
        <State tone="mute" icon={statusAppearances[status].icon} title="Cancelled before it began">
          No money has moved.
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

function AwaitingApproval({ batch: { batchId } }: { batch: AnyBatch }) {
  const session = useSession();
  const item = useQuery({
    ...approvalOfBatchQuery(session, batchId, "PENDING"),
    enabled: can(session, "BROWSE_TRANSACTIONS"),
  }).data;
  const details = useQuery({ ...pendingDetailsQuery(session, item?.id ?? ""), enabled: item != null }).data;
  const names = details?.checks.now?.approval.approvers ?? [];
  return (
    <State tone="wait" icon={statusAppearances.awaiting_approval.icon} title="Awaiting approval">
      Nothing has moved.{" "}
      {names.length > 0 ? `Can be approved by ${names.join(", ")}.` : "Another member must approve it."}{" "}
      {item && <RequestLink id={item.id} text={item.viewer.canApprove ? "Decide it now" : "See the request"} />}
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
    <State tone="mute" icon={statusAppearances.declined.icon} title="Declined">
      {item?.declineReason && `“${item.declineReason}” `}No money has moved.{" "}
      {item && <RequestLink id={item.id} text="See the request" />}
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
