"use client";

import { Hourglass, Lock, UserRoundCheck } from "lucide-react";
import Link from "next/link";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { fieldOf } from "./create-wallet-rules.ts";
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
        <Callout tone="mute" icon={Lock} title="You can look, but not create">
          <p id="create-refusal">{refusal}</p>
        </Callout>
      )}
      {!isOnline && <p className="text-wait text-xs">You are offline. What you typed stays.</p>}
      {isWaiting && <DoubtNote stage={stage} onGiveUp={onGiveUp} />}
      {stage.at === "edit" && Boolean(stage.error) && <ErrorNote error={stage.error} />}
    </>
  );
}

/** The outcome is unknown. Dashboard 5.7. */
function DoubtNote({ stage, onGiveUp }: { stage: CreateStage; onGiveUp: () => void }) {
  const isAsking = stage.at === "unknown" && !stage.isOver;
  return (
    <Callout role="alert" tone="wait" icon={Hourglass} title="We do not know yet. It cannot happen twice.">
      <p>
        {isAsking
          ? "The same wallet is asked for again by itself, under the same key."
          : "There was no answer. Enter the same number again and ask as often as you like: it stays one wallet."}
      </p>
      {!isAsking && (
        <div className="mt-2 flex flex-wrap gap-2 pt-1">
          <Button size="small" variant="quiet" onClick={onGiveUp}>
            Leave it and start another
          </Button>
        </div>
      )}
    </Callout>
  );
}

function ErrorNote({ error }: { error: unknown }) {
  if (!(error instanceof ServiceError)) return <WriteProblem title="The wallet was not created" error={error} />;
  const existing = error.code === "customer_exists" ? error.fields[0]?.customerId : undefined;
  if (typeof existing === "string") {
    return (
      <Callout role="alert" tone="info" icon={UserRoundCheck} title="This customer exists already">
        <p>
          The phone number or BVN belongs to a customer of yours. Nothing was created.{" "}
          <Link
            href={`/wallets/${existing}`}
            className="rounded-small font-medium text-accent underline underline-offset-2"
          >
            Open their wallet
          </Link>
        </p>
      </Callout>
    );
  }
  const isAllAtFields = error.fields.length > 0 && error.fields.every(({ field }) => fieldOf(field) !== undefined);
  if (isAllAtFields) return null;
  return <WriteProblem title="The wallet was not created" error={error} />;
}
