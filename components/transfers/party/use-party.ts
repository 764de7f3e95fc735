"use client";

import { useQuery } from "@tanstack/react-query";
import type { Wallet } from "../../../contract/wallets.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletByAccountQuery, walletQuery } from "../../../lib/api/wallets.ts";
import { isSearchable, readSearchTerm, type SearchTerm } from "../../../lib/format/search-term.ts";
import { texts } from "./texts.ts";

/** The wallet that a text identifies, as far as it is known. */
export type Party =
  | { state: "empty" | "loading" | "merchant" }
  /** Search text that matches wallets, of which one must be selected. */
  | { state: "search" }
  | { state: "found"; wallet: Wallet; asOf: number }
  | { state: "unfit"; message: string }
  | { state: "failed"; message: string; retry: () => void };

/** A side's name where there is no room for a card. */
export function partyName(party: Party): string {
  if (party.state === "merchant") return texts.merchantWallet;
  return party.state === "found" ? party.wallet.accountName : "";
}

/** The customer wallet of a side; `undefined` for the merchant's and while unknown. */
export function walletOf(party: Party): Wallet | undefined {
  return party.state === "found" ? party.wallet : undefined;
}

/**
 * Resolves an account number or customer ID to a customer's wallet. Search texts are resolved by the field; a text that could be a
 * BVN or NIN is not sent. Dashboard 5.1, 5.7.
 */
export function useParty(text: string): Party {
  const session = useSession();
  const term = readSearchTerm(text);
  const accountNumber = term.kind === "account" ? term.accountNumber : "";
  const customerId = term.kind === "customer" ? term.customerId : "";
  const byAccount = useQuery({ ...walletByAccountQuery(session, accountNumber), enabled: accountNumber !== "" });
  const byCustomer = useQuery({ ...walletQuery(session, customerId), enabled: customerId !== "" });
  if (term.kind === "empty") return { state: "empty" };
  if (isSearchable(term)) return { state: "search" };
  if (accountNumber === "" && customerId === "") return { state: "unfit", message: unfitText(term) };
  const read = customerId === "" ? byAccount : byCustomer;
  if (read.data) return { state: "found", wallet: read.data, asOf: read.dataUpdatedAt };
  if (read.isPending) return { state: "loading" };
  if (isMissing(read.error)) return { state: "unfit", message: missingText(term) };
  const message = read.error instanceof ServiceError ? read.error.message : texts.somethingWentWrongOn;
  return { state: "failed", message, retry: () => void read.refetch() };
}

function unfitText({ kind }: SearchTerm): string {
  if (kind === "identity") return texts.thisLooksLikeA;
  return texts.anAccountNumberHas;
}

function missingText({ kind }: SearchTerm): string {
  const what = kind === "account" ? texts.noCustomersWalletHas : texts.noCustomerHasThis;
  return texts.whatCheckEveryDigit(what);
}

function isMissing(error: unknown): boolean {
  return error instanceof ServiceError && (error.status === 400 || error.status === 404);
}
