"use client";

import type { ReactNode } from "react";
import { Sheet } from "../ui/overlay.tsx";
import type { RemovalVerb } from "./remove-approval-form.tsx";

const titles: Record<RemovalVerb, string> = { decline: "Decline request", withdraw: "Withdraw request" };

type RemoveApprovalSheetProps = {
  verb: RemovalVerb | null;
  onClose: () => void;
  children: (verb: RemovalVerb) => ReactNode;
};

export function RemoveApprovalSheet({ verb, onClose, children }: RemoveApprovalSheetProps) {
  return (
    <Sheet title={titles[verb ?? "decline"]} isOpen={verb !== null} onOpenChange={onClose}>
      {verb && children(verb)}
    </Sheet>
  );
}
