"use client";

import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { refusalOf } from "../../../lib/permissions.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { PinForm } from "../controls/pin-form.tsx";
import { PostNoCreditForm } from "../controls/post-no-credit-form.tsx";
import { KycSheetBody } from "../customer/kyc-sheet-body.tsx";
import { texts } from "./texts.ts";
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
        title={wallet.postNoCredit ? texts.allowCredits : texts.blockCredits}
        isOpen={open === "pnc" && mayBlock}
        onOpenChange={onClose}
      >
        <PostNoCreditForm
          wallet={wallet}
          asOf={asOf}
          onCancel={onClose}
          onDone={(isBlocked) => say(isBlocked ? texts.creditsBlocked : texts.creditsAllowedAgain)}
        />
      </Sheet>
      <Sheet
        title={wallet.isPinSet ? texts.replaceTransactionPin : texts.setTransactionPin}
        isOpen={open === "pin" && maySetPin}
        onOpenChange={onClose}
      >
        <PinForm
          wallet={wallet}
          asOf={asOf}
          onCancel={onClose}
          onDone={() => say(wallet.isPinSet ? texts.pinReplaced : texts.pinSet)}
        />
      </Sheet>
      <Sheet title={texts.identityAndTier} isOpen={open === "kyc" && mayVerify} onOpenChange={onClose}>
        <KycSheetBody wallet={wallet} asOf={asOf} onClose={onClose} />
      </Sheet>
    </>
  );
}
