"use client";

import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  FileUp,
  FlaskConical,
  LogOut,
  Moon,
  Plus,
  Sun,
  UserRound,
  Wallet as WalletIcon,
  Webhook,
} from "lucide-react";
import { useRouter } from "next/navigation";
import type { Wallet } from "../../../contract/wallets.ts";
import { signOut } from "../../../lib/api/auth.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can, refusalOf, type Session } from "../../../lib/permissions.ts";
import { statusLook } from "../../wallets/controls/wallet-status.ts";
import { useRecentWallets } from "../../wallets/list/recent-wallets.ts";
import type { WalletLookup } from "../../wallets/list/use-wallet-lookup.ts";
import { placesFor } from "../shell/navigation.ts";
import { useTheme } from "../shell/theme.ts";
import type { PaletteRow } from "./palette-row.ts";
import { useWalletPageRows } from "./palette-wallet-rows.ts";

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
  const tasks = tasksOf(session).map(({ href, ...task }) => ({ ...task, run: () => router.push(href) }));
  return [
    ...places,
    ...tasks,
    { id: "theme-light", icon: Sun, text: "Light theme", run: () => chooseTheme("light") },
    { id: "theme-dark", icon: Moon, text: "Dark theme", run: () => chooseTheme("dark") },
    { id: "sign-out", icon: LogOut, text: "Sign out", run: () => void signOut() },
  ];
}

/** What this person may begin from anywhere. */
function tasksOf(session: Session) {
  const maySubmit = can(session, "BROWSE_TRANSACTIONS");
  const mayTransfer = maySubmit && refusalOf(session, "submitTransfer") === null;
  const mayMove = maySubmit && refusalOf(session, "creditOrDebit") === null;
  const mayCreate = refusalOf(session, "createWallet") === null;
  const form = "/transfers/new";
  const all = [
    { id: "new-wallet", icon: Plus, text: "Create wallet", href: "/wallets/new", isOpen: mayCreate },
    { id: "new-transfer", icon: ArrowLeftRight, text: "New transfer", href: form, isOpen: mayTransfer },
    { id: "new-credit", icon: ArrowDownToLine, text: "New credit", href: `${form}?kind=credit`, isOpen: mayMove },
    { id: "new-debit", icon: ArrowUpFromLine, text: "New debit", href: `${form}?kind=debit`, isOpen: mayMove },
    { id: "new-import", icon: FileUp, text: "New import", href: "/imports/new", isOpen: mayCreate || mayMove },
    {
      id: "new-subscription",
      icon: Webhook,
      text: "New webhook subscription",
      href: "/webhooks/new",
      isOpen: can(session, "MANAGE_WEBHOOKS"),
    },
    {
      id: "fund",
      icon: FlaskConical,
      text: "Add sandbox funds",
      href: "/?sheet=fund",
      isOpen: session.mode === "SANDBOX" && can(session, "UPDATE_MERCHANT_DETAIL"),
    },
  ];
  return all.filter(({ isOpen }) => isOpen).map(({ isOpen: _, ...task }) => task);
}

/** Without marks and case, so that `ola` finds Ọlá. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
