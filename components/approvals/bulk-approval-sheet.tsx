"use client";

import type { PendingItem } from "../../contract/approvals.ts";
import { countOf } from "../../lib/format/names.ts";
import { Sheet } from "../ui/overlay.tsx";
import { BulkApprovalForm } from "./bulk-approval-form.tsx";
import { useBulkApproval } from "./use-bulk-approval.ts";

type BulkApprovalSheetProps = {
  /** What was chosen when it opened. */
  items: readonly PendingItem[];
  onClose: () => void;
};

/** Many at once. Closing it while they are on their way stops after the one that is, and stays to say what became of them. */
export function BulkApprovalSheet({ items, onClose }: BulkApprovalSheetProps) {
  const bulk = useBulkApproval(items);
  return (
    <Sheet
      title={`Approve ${countOf(items.length, "request")}`}
      isOpen
      onOpenChange={() => (bulk.isRunning ? bulk.stop() : onClose())}
    >
      <BulkApprovalForm items={items} bulk={bulk} onClose={onClose} />
    </Sheet>
  );
}
