"use client";

import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Ban,
  Braces,
  CircleCheck,
  IdCard,
  KeyRound,
  UserRoundPen,
} from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { refusalOf } from "../../../lib/permissions.ts";
import { Menu, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { texts } from "./texts.ts";
import type { WalletSheet, WalletTab } from "./use-wallet-view.ts";

export type WalletMoreProps = {
  wallet: Wallet;
  onOpen: (sheet: WalletSheet) => void;
  onShow: (tab: WalletTab) => void;
};
type WalletMoreMenuProps = WalletMoreProps & { trigger: ReactNode };

export function WalletMoreMenu({ wallet, trigger, onOpen, onShow }: WalletMoreMenuProps) {
  const session = useSession();
  const router = useRouter();
  const { customerId } = wallet;
  const moneyRefusal = refusalOf(session, "creditOrDebit");
  return (
    <Menu trigger={trigger} isOpenAtFirst label={texts.moreActions}>
      <MenuItem
        icon={ArrowDownToLine}
        obstacle={moneyRefusal}
        onSelect={() => router.push(`/transactions/new?kind=credit&to=${customerId}`)}
      >
        {texts.credit}
      </MenuItem>
      <MenuItem
        icon={ArrowUpFromLine}
        obstacle={moneyRefusal}
        onSelect={() => router.push(`/transactions/new?kind=debit&from=${customerId}`)}
      >
        {texts.debit}
      </MenuItem>
      <MenuLine />
      <MenuItem
        icon={wallet.postNoCredit ? CircleCheck : Ban}
        obstacle={refusalOf(session, "setPostNoCredit")}
        onSelect={() => onOpen("pnc")}
      >
        {wallet.postNoCredit ? texts.allowCredits : texts.blockCredits}
      </MenuItem>
      <MenuItem icon={KeyRound} obstacle={refusalOf(session, "setTransactionPin")} onSelect={() => onOpen("pin")}>
        {wallet.isPinSet ? texts.replacePin : texts.setPin}
      </MenuItem>
      <MenuItem icon={IdCard} obstacle={refusalOf(session, "verifyIdentity")} onSelect={() => onOpen("kyc")}>
        {texts.identityAndTier}
      </MenuItem>
      <MenuItem icon={UserRoundPen} obstacle={refusalOf(session, "updateCustomer")} onSelect={() => onShow("customer")}>
        {texts.editCustomer}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Braces} onSelect={() => onShow("raw")}>
        {texts.rawData2}
      </MenuItem>
    </Menu>
  );
}
