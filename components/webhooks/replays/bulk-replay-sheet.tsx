"use client";

import type { ReplayRequest } from "../../../lib/api/webhook-deliveries.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { ReplayPlan } from "./replay-plan.tsx";
import { texts } from "./texts.ts";

type BulkReplaySheetProps = {
  /** `null` while it is closed. */
  request: ReplayRequest | null;
  onClose: () => void;
  onDone: () => void;
};

export function BulkReplaySheet({ request, onClose, onDone }: BulkReplaySheetProps) {
  return (
    <Sheet title={texts.replayFailures} isOpen={request !== null} onOpenChange={onClose}>
      {request && <ReplayPlan request={request} onCancel={onClose} onDone={onDone} />}
    </Sheet>
  );
}
