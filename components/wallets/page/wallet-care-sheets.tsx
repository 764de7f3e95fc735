"use client";

import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { refusalOf } from "../../../lib/permissions.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { PinForm } from "../controls/pin-form.tsx";
import { PostNoCreditForm } from "../controls/post-no-credit-form.tsx";
import { KycSheetBody } from "../customer/kyc-sheet-body.tsx";
import type { WalletSheet } from "./use-wallet-view.ts";

type WalletCareSheetsProps = {
  wallet: Wallet;
  asOf: number;
  open: WalletSheet | null;
  onClose: () => void;
};

/** Sheets for credits, PIN and identity. Without the permission a sheet does not open, even from a link. */
export function WalletCareSheets({ wallet, asOf, open, onClose }: WalletCareSheetsProps) {
  const session = useSession();
  const mayBlock = refusalOf(session, "setPostNoCredit") === null;
  const maySetPin = refusalOf(session, "setTransactionPin") === null;
  const mayVerify = refusalOf(session, "verifyIdentity") === null;
  const say = (title: string) => {
    onClose();
    showToast({ title });
  };
  return (
    <>
      <Sheet
        title={wallet.postNoCredit ? "Allow credits" : "Block credits"}
        isOpen={open === "pnc" && mayBlock}
        onOpenChange={onClose}
      >
        <PostNoCreditForm
          wallet={wallet}
          asOf={asOf}
          onCancel={onClose}
          onDone={(isBlocked) => say(isBlocked ? "Credits blocked" : "Credits allowed again")}
        />
      </Sheet>
      <Sheet
        title={wallet.isPinSet ? "Replace transaction PIN" : "Set transaction PIN"}
        isOpen={open === "pin" && maySetPin}
        onOpenChange={onClose}
      >
        <PinForm
          wallet={wallet}
          asOf={asOf}
          onCancel={onClose}
          onDone={() => say(wallet.isPinSet ? "PIN replaced" : "PIN set")}
        />
      </Sheet>
      <Sheet title="Identity and tier" isOpen={open === "kyc" && mayVerify} onOpenChange={onClose}>
        <KycSheetBody wallet={wallet} asOf={asOf} onClose={onClose} />
      </Sheet>
    </>
  );
}
