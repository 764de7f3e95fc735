"use client";

import { Hourglass, Lock, UserRoundCheck } from "lucide-react";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { fieldOf } from "./create-wallet-rules.ts";
import { texts } from "./texts.ts";
import type { CreateStage } from "./use-create-wallet.ts";

type CreateNotesProps = {
  stage: CreateStage;
  isInDoubt: boolean;
  refusal: string | null;
  isOnline: boolean;
  onGiveUp: () => void;
};

/** The problem above the button. */
export function CreateNotes({ stage, isInDoubt, refusal, isOnline, onGiveUp }: CreateNotesProps) {
  const isWaiting = stage.at === "unknown" || (isInDoubt && stage.at === "edit");
  return (
    <>
      {refusal !== null && (
        <Callout tone="mute" icon={Lock} title={texts.youCanLookBut}>
          <p id="create-refusal">{refusal}</p>
        </Callout>
      )}
      {!isOnline && <p className="text-wait text-xs">{texts.youAreOfflineWhat}</p>}
      {isWaiting && <DoubtNote stage={stage} onGiveUp={onGiveUp} />}
      {stage.at === "edit" && Boolean(stage.error) && <ErrorNote error={stage.error} />}
    </>
  );
}

/** The outcome is unknown. Dashboard 5.7. */
function DoubtNote({ stage, onGiveUp }: { stage: CreateStage; onGiveUp: () => void }) {
  const isAsking = stage.at === "unknown" && !stage.isOver;
  return (
    <Callout role="alert" tone="wait" icon={Hourglass} title={texts.weDoNotKnow}>
      <p>{isAsking ? texts.theSameWalletIs : texts.thereWasNoAnswer}</p>
      {!isAsking && (
        <div className="mt-2 flex flex-wrap gap-2 pt-1">
          <Button size="small" variant="quiet" onClick={onGiveUp}>
            {texts.leaveItAndStart}
          </Button>
        </div>
      )}
    </Callout>
  );
}

function ErrorNote({ error }: { error: unknown }) {
  if (!(error instanceof ServiceError)) return <WriteProblem title={texts.theWalletWasNot} error={error} />;
  const existing = error.code === "customer_exists" ? error.fields[0]?.customerId : undefined;
  if (typeof existing === "string") {
    return (
      <Callout role="alert" tone="info" icon={UserRoundCheck} title={texts.thisCustomerExistsAlready}>
        <p>
          {texts.thePhoneNumberOr}{" "}
          <Link
            href={`/wallets/${existing}`}
            className="rounded-small font-medium text-accent underline underline-offset-2"
          >
            {texts.openTheirWallet}
          </Link>
        </p>
      </Callout>
    );
  }
  const isAllAtFields = error.fields.length > 0 && error.fields.every(({ field }) => fieldOf(field) !== undefined);
  if (isAllAtFields) return null;
  return <WriteProblem title={texts.theWalletWasNot} error={error} />;
}
