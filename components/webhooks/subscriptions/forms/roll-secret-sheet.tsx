"use client";

import { RotateCw } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SubscriptionWithHealth } from "../../../../contract/webhook-records.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { useSecretCall } from "../../../../lib/api/use-secret-call.ts";
import { rollSigningSecret } from "../../../../lib/api/webhooks.ts";
import { useOnline } from "../../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../../layout/page/write-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { Sheet, SheetBody, SheetFoot } from "../../../ui/overlay.tsx";
import { RadioChips } from "../../../ui/radio-chips.tsx";
import { nameOf } from "../../webhook-labels.ts";
import { texts } from "./texts.ts";

const OVERLAPS = ["0", "1", "24", "72"] as const;
const LABELS: Record<(typeof OVERLAPS)[number], string> = {
  "0": texts.atOnce,
  "1": texts.in1Hour,
  "24": texts.in24Hours,
  "72": texts.in72Hours,
};

type RollSecretSheetProps = {
  isOpen: boolean;
  subscription: SubscriptionWithHealth;
  onClose: () => void;
  onSecret: (secret: string) => void;
};

/** Replaces the signing secret, or makes the first one, and hands the new one to the page. Decision 0088. */
export function RollSecretSheet({ isOpen, subscription, onClose, onSecret }: RollSecretSheetProps) {
  const name = nameOf(subscription);
  const title = subscription.hasSecret ? texts.rollTheSecretOf(name) : texts.makeASecretFor(name);
  return (
    <Sheet title={title} isOpen={isOpen} onOpenChange={onClose}>
      <RollForm subscription={subscription} onCancel={onClose} onSecret={onSecret} />
    </Sheet>
  );
}

type RollFormProps = { subscription: SubscriptionWithHealth; onCancel: () => void; onSecret: (secret: string) => void };

function RollForm({ subscription, onCancel, onSecret }: RollFormProps) {
  const session = useSession();
  const isOnline = useOnline();
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>("24");
  const roll = useSecretCall((hours: number) => rollSigningSecret(session, subscription.id, hours));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOnline) void roll.send(Number(overlap)).then((secret) => secret !== undefined && onSecret(secret));
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p>
          {texts.theNewSecretSigns}
          {subscription.hasSecret && texts.untilTheOldOne}
        </p>
        {subscription.hasSecret && (
          <RadioChips
            legend={texts.theOldSecretStops}
            options={OVERLAPS}
            label={(option) => LABELS[option]}
            control={(option) => ({ name: "overlap", checked: option === overlap, onChange: () => setOverlap(option) })}
          />
        )}
        {roll.error !== null && (
          <WriteProblem title={texts.theNewSecretWas} lost={texts.theAnswerWasLost} error={roll.error} />
        )}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" icon={RotateCw} isBusy={roll.isPending} isBlocked={!isOnline}>
          {subscription.hasSecret ? texts.rollSecret : texts.makeSecret}
        </Button>
      </SheetFoot>
    </form>
  );
}
