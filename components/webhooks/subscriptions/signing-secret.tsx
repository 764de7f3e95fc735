"use client";

import { Eye, Hourglass, KeyRound, RotateCw } from "lucide-react";
import { useState } from "react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useSecretCall } from "../../../lib/api/use-secret-call.ts";
import { revealSigningSecret, useInvalidateSubscriptions } from "../../../lib/api/webhooks.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { SecretShown } from "../../ui/secret-shown.tsx";
import { When } from "../../ui/when.tsx";
import { texts } from "./texts.ts";

// Loaded when it is opened.
const RollSheet = lazySheet(() => import("./forms/roll-secret-sheet.tsx").then((module) => module.RollSecretSheet));

type SigningSecretProps = {
  subscription: SubscriptionWithHealth;
  isBlocked: boolean;
  describedBy: string | undefined;
};

/** Shows the signing secret for a while, and rolls it. Webhooks 6, decision 0088. */
export function SigningSecret({ subscription, isBlocked, describedBy }: SigningSecretProps) {
  const session = useSession();
  const { id, hasSecret, previousSecretUntil } = subscription;
  const [secret, setSecret] = useState<string>();
  const [isRolling, setIsRolling] = useState(false);
  const reload = useInvalidateSubscriptions();
  const reveal = useSecretCall(() => revealSigningSecret(session, id));
  const common = { isBlocked, "aria-describedby": describedBy } as const;
  const isOverlap = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now();
  return (
    <section aria-labelledby="signing-secret" className="grid gap-3">
      <h2 id="signing-secret" className="font-semibold text-md">
        {texts.signingSecret}
      </h2>
      <p className="text-fg-2">
        {hasSecret ? (
          <>
            {texts.check} <span className="font-mono text-id">{texts.xSubscriptionSignature}</span>{" "}
            {texts.withItYourReceiver}
          </>
        ) : (
          texts.thisSubscriptionIsSigned
        )}
      </p>
      {isOverlap && (
        <p>
          <Chip tone="wait" icon={Hourglass}>
            {texts.theFormerSecretSigns} <When at={previousSecretUntil} />
          </Chip>
        </p>
      )}
      {secret !== undefined ? (
        <SecretShown secret={secret} label={texts.signingSecret2} onHide={() => setSecret(undefined)} />
      ) : hasSecret ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-mono text-id">
            <span aria-hidden>{texts.whsec}</span>
            <span className="sr-only">{texts.theSigningSecretIs}</span>
          </span>
          <span className="flex gap-2">
            <Button {...common} icon={RotateCw} aria-haspopup="dialog" onClick={() => setIsRolling(true)}>
              {texts.roll}
            </Button>
            <Button
              {...common}
              icon={Eye}
              isBusy={reveal.isPending}
              onClick={() => void reveal.send(undefined).then((text) => text !== undefined && setSecret(text))}
            >
              {texts.reveal}
            </Button>
          </span>
        </div>
      ) : (
        <div>
          <Button {...common} icon={KeyRound} aria-haspopup="dialog" onClick={() => setIsRolling(true)}>
            {texts.makeASigningSecret}
          </Button>
        </div>
      )}
      {reveal.error !== null && <WriteProblem title={texts.theSecretWasNot} error={reveal.error} />}
      <RollSheet
        isOpen={isRolling}
        subscription={subscription}
        onClose={() => setIsRolling(false)}
        onSecret={(text) => {
          setSecret(text);
          setIsRolling(false);
          reload();
        }}
      />
    </section>
  );
}
