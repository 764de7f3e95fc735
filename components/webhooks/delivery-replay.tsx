"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useId, useState } from "react";
import type { DeliveryDetails } from "../../contract/webhook-records.ts";
import { newIntentKey } from "../../lib/api/merchant.ts";
import { problemText } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { useReplayDelivery } from "../../lib/api/webhook-deliveries.ts";
import { subscriptionsQuery } from "../../lib/api/webhooks.ts";
import { WriteProblem } from "../layout/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Modal, SheetFoot } from "../ui/overlay.tsx";
import { BlockedNote } from "./blocked-note.tsx";
import { MOST_A_MINUTE } from "./usage-meter.tsx";

type DeliveryReplayProps = { delivery: DeliveryDetails; blocked: string | null; onOpen: (id: string) => void };

/** On failed deliveries only: says what a replay would meet now, then opens the new one. Dashboard 5.10. */
export function DeliveryReplay({ delivery, blocked, onOpen }: DeliveryReplayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const reasonId = useId();
  if (delivery.status !== "failed") return null;
  const reason = blocked ?? obstacleOf(delivery);
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t py-4 lg:px-pad">
      <div className="min-w-0 flex-1 basis-60">
        {reason === null ? (
          <p className="text-fg-2 text-xs">Sends a fresh, newly signed copy with the same event ID.</p>
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
        Replay
      </Button>
      <Modal title="Replay this delivery" isOpen={isOpen} onOpenChange={setIsOpen}>
        <ConfirmReplay
          delivery={delivery}
          onCancel={() => setIsOpen(false)}
          onReplayed={(id) => {
            setIsOpen(false);
            onOpen(id);
          }}
        />
      </Modal>
    </div>
  );
}

type ConfirmReplayProps = { delivery: DeliveryDetails; onCancel: () => void; onReplayed: (id: string) => void };

function ConfirmReplay({ delivery, onCancel, onReplayed }: ConfirmReplayProps) {
  const { data } = useQuery({ ...subscriptionsQuery(useSession()), staleTime: 0 });
  const replay = useReplayDelivery();
  const [intentKey] = useState(newIntentKey);
  const now = data?.find(({ id }) => id === delivery.subscription.id);
  const used = now?.health.usedThisMinute;
  return (
    <>
      <div className="grid min-h-0 gap-3 overflow-y-auto px-pad py-4">
        <Facts>
          <Fact name="URL now">
            <span className="break-all font-mono text-id">{now?.url ?? delivery.subscription.url}</span>
          </Fact>
          <Fact name="Subscription">{(now?.active ?? delivery.subscription.active) ? "active" : "inactive"}</Fact>
          <Fact name="Budget">{used === undefined ? "–" : `${used} of ${MOST_A_MINUTE} used this minute`}</Fact>
        </Facts>
        {used !== undefined && used >= MOST_A_MINUTE && (
          <p className="text-wait">The minute is used up: a replay now would fail as rate limited. Wait a little.</p>
        )}
        {replay.isError && <WriteProblem title="Not replayed" lost={problemText(replay.error)} error={replay.error} />}
      </div>
      <SheetFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          icon={RotateCw}
          isBusy={replay.isPending}
          onClick={() => replay.mutate({ id: delivery.id, intentKey }, { onSuccess: ({ id }) => onReplayed(id) })}
        >
          Replay
        </Button>
      </SheetFoot>
    </>
  );
}

function obstacleOf({ isTest, payload, subscription, replays }: DeliveryDetails): string | null {
  if (isTest) return "A test cannot be replayed. Send another one.";
  if (subscription.deleted) return "The subscription is deleted.";
  if (!subscription.active) return "The subscription is inactive. Activate it first.";
  if (payload === null) return "The event is no longer kept.";
  if (replays.some(({ status }) => status === "pending" || status === "retrying")) return "A replay is under way.";
  return null;
}
