"use client";

import { ArrowLeftRight, FlaskConical, LogOut, type LucideIcon, Moon, Sun, UserRound, Wallet } from "lucide-react";
import { useRouter } from "next/navigation";
import { signOut } from "../../lib/api/auth.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { useRecentWallets } from "../wallets/recent-wallets.ts";
import type { WalletLookup } from "../wallets/use-wallet-lookup.ts";
import { placesFor } from "./navigation.ts";
import { useTheme } from "./theme.ts";

/** One row that Enter opens. `id` is stable, so that the chosen row survives new results. */
export type PaletteRow = { id: string; icon: LucideIcon; text: string; note?: string; run: () => void };
export type PaletteGroup = { heading: string; rows: PaletteRow[] };

/** What the palette offers for a text: the wallet it names, then recent wallets and actions that match it. Dashboard 5.1. */
export function usePaletteGroups(text: string, lookup: WalletLookup): PaletteGroup[] {
  const recents = useRecentRows();
  const actions = useActionRows();
  const found = useFoundRows(lookup);
  const matches = (row: PaletteRow) => fold(row.text).includes(fold(text.trim()));
  return [
    { heading: "Wallet", rows: found },
    { heading: "Recent", rows: recents.filter(matches).slice(0, text.trim() === "" ? 5 : 20) },
    { heading: "Actions", rows: actions.filter(matches) },
  ].filter(({ rows }) => rows.length > 0);
}

function useFoundRows(lookup: WalletLookup): PaletteRow[] {
  const router = useRouter();
  if (lookup.state === "found") {
    const { customerId, accountName, accountNumber } = lookup.wallet;
    const run = () => router.push(`/wallets/${customerId}`);
    return [{ id: `wallet-${customerId}`, icon: Wallet, text: accountName, note: accountNumber, run }];
  }
  if (lookup.state !== "merchant") return [];
  const run = () => router.push("/");
  return [{ id: "merchant-wallet", icon: Wallet, text: lookup.info.accountName, note: "your merchant wallet", run }];
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
  const mayFund = session.mode === "SANDBOX" && can(session, "UPDATE_MERCHANT_DETAIL");
  return [
    ...places,
    ...(can(session, "MANAGE_TRANSFER") ? [transfer] : []),
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
