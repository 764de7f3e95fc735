"use client";

import { CircleCheck, Ellipsis, Lock, Snowflake } from "lucide-react";
import { useId } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { refusalOf } from "../../../lib/permissions.ts";
import { lazyMenu } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";
import type { WalletSheet, WalletTab } from "./use-wallet-view.ts";
import type { WalletMoreProps } from "./wallet-more-menu.tsx";

/** Less frequent actions on a wallet. */
export const WalletMore = lazyMenu(
  (_: WalletMoreProps) => (
    <Button aria-haspopup="menu" data-actions iconOnly icon={Ellipsis} aria-label={texts.moreActions} />
  ),
  () => import("./wallet-more-menu.tsx").then((module) => module.WalletMoreMenu),
);

type WalletActionsProps = {
  wallet: Wallet;
  isIdentityFreeze: boolean;
  /** ID of the element that explains why an identity freeze blocks Enable. */
  blockedId: string;
  onOpen: (sheet: WalletSheet) => void;
  onShow: (tab: WalletTab) => void;
};

/** Freeze or Enable, Send to bank, Transfer, and the menu. Actions without permission stay visible and focusable, with the reason. Dashboard 2.4. */
export function WalletActions({ wallet, isIdentityFreeze, blockedId, onOpen, onShow }: WalletActionsProps) {
  const id = useId();
  const session = useSession();
  const isFrozen = wallet.status === "FROZEN";
  const refusal = refusalOf(session, isFrozen ? "enableWallet" : "freezeWallet");
  const transferRefusal = refusalOf(session, "submitTransfer");
  const bankRefusal = refusalOf(session, "sendToBank");
  const isHeld = isFrozen && isIdentityFreeze;
  const isEmergency = wallet.freezeCause === "emergency";
  const reasons = [refusal !== null && id, (isHeld || isEmergency) && blockedId].filter(Boolean).join(" ");
  return (
    <div className="flex w-full flex-col gap-2 md:items-end">
      <div className="flex flex-wrap gap-2 max-md:gap-1.5 max-md:[&>:not(:last-child)]:px-2.5">
        <FreezeButton
          isFrozen={isFrozen}
          isBlocked={refusal !== null || isHeld || isEmergency}
          isFirst={isFrozen && !isHeld && !isEmergency}
          describedBy={reasons || undefined}
          onOpen={onOpen}
        />
        {isHeld && refusalOf(session, "verifyIdentity") === null && (
          <Button variant="primary" aria-haspopup="dialog" onClick={() => onOpen("kyc")}>
            {texts.checkIdentity}
          </Button>
        )}
        <SendLink
          href={`/transactions/new?kind=bank&from=${wallet.customerId}`}
          blockedId={bankRefusal && `${id}-bank`}
        >
          {texts.sendToBank}
        </SendLink>
        <SendLink
          href={`/transactions/new?from=${wallet.customerId}`}
          blockedId={transferRefusal && `${id}-transfer`}
          isFirst={!isFrozen}
        >
          {texts.transfer}
        </SendLink>
        <WalletMore wallet={wallet} onOpen={onOpen} onShow={onShow} />
      </div>
      {refusal !== null && <Reason id={id}>{refusal}</Reason>}
      {bankRefusal !== null && <Reason id={`${id}-bank`}>{bankRefusal}</Reason>}
      {transferRefusal !== null && <Reason id={`${id}-transfer`}>{transferRefusal}</Reason>}
    </div>
  );
}

type SendLinkProps = {
  href: string;
  /** The element with the reason, if this person may not do it. */
  blockedId: string | null;
  isFirst?: boolean;
  children: string;
};

function SendLink({ href, blockedId, isFirst = false, children }: SendLinkProps) {
  if (blockedId === null) {
    return (
      <ButtonLink href={href} variant={isFirst ? "primary" : "plain"}>
        {children}
      </ButtonLink>
    );
  }
  return (
    <Button icon={Lock} isBlocked aria-describedby={blockedId}>
      {children}
    </Button>
  );
}

type FreezeButtonProps = {
  isFrozen: boolean;
  isBlocked: boolean;
  /** The page's only primary button. */
  isFirst: boolean;
  describedBy: string | undefined;
  onOpen: (sheet: WalletSheet) => void;
};

function FreezeButton({ isFrozen, isBlocked, isFirst, describedBy, onOpen }: FreezeButtonProps) {
  const icon = isFrozen ? CircleCheck : Snowflake;
  return (
    <Button
      variant={isFirst ? "primary" : "plain"}
      icon={isBlocked ? Lock : icon}
      isBlocked={isBlocked}
      aria-describedby={describedBy}
      aria-haspopup="dialog"
      onClick={() => onOpen(isFrozen ? "enable" : "freeze")}
    >
      {isFrozen ? texts.enable : texts.freeze}
    </Button>
  );
}

function Reason({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs md:max-w-80">
      <Icon of={Lock} size={12} className="mt-0.5" />
      {children}
    </p>
  );
}
