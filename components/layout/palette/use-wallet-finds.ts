"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletsQuery } from "../../../lib/api/wallets.ts";
import { isSearchable, readSearchTerm } from "../../../lib/format/search-term.ts";

const SETTLE_MS = 150;
const MOST = 8;

export type WalletFinds = { state: "idle" | "loading" | "found" | "failed"; wallets: readonly Wallet[] };

/**
 * Wallets that a name, phone number or e-mail address finds, once typing rests for 150 ms; a call that is not wanted any more
 * is given up. Anything else is not sent. Dashboard 5.1.
 */
export function useWalletFinds(typed: string): WalletFinds {
  const session = useSession();
  const isWanted = isSearchable(readSearchTerm(typed));
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(isWanted ? typed.trim() : ""), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, isWanted]);
  const read = useQuery({
    ...walletsQuery(session, { search: settled, page: 1, perPage: MOST }),
    enabled: settled !== "",
  });
  if (!isWanted) return { state: "idle", wallets: [] };
  // What an older text found is not offered for this one: Enter must open what was asked for.
  if (settled !== typed.trim() || read.isPending || read.isPlaceholderData) return { state: "loading", wallets: [] };
  if (!read.data) return { state: "failed", wallets: [] };
  return { state: "found", wallets: read.data.wallets };
}
