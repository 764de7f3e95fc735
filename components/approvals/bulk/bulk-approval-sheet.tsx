"use client";

import type { PendingItem } from "../../../contract/approvals.ts";
import { countOf } from "../../../lib/format/names.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { BulkApprovalForm } from "./bulk-approval-form.tsx";
import { texts } from "./texts.ts";
import { useBulkApproval } from "./use-bulk-approval.ts";

type BulkApprovalSheetProps = {
  /** The selection when the sheet opened. */
  items: readonly PendingItem[];
  onClose: () => void;
};

/** Approves the selection. Closing it during the run stops after the current request and keeps the sheet open for the outcomes. */
export function BulkApprovalSheet({ items, onClose }: BulkApprovalSheetProps) {
  const bulk = useBulkApproval(items);
  return (
    <Sheet
      title={texts.approveRequests(countOf(items.length, "request"))}
      isOpen
      onOpenChange={() => (bulk.isRunning ? bulk.stop() : onClose())}
    >
      <BulkApprovalForm items={items} bulk={bulk} onClose={onClose} />
    </Sheet>
  );
}
