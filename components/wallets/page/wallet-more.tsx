"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { usePreload } from "../../layout/hooks/use-preload.ts";
import type { WalletSheet, WalletTab } from "./use-wallet-view.ts";
import { WalletMoreButton } from "./wallet-more-button.tsx";

const load = () => import("./wallet-more-menu.tsx").then((module) => module.WalletMoreMenu);
const WalletMoreMenu = dynamic(load, { ssr: false, loading: () => <WalletMoreButton aria-busy /> });

export type WalletMoreProps = {
  wallet: Wallet;
  onOpen: (sheet: WalletSheet) => void;
  onShow: (tab: WalletTab) => void;
};

/** Less frequent actions on a wallet. */
export function WalletMore(props: WalletMoreProps) {
  const [isWanted, setIsWanted] = useState(false);
  usePreload(load);
  if (isWanted) return <WalletMoreMenu {...props} />;
  return <WalletMoreButton onClick={() => setIsWanted(true)} />;
}
