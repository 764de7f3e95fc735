"use client";

import { Snowflake } from "lucide-react";
import type { WalletActivity } from "../../contract/wallet-activity.ts";
import type { Wallet } from "../../contract/wallets.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { useEnableWallet } from "../../lib/api/wallets.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Sheet, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { EnableWalletForm } from "./enable-wallet-form.tsx";
import { FreezeWalletForm } from "./freeze-wallet-form.tsx";
import { useWalletRights } from "./use-wallet-rights.ts";
import type { WalletSheet } from "./use-wallet-view.ts";

type WalletSheetsProps = {
  wallet: Wallet;
  asOf: number;
  frozenBy: WalletActivity | undefined;
  isIdentityFreeze: boolean;
  open: WalletSheet | null;
  onOpenChange: (sheet: WalletSheet | null) => void;
};

/** The freeze and enable sheets, and what is said when they are done. Dashboard 5.2. */
export function WalletSheets({ wallet, asOf, frozenBy, isIdentityFreeze, open, onOpenChange }: WalletSheetsProps) {
  const rights = useWalletRights();
  const sayFrozen = useFrozenToast(wallet.customerId, rights.enabling === null);
  const close = () => onOpenChange(null);
  const isFrozen = wallet.status === "FROZEN";
  const mayEnable = isFrozen && rights.enabling === null && !isIdentityFreeze;
  return (
    <>
      <Sheet title="Freeze wallet" isOpen={open === "freeze" && rights.freezing === null} onOpenChange={close}>
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
      <Sheet title="Enable wallet" isOpen={open === "enable" && mayEnable} onOpenChange={close}>
        <EnableWalletForm
          wallet={wallet}
          asOf={asOf}
          frozenBy={frozenBy}
          onCancel={close}
          onDone={() => {
            close();
            showToast({ title: "Wallet enabled" });
          }}
        />
      </Sheet>
    </>
  );
}

/** Someone else was quicker, or the answer to the freeze was lost on its way. */
function AlreadyFrozen({ reason, onClose }: { reason: string | null; onClose: () => void }) {
  return (
    <>
      <SheetBody>
        <Callout tone="ice" icon={Snowflake} role="status" title="The wallet is frozen now">
          <p>{reason ?? "No reason is on record."}</p>
        </Callout>
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </SheetFoot>
    </>
  );
}

/** "Wallet frozen · Enable": undoing is a second call of its own, offered to those who may. */
function useFrozenToast(customerId: string, mayEnable: boolean): () => void {
  const { mutateAsync } = useEnableWallet();
  const undo = async () => {
    try {
      await mutateAsync({ customerId });
      showToast({ title: "Wallet enabled" });
    } catch (error) {
      showToast({ tone: "bad", title: error instanceof ServiceError ? error.message : "The wallet was not enabled." });
    }
  };
  return () =>
    showToast({
      title: "Wallet frozen",
      ...(mayEnable && {
        action: { label: "Enable", alternative: "Enable the wallet on its page", run: () => void undo() },
      }),
    });
}
