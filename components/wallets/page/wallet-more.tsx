"use client";

import { Ellipsis } from "lucide-react";
import type { Wallet } from "../../../contract/wallets.ts";
import { lazyMenu } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import type { WalletSheet, WalletTab } from "./use-wallet-view.ts";

export type WalletMoreProps = {
  wallet: Wallet;
  onOpen: (sheet: WalletSheet) => void;
  onShow: (tab: WalletTab) => void;
};

/** Less frequent actions on a wallet. */
export const WalletMore = lazyMenu(
  (_: WalletMoreProps) => (
    <Button aria-haspopup="menu" data-actions iconOnly icon={Ellipsis} aria-label="More actions" />
  ),
  () => import("./wallet-more-menu.tsx").then((module) => module.WalletMoreMenu),
);
