"use client";

import { CircleAlert, Copy, Hourglass } from "lucide-react";
import type { BatchKind } from "../../../lib/api/batches.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { RequestId } from "../../layout/page/load-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import type { SendStage } from "./use-send-import.ts";
import { sizeText } from "./wizard-texts.ts";

type SendStepProps = { kind: BatchKind; stage: SendStage; onAgain: () => void; onBack: () => void };

/** The upload's progress or outcome. If the outcome is unknown, the file is resent under the same key. */
export function SendStep({ kind, stage, onAgain, onBack }: SendStepProps) {
  if (stage.at === "idle" || stage.at === "done") {
    return (
      <p role="status" className="mt-6 text-fg-2">
        {stage.at === "idle" ? "Writing the ready rows…" : "Sent. Opening the batch…"}
      </p>
    );
  }
  if (stage.at === "sending") return <Bytes {...stage} />;
  if (stage.at === "earlier") {
    return (
      <Callout
        role="alert"
        className="mt-6"
        tone="wait"
        icon={Copy}
        title="These payments were sent before"
        action={
          <ButtonLink size="small" href={stage.batchId ? `/imports/${kind}/${stage.batchId}` : "/imports"}>
            Open the earlier batch
          </ButtonLink>
        }
      >
        <p>Nothing was sent again. To pay again, go back and choose “Pay again even if already sent”.</p>
        <Button size="small" variant="quiet" onClick={onBack}>
          Back to review
        </Button>
      </Callout>
    );
  }
  const text = stage.error instanceof ServiceError ? stage.error.message : "This page could not send the file.";
  if (stage.at === "refused") {
    return (
      <Callout role="alert" className="mt-6" tone="bad" icon={CircleAlert} title="The file was refused">
        <p>{text}</p>
        {stage.isInDoubt && <p>An attempt before this one may have arrived: look for it in Imports first.</p>}
        <RequestId error={stage.error} />
        <Button size="small" variant="quiet" onClick={onBack}>
          Back to review
        </Button>
      </Callout>
    );
  }
  return (
    <Callout
      role="alert"
      className="mt-6"
      tone="wait"
      icon={Hourglass}
      title={cutTitle(stage)}
      action={
        stage.isOver && (
          <Button size="small" onClick={onAgain}>
            Send again, same file
          </Button>
        )
      }
    >
      <p>{text}</p>
      <p>
        {stage.isInDoubt
          ? "The same file goes again under the same key: the service takes it once."
          : "The file is still here."}
      </p>
      <RequestId error={stage.error} />
    </Callout>
  );
}

/** Distinguishes "not sent" from "unknown". Dashboard 5.7. */
function cutTitle({ isOver, isInDoubt }: { isOver: boolean; isInDoubt: boolean }): string {
  if (!isOver) return "The line was cut. Sending again.";
  return isInDoubt ? "We do not know yet. It cannot happen twice." : "Not sent";
}

function Bytes({ sentBytes, allBytes, isAgain }: { sentBytes: number; allBytes: number; isAgain: boolean }) {
  const percent = allBytes === 0 ? 0 : Math.min(100, Math.floor((100 * sentBytes) / allBytes));
  return (
    <div className="mt-6 grid max-w-form gap-2">
      <div
        role="progressbar"
        aria-label="Sent"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-mute-tint"
      >
        <div className="h-full rounded-full bg-fg" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-fg-2 tabular-nums">
        {percent === 100 ? "Sent; waiting for the answer." : `${sizeText(sentBytes)} of ${sizeText(allBytes)}`}
        {isAgain && " Sent again under the same key."}
      </p>
      <p className="text-fg-3 text-xs">You may go to another page, but keep this tab open until it is sent.</p>
      <p role="status" className="sr-only">
        {percent - (percent % 10)} % sent
      </p>
    </div>
  );
}
