"use client";

import { CircleCheck, Send, ShieldQuestion } from "lucide-react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { useSendChallenge, useUpdateSubscription } from "../../../lib/api/webhooks.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Switch } from "../../ui/switch.tsx";
import { When } from "../../ui/when.tsx";
import { texts } from "./texts.ts";

type EndpointProofProps = {
  subscription: SubscriptionWithHealth;
  isBlocked: boolean;
  describedBy: string | undefined;
};

/** Whether the endpoint must answer a challenge before events go there, and whether it did. Decision 0089. */
export function EndpointProof({ subscription, isBlocked, describedBy }: EndpointProofProps) {
  const { id, verifyEndpoint, verifiedAt } = subscription;
  const update = useUpdateSubscription();
  const challenge = useSendChallenge();
  const result = challenge.data;
  const isWaiting = verifyEndpoint && verifiedAt === null;
  return (
    <section aria-labelledby="endpoint-proof" className="grid gap-3">
      <h2 id="endpoint-proof" className="font-semibold text-md">
        {texts.endpoint}
      </h2>
      <div className="flex items-center justify-between gap-4">
        <p className="text-fg-2">{texts.eventsCarryPersonalData}</p>
        <Switch
          label={texts.requireAnAnswerTo}
          isOn={update.isPending ? (update.variables.verifyEndpoint ?? verifyEndpoint) : verifyEndpoint}
          isBlocked={isBlocked}
          describedBy={describedBy}
          onAsk={() => update.mutate({ id, verifyEndpoint: !verifyEndpoint })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-2">
          {verifiedAt !== null ? (
            <>
              <Chip tone="ok" icon={CircleCheck}>
                {texts.verified}
              </Chip>
              <When at={verifiedAt} />
            </>
          ) : (
            <>
              <Chip tone={isWaiting ? "wait" : "mute"} icon={ShieldQuestion}>
                {texts.unverified}
              </Chip>
              {isWaiting && <span>{texts.itReceivesNoEvents}</span>}
            </>
          )}
        </span>
        <Button
          icon={Send}
          isBlocked={isBlocked}
          aria-describedby={describedBy}
          isBusy={challenge.isPending}
          onClick={() => challenge.mutate(id)}
        >
          {verifiedAt === null && !result ? texts.sendTheChallenge : texts.sendTheChallengeAgain}
        </Button>
      </div>
      <div role="status">
        {result && !result.verified && (
          <p className="text-bad">
            {texts.errorMessageAnswer2xx(result.errorMessage ?? "")}{" "}
            <span className="font-mono text-id">{texts.dataChallenge}</span>.
          </p>
        )}
      </div>
      {update.isError && <WriteProblem title={texts.notSaved} error={update.error} />}
      {challenge.isError && (
        <WriteProblem title={texts.theChallengeWasNot} lost={texts.theAnswerWasLost} error={challenge.error} />
      )}
    </section>
  );
}
