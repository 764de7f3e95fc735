"use client";

import { CircleCheck, Send, ShieldQuestion } from "lucide-react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { useSendChallenge, useUpdateSubscription } from "../../../lib/api/webhooks.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { When } from "../../ui/when.tsx";
import { ActiveSwitch } from "./active-switch.tsx";

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
        Endpoint
      </h2>
      <div className="flex items-center justify-between gap-4">
        <p className="text-fg-2">Events carry personal data. Send none before the endpoint has answered a challenge.</p>
        <ActiveSwitch
          label="Require an answer to the challenge"
          isOn={update.isPending ? (update.variables.verifyEndpoint ?? verifyEndpoint) : verifyEndpoint}
          isBlocked={isBlocked}
          describedBy={describedBy}
          onChange={(isOn) => update.mutate({ id, verifyEndpoint: isOn })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-2">
          {verifiedAt !== null ? (
            <>
              <Chip tone="ok" icon={CircleCheck}>
                Verified
              </Chip>
              <When at={verifiedAt} />
            </>
          ) : (
            <>
              <Chip tone={isWaiting ? "wait" : "mute"} icon={ShieldQuestion}>
                Unverified
              </Chip>
              {isWaiting && <span>It receives no events.</span>}
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
          {verifiedAt === null && !result ? "Send the challenge" : "Send the challenge again"}
        </Button>
      </div>
      <div role="status">
        {result && !result.verified && (
          <p className="text-bad">
            {result.errorMessage} Answer 2xx within 10 seconds with the value of{" "}
            <span className="font-mono text-id">data.challenge</span>.
          </p>
        )}
      </div>
      {update.isError && <WriteProblem title="Not saved" error={update.error} />}
      {challenge.isError && (
        <WriteProblem
          title="The challenge was not sent"
          lost="The answer was lost. Load the page again to see whether the endpoint is verified."
          error={challenge.error}
        />
      )}
    </section>
  );
}
