"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { isRefused, problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { type ReplayRequest, replayPlanQuery, useReplayMany } from "../../../lib/api/webhook-deliveries.ts";
import { countOf } from "../../../lib/format/names.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { durationText, skipReasonTexts } from "../webhook-labels.ts";
import { texts } from "./texts.ts";

type ReplayPlanProps = { request: ReplayRequest; onCancel: () => void; onDone: () => void };

/** What would be sent, what is skipped and why, and the duration; then the button. Webhooks 7. */
export function ReplayPlan({ request, onCancel, onDone }: ReplayPlanProps) {
  const plan = useQuery(replayPlanQuery(useSession(), request));
  const replay = useReplayMany();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const count = plan.data?.count;
  const send = () =>
    replay.mutate(
      { replay: request, idempotencyKey },
      { onSuccess: onDone, onError: (error) => isRefused(error) && setIdempotencyKey(newIdempotencyKey()) },
    );
  return (
    <>
      <SheetBody>
        {plan.isError ? (
          <LoadProblem what={texts.theCount} error={plan.error} onRetry={() => void plan.refetch()} />
        ) : (
          <>
            <p aria-live="polite" className="min-h-6 font-semibold text-md">
              {plan.data ? titleOf(plan.data.count) : <Skeleton className="w-56" />}
            </p>
            <Facts>
              {count !== 0 && (
                <Fact name={texts.time}>
                  {plan.data ? (
                    texts.aboutDurationAtMost(durationText(plan.data.etaSeconds))
                  ) : (
                    <Skeleton className="w-32" />
                  )}
                </Fact>
              )}
              {Object.entries(plan.data?.skipped ?? {}).map(([reason, skipped]) => (
                <Fact key={reason} name={texts.skipped(skipReasonTexts[reason] ?? reason)}>
                  {skipped.toLocaleString("en-NG")}
                </Fact>
              ))}
            </Facts>
            {count !== 0 && <p className="text-fg-2">{texts.eachBecomesANew}</p>}
          </>
        )}
        {replay.isError && (
          <WriteProblem title={texts.notStarted} lost={problemText(replay.error)} error={replay.error} />
        )}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button
          variant="primary"
          icon={RotateCw}
          isBusy={replay.isPending || replay.isSuccess}
          isBlocked={!count}
          onClick={send}
        >
          {count ? texts.replayCount(count.toLocaleString("en-NG")) : texts.replay}
        </Button>
      </SheetFoot>
    </>
  );
}

function titleOf(count: number): string {
  return count === 0 ? texts.nothingToSendAgain : texts.deliverysToSendAgain(countOf(count, "delivery", "deliveries"));
}
