"use client";

import type { PendingDetails } from "../../../contract/approvals.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { requestTitle } from "../approval-texts.ts";
import { type RemovalVerb, RemoveApprovalForm } from "./remove-approval-form.tsx";
import { texts } from "./texts.ts";

const titles: Record<RemovalVerb, string> = { decline: texts.declineRequest, withdraw: texts.withdrawRequest };

type RemoveApprovalSheetProps = {
  /** `null` while it is closed. */
  verb: RemovalVerb | null;
  details: PendingDetails;
  onClose: () => void;
  onDone: (verb: RemovalVerb) => void;
  onOvertaken: () => void;
};

export function RemoveApprovalSheet({ verb, details, onClose, onDone, onOvertaken }: RemoveApprovalSheetProps) {
  const { id, amount, creatorName } = details;
  return (
    <Sheet title={titles[verb ?? "decline"]} isOpen={verb !== null} onOpenChange={onClose}>
      {verb && (
        <RemoveApprovalForm
          id={id}
          verb={verb}
          summary={texts.requestTitleAmountSubmitted(requestTitle(details), formatKobo(amount), creatorName)}
          onCancel={onClose}
          onOvertaken={onOvertaken}
          onDone={() => onDone(verb)}
        />
      )}
    </Sheet>
  );
}
