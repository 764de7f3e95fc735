"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { keyOf } from "../../lib/api/query-keys.ts";
import { problemText } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { newestReplayQuery, useCancelReplay } from "../../lib/api/webhook-deliveries.ts";
import { countOf } from "../../lib/format/names.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { showToast } from "../ui/toast-store.ts";
import { BlockedNote } from "./blocked-note.tsx";
import { durationText } from "./webhook-words.ts";

/** The bulk replay that runs, for everyone who looks; its end is said. */
export function ReplayProgress({ blocked }: { blocked: string | null }) {
  const session = useSession();
  const queries = useQueryClient();
  const job = useQuery(newestReplayQuery(session)).data;
  const cancel = useCancelReplay();
  const blockedId = useId();
  const wasRunning = useRef<string | null>(null);
  useEffect(() => {
    if (job?.status === "running") wasRunning.current = job.id;
    else if (job && wasRunning.current === job.id) {
      wasRunning.current = null;
      showToast({ title: `Bulk replay ${job.status}: ${countOf(job.replayed, "delivery", "deliveries")} sent again` });
      void queries.invalidateQueries({ queryKey: keyOf(session, "deliveries") });
    }
  }, [job, queries, session]);
  if (job?.status !== "running") return null;
  const done = Math.floor((job.replayed / Math.max(job.total, 1)) * 10) * 10;
  return (
    <Callout
      tone="info"
      icon={LoaderCircle}
      className="mb-2"
      title={`Replaying: ${job.replayed.toLocaleString("en-NG")} of ${job.total.toLocaleString("en-NG")}`}
      action={
        <Button
          isBusy={cancel.isPending}
          isBlocked={blocked !== null}
          aria-describedby={blocked === null ? undefined : blockedId}
          onClick={() =>
            cancel.mutate(job.id, { onError: (error) => showToast({ tone: "bad", title: problemText(error) }) })
          }
        >
          Cancel replay
        </Button>
      }
    >
      <progress
        aria-label="Bulk replay"
        value={job.replayed}
        max={job.total}
        className="block h-1 w-full overflow-hidden rounded-full accent-info"
      />
      {job.etaSeconds !== null && <p>About {durationText(job.etaSeconds)} left. It goes on when you leave.</p>}
      <BlockedNote id={blockedId} reason={blocked} />
      <span role="status" className="sr-only">
        {done} % replayed
      </span>
    </Callout>
  );
}
