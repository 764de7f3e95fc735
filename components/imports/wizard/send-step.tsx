"use client";

import { CircleAlert, Copy, Hourglass } from "lucide-react";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { batchHref } from "../../../lib/format/batch-href.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import { RequestId } from "../../layout/page/load-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import { texts } from "./texts.ts";
import type { SendStage } from "./use-send-import.ts";
import { sizeText } from "./wizard-texts.ts";

type SendStepProps = { kind: ImportKind; stage: SendStage; onAgain: () => void; onBack: () => void };

/** The upload's progress or outcome. If the outcome is unknown, the file is resent under the same key. */
export function SendStep({ kind, stage, onAgain, onBack }: SendStepProps) {
  if (stage.at === "idle" || stage.at === "done") {
    return (
      <p role="status" className="mt-6 text-fg-2">
        {stage.at === "idle" ? texts.writingTheReadyRows : texts.sentOpeningTheBatch}
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
        title={texts.thesePaymentsWereSent}
        action={
          <ButtonLink size="small" href={stage.batchId ? batchHref(kind, stage.batchId) : "/imports"}>
            {texts.openTheEarlierBatch}
          </ButtonLink>
        }
      >
        <p>{texts.nothingWasSentAgain}</p>
        <Button size="small" variant="quiet" onClick={onBack}>
          {texts.backToReview}
        </Button>
      </Callout>
    );
  }
  const text = stage.error instanceof ServiceError ? stage.error.message : texts.thisPageCouldNot;
  if (stage.at === "refused") {
    return (
      <Callout role="alert" className="mt-6" tone="bad" icon={CircleAlert} title={texts.theFileWasRefused}>
        <p>{text}</p>
        {stage.isInDoubt && <p>{texts.anAttemptBeforeThis}</p>}
        <RequestId error={stage.error} />
        <Button size="small" variant="quiet" onClick={onBack}>
          {texts.backToReview}
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
            {texts.sendAgainSameFile}
          </Button>
        )
      }
    >
      <p>{text}</p>
      <p>{stage.isInDoubt ? texts.theSameFileGoes : texts.theFileIsStill}</p>
      <RequestId error={stage.error} />
    </Callout>
  );
}

/** Distinguishes "not sent" from "unknown". Dashboard 5.7. */
function cutTitle({ isOver, isInDoubt }: { isOver: boolean; isInDoubt: boolean }): string {
  if (!isOver) return texts.theLineWasCut;
  return isInDoubt ? texts.weDoNotKnow : texts.notSent;
}

function Bytes({ sentBytes, allBytes, isAgain }: { sentBytes: number; allBytes: number; isAgain: boolean }) {
  const percent = allBytes === 0 ? 0 : Math.min(100, Math.floor((100 * sentBytes) / allBytes));
  return (
    <div className="mt-6 grid max-w-form gap-2">
      <div
        role="progressbar"
        aria-label={texts.sent}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-mute-tint"
      >
        <div className="h-full rounded-full bg-fg" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-fg-2 tabular-nums">
        {percent === 100 ? texts.sentWaitingForThe : texts.sizeTextOfSize(sizeText(sentBytes), sizeText(allBytes))}
        {isAgain && texts.sentAgainUnderThe}
      </p>
      <p className="text-fg-3 text-xs">{texts.youMayGoTo}</p>
      <p role="status" className="sr-only">
        {texts.percentPercentSent(percent - (percent % 10))}
      </p>
    </div>
  );
}
