"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { DeliveryDetails } from "../../../contract/webhook-records.ts";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { isOutcomeUnknown, problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useReplayDelivery } from "../../../lib/api/webhook-deliveries.ts";
import { subscriptionsQuery } from "../../../lib/api/webhooks.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Modal, SheetFoot } from "../../ui/overlay.tsx";
import { MOST_A_MINUTE } from "../subscriptions/usage-meter.tsx";
import { texts } from "./texts.ts";

type DeliveryReplayDialogProps = {
  delivery: DeliveryDetails;
  isOpen: boolean;
  onClose: () => void;
  onReplayed: (id: string) => void;
};

/** Current conditions of a replay: URL, active switch, and the rest of the minute's quota. Dashboard 5.10. */
export function DeliveryReplayDialog({ isOpen, onClose, ...props }: DeliveryReplayDialogProps) {
  return (
    <Modal title={texts.replayThisDelivery} isOpen={isOpen} onOpenChange={onClose}>
      <ConfirmReplay {...props} onCancel={onClose} />
    </Modal>
  );
}

type ConfirmReplayProps = { delivery: DeliveryDetails; onCancel: () => void; onReplayed: (id: string) => void };

function ConfirmReplay({ delivery, onCancel, onReplayed }: ConfirmReplayProps) {
  const { data } = useQuery({ ...subscriptionsQuery(useSession()), staleTime: 0 });
  const replay = useReplayDelivery();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const now = data?.find(({ id }) => id === delivery.subscription.id);
  const used = now?.health.usedThisMinute;
  const send = () =>
    replay.mutate(
      { id: delivery.id, idempotencyKey },
      {
        onSuccess: ({ id }) => onReplayed(id),
        // The service stores a refusal under its key, so the next attempt needs a new one.
        onError: (error) => isOutcomeUnknown(error) || setIdempotencyKey(newIdempotencyKey()),
      },
    );
  return (
    <>
      <div className="grid min-h-0 gap-3 overflow-y-auto px-pad py-4">
        <Facts>
          <Fact name={texts.urlNow}>
            <span className="break-all font-mono text-id">{now?.url ?? delivery.subscription.url}</span>
          </Fact>
          <Fact name={texts.subscription}>{(now?.active ?? delivery.subscription.active) ? "active" : "inactive"}</Fact>
          <Fact name={texts.budget}>{used === undefined ? "–" : texts.usedOfUsedThis(used, MOST_A_MINUTE)}</Fact>
        </Facts>
        {used !== undefined && used >= MOST_A_MINUTE && <p className="text-wait">{texts.theMinuteIsUsed}</p>}
        {replay.isError && (
          <WriteProblem title={texts.notReplayed} lost={problemText(replay.error)} error={replay.error} />
        )}
      </div>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button variant="primary" icon={RotateCw} isBusy={replay.isPending} onClick={send}>
          {texts.replay}
        </Button>
      </SheetFoot>
    </>
  );
}
