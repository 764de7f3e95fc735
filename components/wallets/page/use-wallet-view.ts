"use client";

import { parseAsStringLiteral, useQueryStates } from "nuqs";

const TABS = ["activity", "transactions", "cards", "notes", "customer", "raw"] as const;
const SHEETS = ["freeze", "enable", "pnc", "pin", "kyc"] as const;
export type WalletTab = (typeof TABS)[number];
export type WalletSheet = (typeof SHEETS)[number];

/** The open tab and sheet of a wallet, kept in the address. Dashboard 2.3. */
export function useWalletView() {
  const [view, change] = useQueryStates({
    tab: parseAsStringLiteral(TABS).withDefault("activity"),
    sheet: parseAsStringLiteral(SHEETS),
  });
  return {
    tab: view.tab,
    sheet: view.sheet,
    showTab: (tab: WalletTab) => void change({ tab }),
    openSheet: (sheet: WalletSheet | null) => void change({ sheet }),
  };
}
