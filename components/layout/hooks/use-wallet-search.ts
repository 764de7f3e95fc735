"use client";

import { useQuery } from "@tanstack/react-query";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletsQuery } from "../../../lib/api/wallets.ts";
import { isSearchable, readSearchTerm } from "../../../lib/format/search-term.ts";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";

const DEBOUNCE_MS = 150;
const MAX_RESULTS = 8;

export type WalletSearch = { state: "idle" | "loading" | "found" | "failed"; wallets: readonly Wallet[] };

/**
 * Searches wallets by name, phone number or e-mail after 150 ms without a change, and aborts outdated requests. Other texts are not
 * sent. Dashboard 5.1.
 */
export function useWalletSearch(typed: string): WalletSearch {
  const session = useSession();
  const isWanted = isSearchable(readSearchTerm(typed));
  const wanted = isWanted ? typed.trim() : "";
  const [search] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const read = useQuery({
    ...walletsQuery(session, { search, page: 1, perPage: MAX_RESULTS }),
    enabled: search !== "",
  });
  if (!isWanted) return { state: "idle", wallets: [] };
  // Results of an earlier text are not shown for this one: Enter must open a result of the typed text.
  if (search !== wanted || read.isPending || read.isPlaceholderData) return { state: "loading", wallets: [] };
  if (!read.data) return { state: "failed", wallets: [] };
  return { state: "found", wallets: read.data.wallets };
}
