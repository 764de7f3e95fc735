"use client";

import { formatKobo } from "../../../lib/format/money.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { FundWalletForm } from "./fund-wallet-form.tsx";

/** Asks how much test money to add, then shows the new balance. */
export function FundWalletSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet title="Add sandbox funds" isOpen={isOpen} onOpenChange={onClose}>
      <FundWalletForm
        onCancel={onClose}
        onDone={({ amount, availableBalance }) => {
          onClose();
          showToast({ title: `${formatKobo(amount)} added. Now ${formatKobo(availableBalance)}` });
        }}
      />
    </Sheet>
  );
}
