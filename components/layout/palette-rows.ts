"use client";

import { ArrowLeftRight, FlaskConical, LogOut, Moon, Plus, Sun, UserRound, Wallet as WalletIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import type { Wallet } from "../../contract/wallets.ts";
import { signOut } from "../../lib/api/auth.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can, refusalOf } from "../../lib/permissions.ts";
import { useRecentWallets } from "../wallets/recent-wallets.ts";
import type { WalletLookup } from "../wallets/use-wallet-lookup.ts";
import { statusLook } from "../wallets/wallet-status.ts";
import { placesFor } from "./navigation.ts";
import type { PaletteRow } from "./palette-row.ts";
import { useWalletPageRows } from "./palette-wallet-rows.ts";
import { useTheme } from "./theme.ts";

export type PaletteGroup = { heading: string; rows: PaletteRow[] };

/**
 * What the palette offers for a text: the wallet it names or those that it finds, then recent wallets, what can be done to
 * the wallet on the page, and other actions that match it. Dashboard 5.1.
 */
export function usePaletteGroups(text: string, lookup: WalletLookup, found: readonly Wallet[]): PaletteGroup[] {
  const recents = useRecentRows();
  const ofWallet = useWalletPageRows();
  const actions = useActionRows();
  const exact = useFoundRows(lookup);
  const named = useWalletRows(found);
  const isListed = new Set(found.map(({ customerId }) => `recent-${customerId}`));
  const matches = (row: PaletteRow) => fold(row.text).includes(fold(text.trim()));
  return [
    { heading: "Wallet", rows: exact },
    { heading: "Wallets", rows: named },
    {
      heading: "Recent",
      rows: recents.filter((row) => matches(row) && !isListed.has(row.id)).slice(0, text.trim() === "" ? 5 : 20),
    },
    { heading: "This wallet", rows: ofWallet.filter(matches) },
    { heading: "Actions", rows: actions.filter(matches) },
  ].filter(({ rows }) => rows.length > 0);
}

/** Found by name, phone or e-mail: each says its number and, where it is not active, its status. */
function useWalletRows(wallets: readonly Wallet[]): PaletteRow[] {
  const router = useRouter();
  return wallets.map((wallet) => ({
    id: `wallet-${wallet.customerId}`,
    icon: WalletIcon,
    text: wallet.accountName,
    note: `${wallet.accountNumber} · ${statusLook(wallet).word}`,
    run: () => router.push(`/wallets/${wallet.customerId}`),
  }));
}

function useFoundRows(lookup: WalletLookup): PaletteRow[] {
  const router = useRouter();
  if (lookup.state === "found") {
    const { customerId, accountName, accountNumber } = lookup.wallet;
    const run = () => router.push(`/wallets/${customerId}`);
    const note = `${accountNumber} · ${statusLook(lookup.wallet).word}`;
    return [{ id: `wallet-${customerId}`, icon: WalletIcon, text: accountName, note, run }];
  }
  if (lookup.state !== "merchant") return [];
  const run = () => router.push("/");
  return [
    { id: "merchant-wallet", icon: WalletIcon, text: lookup.info.accountName, note: "your merchant wallet", run },
  ];
}

function useRecentRows(): PaletteRow[] {
  const router = useRouter();
  return useRecentWallets().map(({ customerId, name, lastDigits }) => ({
    id: `recent-${customerId}`,
    icon: UserRound,
    text: name,
    note: `…${lastDigits}`,
    run: () => router.push(`/wallets/${customerId}`),
  }));
}

function useActionRows(): PaletteRow[] {
  const session = useSession();
  const router = useRouter();
  const [, chooseTheme] = useTheme();
  const places = placesFor(session).map(({ href, label, icon }) => ({
    id: `go-${href}`,
    icon,
    text: `Go to ${label.toLowerCase()}`,
    run: () => router.push(href),
  }));
  const fund = { id: "fund", icon: FlaskConical, text: "Add sandbox funds", run: () => router.push("/?sheet=fund") };
  const transfer = {
    id: "new-transfer",
    icon: ArrowLeftRight,
    text: "New transfer",
    run: () => router.push("/transfers/new"),
  };
  const create = { id: "new-wallet", icon: Plus, text: "Create wallet", run: () => router.push("/wallets/new") };
  const mayFund = session.mode === "SANDBOX" && can(session, "UPDATE_MERCHANT_DETAIL");
  return [
    ...places,
    ...(refusalOf(session, "createWallet") === null ? [create] : []),
    ...(refusalOf(session, "submitTransfer") === null ? [transfer] : []),
    ...(mayFund ? [fund] : []),
    { id: "theme-light", icon: Sun, text: "Light theme", run: () => chooseTheme("light") },
    { id: "theme-dark", icon: Moon, text: "Dark theme", run: () => chooseTheme("dark") },
    { id: "sign-out", icon: LogOut, text: "Sign out", run: () => void signOut() },
  ];
}

/** Without marks and case, so that `ola` finds Ọlá. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
