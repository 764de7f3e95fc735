"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Wallet, WalletInfo } from "../../../contract/wallets.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletByAccountQuery, walletByIdQuery, walletInfoQuery, walletQuery } from "../../../lib/api/wallets.ts";
import { readSearchTerm, type SearchTerm } from "../../../lib/format/search-term.ts";
import { isPasted, useDebouncedValue } from "../../ui/use-debounced-value.ts";

/** Long enough to type the eleventh digit: the first ten of a BVN or NIN must not be looked up as an account number. */
const DEBOUNCE_MS = 400;

export type WalletLookup = Found & {
  /** For Enter: looks the text up without waiting, and opens the wallet once it is found. */
  openWhenFound: () => void;
};
type Found =
  | { state: "idle" | "loading" | "missing"; term: SearchTerm }
  | { state: "found"; term: SearchTerm; wallet: Wallet }
  | { state: "merchant"; term: SearchTerm; info: WalletInfo }
  | { state: "failed"; term: SearchTerm; error: unknown; retry: () => void };

/**
 * Looks up the typed text: ten digits as an account number, or the merchant's own wallet if no customer has it; a UUID as the ID of
 * a customer or wallet. Nothing else is sent, in particular nothing that could be a BVN or NIN. Dashboard 5.1.
 */
export function useWalletLookup(typed: string, onOpen: (href: string) => void = () => undefined): WalletLookup {
  const [settled, settle] = useDebouncedValue(typed, DEBOUNCE_MS, { isImmediate: isPasted });
  const [wanted, setWanted] = useState("");
  const found = useFound(settled);
  const term = readSearchTerm(typed);
  const isWaiting = settled !== typed && (term.kind === "account" || term.kind === "customer");
  const lookup: Found = settled === typed ? found : { state: isWaiting ? "loading" : "idle", term };
  const href = hrefOf(lookup);
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    if (href === undefined || wanted === "" || wanted !== typed) return;
    setWanted("");
    open(href);
  }, [href, wanted, typed]);
  const openWhenFound = () => {
    settle();
    setWanted(typed);
  };
  return { ...lookup, openWhenFound };
}

/** The address that Enter opens. */
function hrefOf(lookup: Found): string | undefined {
  if (lookup.state === "found") return `/wallets/${lookup.wallet.customerId}`;
  return lookup.state === "merchant" ? "/" : undefined;
}

function useFound(text: string): Found {
  const session = useSession();
  const queries = useQueryClient();
  const term = readSearchTerm(text);
  const accountNumber = term.kind === "account" ? term.accountNumber : "";
  const customerId = term.kind === "customer" ? term.customerId : "";
  const byAccount = useQuery({ ...walletByAccountQuery(session, accountNumber), enabled: accountNumber !== "" });
  const byId = useQuery({ ...walletByIdQuery(session, customerId), enabled: customerId !== "" });
  const isNoCustomer = accountNumber !== "" && isMissing(byAccount.error);
  const info = useQuery({ ...walletInfoQuery(session, accountNumber), enabled: isNoCustomer });

  // Seeds the cache, so that the wallet's page opens without a request.
  const wallet = byAccount.data ?? byId.data;
  useEffect(() => {
    if (wallet) queries.setQueryData(walletQuery(session, wallet.customerId).queryKey, wallet);
  }, [wallet, queries, session]);

  if (accountNumber === "" && customerId === "") return { state: "idle", term };
  if (customerId !== "") return outcome(term, byId);
  if (!isNoCustomer) return outcome(term, byAccount);
  if (info.data) return { state: "merchant", term, info: info.data };
  return outcome(term, { ...info, data: undefined });
}

type Read = { data?: Wallet | undefined; error: unknown; isPending: boolean; refetch: () => unknown };

function outcome(term: SearchTerm, read: Read): Found {
  if (read.data) return { state: "found", term, wallet: read.data };
  if (read.isPending) return { state: "loading", term };
  if (isMissing(read.error)) return { state: "missing", term };
  return { state: "failed", term, error: read.error, retry: () => void read.refetch() };
}

function isMissing(error: unknown): boolean {
  return error instanceof ServiceError && ["customer_not_found", "wallet_not_found", "not_found"].includes(error.code);
}
