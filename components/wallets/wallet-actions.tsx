"use client";

import { CircleCheck, Lock, Snowflake } from "lucide-react";
import { useId } from "react";
import type { Wallet } from "../../contract/wallets.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useWalletRights } from "./use-wallet-rights.ts";
import type { WalletSheet } from "./use-wallet-view.ts";

type WalletActionsProps = {
  wallet: Wallet;
  isIdentityFreeze: boolean;
  /** The element that says why an identity freeze blocks Enable. */
  blockedId: string;
  onOpen: (sheet: WalletSheet) => void;
};

/** Freeze or Enable, and Transfer. What this person may not do stays visible, focusable, and says why. Dashboard 2.4, 5.2. */
export function WalletActions({ wallet, isIdentityFreeze, blockedId, onOpen }: WalletActionsProps) {
  const id = useId();
  const rights = useWalletRights();
  const isFrozen = wallet.status === "FROZEN";
  const missingRight = isFrozen ? rights.enabling : rights.freezing;
  const isBlocked = missingRight !== null || (isFrozen && isIdentityFreeze);
  const reasons = [missingRight !== null && id, isFrozen && isIdentityFreeze && blockedId].filter(Boolean).join(" ");
  return (
    <div className="flex w-full flex-col gap-2 md:items-end">
      <div className="flex gap-2">
        <Button
          variant={isFrozen ? "primary" : "plain"}
          icon={isBlocked ? Lock : isFrozen ? CircleCheck : Snowflake}
          isBlocked={isBlocked}
          aria-describedby={reasons || undefined}
          aria-haspopup="dialog"
          onClick={() => onOpen(isFrozen ? "enable" : "freeze")}
        >
          {isFrozen ? "Enable" : "Freeze"}
        </Button>
        <ButtonLink href={`/transfers/new?from=${wallet.customerId}`} variant={isFrozen ? "plain" : "primary"}>
          Transfer
        </ButtonLink>
      </div>
      {missingRight !== null && (
        <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs md:max-w-72">
          <Icon of={Lock} size={12} className="mt-0.5" />
          {missingRight}
        </p>
      )}
    </div>
  );
}
