"use client";

import { UserRound, Wallet as WalletIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import type { Wallet } from "../../../contract/wallets.ts";
import { useWalletSearch, type WalletSearch } from "../../layout/hooks/use-wallet-search.ts";
import { matchesText, type PaletteResults, type PaletteRow } from "../../layout/palette/palette-results.ts";
import { statusAppearance } from "../controls/wallet-status.ts";
import { useRecentWallets } from "../list/recent-wallets.ts";
import { useWalletLookup, type WalletLookup } from "../list/use-wallet-lookup.ts";
import { texts } from "./texts.ts";
import { useWalletActionRows } from "./wallet-action-rows.ts";

/**
 * The palette's wallets for a text: the wallet with this number or ID, wallets found by name, phone or e-mail, recent wallets, and
 * actions on the wallet whose page is open. Dashboard 5.1.
 */
export function useWalletResults(text: string, open: (href: string) => void): PaletteResults {
  const lookup = useWalletLookup(text, open);
  const search = useWalletSearch(text);
  const exact = useExactRows(lookup);
  const found = useFoundRows(search.wallets);
  const recent = useRecentRows().filter((row) => matchesText(row, text));
  const actions = useWalletActionRows().filter((row) => matchesText(row, text));
  const listed = new Set(search.wallets.map(({ customerId }) => `recent-${customerId}`));
  const unlisted = recent.filter(({ id }) => !listed.has(id));
  return {
    groups: [
      { heading: texts.wallet, rows: exact },
      { heading: texts.wallets, rows: found },
      { heading: texts.recent, rows: unlisted.slice(0, text.trim() === "" ? 5 : 20) },
      { heading: texts.thisWallet, rows: actions },
    ],
    status: statusText(lookup, search),
    hint: missingText(lookup, search) ?? texts.findsWalletsByName,
    ...(lookup.state === "loading" && { openWhenFound: lookup.openWhenFound }),
  };
}

/** Shows the account number and, unless it is active, the status. */
function useFoundRows(wallets: readonly Wallet[]): PaletteRow[] {
  const router = useRouter();
  return wallets.map((wallet) => ({
    id: `wallet-${wallet.customerId}`,
    icon: WalletIcon,
    text: wallet.accountName,
    note: `${wallet.accountNumber} · ${statusAppearance(wallet).word}`,
    run: () => router.push(`/wallets/${wallet.customerId}`),
  }));
}

function useExactRows(lookup: WalletLookup): PaletteRow[] {
  const router = useRouter();
  const rows = useFoundRows(lookup.state === "found" ? [lookup.wallet] : []);
  if (lookup.state !== "merchant") return rows;
  const text = lookup.info.accountName;
  const run = () => router.push("/");
  return [{ id: "merchant-wallet", icon: WalletIcon, text, note: texts.yourMerchantWallet, run }];
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

function statusText({ state, term }: WalletLookup, search: WalletSearch): string {
  if (state === "loading" || search.state === "loading") return texts.lookingUp;
  if (state === "failed" || search.state === "failed") return texts.theLookupDidNot;
  if (term.kind === "identity") return texts.thisLooksLikeA;
  return "";
}

/** A hint and not a status: other sources may find something. */
function missingText({ state }: WalletLookup, search: WalletSearch): string | undefined {
  if (state === "missing") return texts.noWalletOfThis;
  if (search.state === "found" && search.wallets.length === 0) return texts.noWalletOfThisAccount;
  return undefined;
}
