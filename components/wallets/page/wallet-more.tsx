"use client";

import { Ellipsis } from "lucide-react";
import { lazyMenu } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import type { WalletMoreProps } from "./wallet-more-menu.tsx";

/** Less frequent actions on a wallet. */
export const WalletMore = lazyMenu(
  (_: WalletMoreProps) => (
    <Button aria-haspopup="menu" data-actions iconOnly icon={Ellipsis} aria-label="More actions" />
  ),
  () => import("./wallet-more-menu.tsx").then((module) => module.WalletMoreMenu),
);
