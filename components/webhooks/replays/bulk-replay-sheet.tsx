"use client";

import type { ReplayWish } from "../../../lib/api/webhook-deliveries.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { ReplayPlan } from "./replay-plan.tsx";

type BulkReplaySheetProps = {
  /** `null` while it is closed. */
  wish: ReplayWish | null;
  onClose: () => void;
  onDone: () => void;
};

export function BulkReplaySheet({ wish, onClose, onDone }: BulkReplaySheetProps) {
  return (
    <Sheet title="Replay failures" isOpen={wish !== null} onOpenChange={onClose}>
      {wish && <ReplayPlan wish={wish} onCancel={onClose} onDone={onDone} />}
    </Sheet>
  );
}
