"use client";

import { formatKobo } from "../../../lib/format/money.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { FundWalletForm } from "./fund-wallet-form.tsx";
import { texts } from "./texts.ts";

/** Asks how much test money to add, then shows the new balance. */
export function FundWalletSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet title={texts.addSandboxFunds} isOpen={isOpen} onOpenChange={onClose}>
      <FundWalletForm
        onCancel={onClose}
        onDone={({ amount, availableBalance }) => {
          onClose();
          showToast({ title: texts.amountAddedNowAvailable(formatKobo(amount), formatKobo(availableBalance)) });
        }}
      />
    </Sheet>
  );
}
