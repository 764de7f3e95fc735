"use client";

import { RotateCw } from "lucide-react";
import { useId, useState } from "react";
import type { DeliveryDetails } from "../../../contract/webhook-records.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { BlockedNote } from "../subscriptions/blocked-note.tsx";
import { texts } from "./texts.ts";

const DeliveryReplayDialog = lazySheet(() =>
  import("./delivery-replay-dialog.tsx").then((module) => module.DeliveryReplayDialog),
);

type DeliveryReplayProps = { delivery: DeliveryDetails; blocked: string | null; onOpen: (id: string) => void };

/** For failed deliveries only: shows the current conditions, then opens the new delivery. Dashboard 5.10. */
export function DeliveryReplay(props: DeliveryReplayProps) {
  return props.delivery.status === "failed" ? <ReplayFoot {...props} /> : null;
}

function ReplayFoot({ delivery, blocked, onOpen }: DeliveryReplayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const reasonId = useId();
  const reason = blocked ?? obstacleOf(delivery);
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t py-4 lg:px-pad">
      <div className="min-w-0 flex-1 basis-60">
        {reason === null ? (
          <p className="text-fg-2 text-xs">{texts.sendsAFreshNewly}</p>
        ) : (
          <BlockedNote id={reasonId} reason={reason} />
        )}
      </div>
      <Button
        variant="primary"
        icon={RotateCw}
        aria-haspopup="dialog"
        isBlocked={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => setIsOpen(true)}
      >
        {texts.replay}
      </Button>
      <DeliveryReplayDialog
        delivery={delivery}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onReplayed={(id) => {
          setIsOpen(false);
          onOpen(id);
        }}
      />
    </div>
  );
}

function obstacleOf({ isTest, payload, subscription, replays }: DeliveryDetails): string | null {
  if (isTest) return texts.aTestCannotBe;
  if (subscription.deleted) return texts.theSubscriptionIsDeleted;
  if (!subscription.active) return texts.theSubscriptionIsInactive;
  if (payload === null) return texts.theEventIsNo;
  if (replays.some(({ status }) => status === "pending" || status === "retrying")) return texts.aReplayIsUnder;
  return null;
}
