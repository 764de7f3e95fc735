"use client";

import { Snowflake } from "lucide-react";
import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useEnableWallet } from "../../../lib/api/wallets.ts";
import { refusalOf } from "../../../lib/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Sheet, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { EnableWalletForm } from "../controls/enable-wallet-form.tsx";
import { FreezeWalletForm } from "../controls/freeze-wallet-form.tsx";
import { texts } from "./texts.ts";
import type { WalletSheet } from "./use-wallet-view.ts";
import { WalletCareSheets } from "./wallet-care-sheets.tsx";

type WalletSheetsProps = {
  wallet: Wallet;
  asOf: number;
  frozenBy: WalletActivity | undefined;
  isIdentityFreeze: boolean;
  open: WalletSheet | null;
  onOpenChange: (sheet: WalletSheet | null) => void;
};

/** All sheets of a wallet, and the toasts after them. Dashboard 5.2 to 5.5. */
export function WalletSheets(props: WalletSheetsProps) {
  const { wallet, asOf, frozenBy, isIdentityFreeze, open, onOpenChange } = props;
  const session = useSession();
  const mayLift = refusalOf(session, "enableWallet") === null;
  const sayFrozen = useFrozenToast(wallet.customerId, mayLift);
  const close = () => onOpenChange(null);
  const isFrozen = wallet.status === "FROZEN";
  const mayEnable = isFrozen && mayLift && !isIdentityFreeze && wallet.freezeCause !== "emergency";
  const mayFreeze = refusalOf(session, "freezeWallet") === null;
  return (
    <>
      <Sheet title={texts.freezeWallet} isOpen={open === "freeze" && mayFreeze} onOpenChange={close}>
        {isFrozen ? (
          <AlreadyFrozen reason={wallet.reason} onClose={close} />
        ) : (
          <FreezeWalletForm
            wallet={wallet}
            asOf={asOf}
            onCancel={close}
            onDone={() => {
              close();
              sayFrozen();
            }}
          />
        )}
      </Sheet>
      <Sheet title={texts.enableWallet} isOpen={open === "enable" && mayEnable} onOpenChange={close}>
        <EnableWalletForm
          wallet={wallet}
          asOf={asOf}
          frozenBy={frozenBy}
          onCancel={close}
          onDone={() => {
            close();
            showToast({ title: texts.walletEnabled });
          }}
        />
      </Sheet>
      <WalletCareSheets wallet={wallet} asOf={asOf} open={open} onClose={close} />
    </>
  );
}

/** Another user froze it first, or the response to the freeze was lost. */
function AlreadyFrozen({ reason, onClose }: { reason: string | null; onClose: () => void }) {
  return (
    <>
      <SheetBody>
        <Callout tone="ice" icon={Snowflake} role="status" title={texts.theWalletIsFrozen}>
          <p>{reason ?? texts.noReasonIsOn}</p>
        </Callout>
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </SheetFoot>
    </>
  );
}

/** `Wallet frozen · Enable`: undo is a separate call, offered to users with the permission. */
function useFrozenToast(customerId: string, mayEnable: boolean): () => void {
  const { mutateAsync } = useEnableWallet();
  const undo = async () => {
    try {
      await mutateAsync({ customerId });
      showToast({ title: texts.walletEnabled });
    } catch (error) {
      showToast({ tone: "bad", title: error instanceof ServiceError ? error.message : texts.theWalletWasNot });
    }
  };
  return () =>
    showToast({
      title: texts.walletFrozen,
      ...(mayEnable && {
        action: { label: texts.enable, alternative: texts.enableTheWalletOn, run: () => void undo() },
      }),
    });
}
