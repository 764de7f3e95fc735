"use client";

import { LoaderCircle } from "lucide-react";
import { useId } from "react";
import type { ReplayJob } from "../../../contract/webhook-records.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useCancelReplay } from "../../../lib/api/webhook-deliveries.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { BlockedNote } from "../subscriptions/blocked-note.tsx";
import { durationText } from "../webhook-labels.ts";
import { texts } from "./texts.ts";

/** Progress of a bulk replay, and its cancel button. */
export function ReplayRunning({ job, blocked }: { job: ReplayJob; blocked: string | null }) {
  const cancel = useCancelReplay();
  const blockedId = useId();
  const done = Math.floor((job.replayed / Math.max(job.total, 1)) * 10) * 10;
  return (
    <Callout
      tone="info"
      icon={LoaderCircle}
      className="mb-2"
      title={texts.replayingReplayedOfTotal(job.replayed.toLocaleString("en-NG"), job.total.toLocaleString("en-NG"))}
      action={
        <Button
          isBusy={cancel.isPending}
          isBlocked={blocked !== null}
          aria-describedby={blocked === null ? undefined : blockedId}
          onClick={() =>
            cancel.mutate(job.id, { onError: (error) => showToast({ tone: "bad", title: problemText(error) }) })
          }
        >
          {texts.cancelReplay}
        </Button>
      }
    >
      <progress
        aria-label={texts.bulkReplay}
        value={job.replayed}
        max={job.total}
        className="block h-1 w-full overflow-hidden rounded-full accent-info"
      />
      {job.etaSeconds !== null && <p>{texts.aboutDurationLeftIt(durationText(job.etaSeconds))}</p>}
      <BlockedNote id={blockedId} reason={blocked} />
      <span role="status" className="sr-only">
        {texts.donePercentReplayed(done)}
      </span>
    </Callout>
  );
}
