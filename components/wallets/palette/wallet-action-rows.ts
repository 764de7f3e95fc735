"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Ban,
  CircleCheck,
  IdCard,
  KeyRound,
  type LucideIcon,
  Snowflake,
  UserRoundPen,
} from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletQuery } from "../../../lib/api/wallets.ts";
import { refusalOf, type WalletAction } from "../../../lib/permissions.ts";
import type { PaletteRow } from "../../layout/palette/palette-results.ts";
import { isIdentityFreeze } from "../controls/wallet-status.ts";
import { texts } from "./texts.ts";

type Offer = { id: string; action: WalletAction; icon: LucideIcon; text: string; href: string };

/** The actions that the user may take on the wallet whose page is open. Empty on other pages. Dashboard 5.1. */
export function useWalletActionRows(): PaletteRow[] {
  const session = useSession();
  const router = useRouter();
  const customerId = /^\/wallets\/([0-9a-f-]{36})$/i.exec(usePathname())?.[1] ?? "";
  // Only data that the page has already read. The palette sends no request of its own.
  const { data: wallet } = useQuery({ ...walletQuery(session, customerId), enabled: false });
  if (!wallet) return [];
  return offersFor(wallet)
    .filter(({ action }) => refusalOf(session, action) === null)
    .map(({ id, icon, text, href }) => ({
      id: `this-${id}`,
      icon,
      text,
      note: wallet.accountName,
      run: () => router.push(href),
    }));
}

function offersFor(wallet: Wallet): Offer[] {
  const page = `/wallets/${wallet.customerId}`;
  const enable: Offer[] = isIdentityFreeze(wallet)
    ? []
    : [
        {
          id: "enable",
          action: "enableWallet",
          icon: CircleCheck,
          text: texts.enableWallet,
          href: `${page}?sheet=enable`,
        },
      ];
  const freeze: Offer = {
    id: "freeze",
    action: "freezeWallet",
    icon: Snowflake,
    text: texts.freezeWallet,
    href: `${page}?sheet=freeze`,
  };
  return [
    ...(wallet.status === "FROZEN" ? enable : [freeze]),
    {
      id: "transfer",
      action: "submitTransfer",
      icon: ArrowLeftRight,
      text: texts.transferFromThisWallet,
      href: `/transactions/new?from=${wallet.customerId}`,
    },
    {
      id: "credit",
      action: "creditOrDebit",
      icon: ArrowDownToLine,
      text: texts.creditThisWallet,
      href: `/transactions/new?kind=credit&to=${wallet.customerId}`,
    },
    {
      id: "debit",
      action: "creditOrDebit",
      icon: ArrowUpFromLine,
      text: texts.debitThisWallet,
      href: `/transactions/new?kind=debit&from=${wallet.customerId}`,
    },
    {
      id: "pnc",
      action: "setPostNoCredit",
      icon: wallet.postNoCredit ? CircleCheck : Ban,
      text: wallet.postNoCredit ? texts.allowCredits : texts.blockCredits,
      href: `${page}?sheet=pnc`,
    },
    {
      id: "pin",
      action: "setTransactionPin",
      icon: KeyRound,
      text: wallet.isPinSet ? texts.replacePin : texts.setPin,
      href: `${page}?sheet=pin`,
    },
    { id: "kyc", action: "verifyIdentity", icon: IdCard, text: texts.identityAndTier, href: `${page}?sheet=kyc` },
    {
      id: "edit",
      action: "updateCustomer",
      icon: UserRoundPen,
      text: texts.editCustomer,
      href: `${page}?tab=customer`,
    },
  ];
}
