"use client";

import { useQueries } from "@tanstack/react-query";
import type { PendingDetails, PendingItem } from "../../contract/approvals.ts";
import { pendingDetailsQuery } from "../../lib/api/approvals.ts";
import { FRESH_MS } from "../../lib/api/query-keys.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { walletQuery } from "../../lib/api/wallets.ts";
import { can } from "../../lib/permissions.ts";
import { customersOf, type Parties, partiesOf } from "./approval-words.ts";
import { type DriftMark, worstMark } from "./drift.ts";

const NOBODY: Parties = { from: undefined, to: undefined };

/** A line of the queue: the item, who gives and gets, and what became of its checks. */
export type ApprovalRow = { item: PendingItem; parties: Parties | "loading"; mark: DriftMark };

/**
 * Completes the rows of a list: names and marks come from each one's details, which are then at hand when it is opened; for
 * kinds without checks the names come from the wallets.
 */
export function useRowFacts(items: readonly PendingItem[]): ApprovalRow[] {
  const session = useSession();
  const details = useQueries({
    queries: items.map(({ id, status }) => ({
      ...pendingDetailsQuery(session, id),
      staleTime: FRESH_MS.overview,
      refetchInterval: status === "PENDING" ? FRESH_MS.overview : (false as const),
    })),
  });
  const nameless = items.flatMap((item, index) => (isNameless(details[index]?.data) ? customerIds(item) : []));
  const names = useCustomerNames([...new Set(nameless)]);
  return items.map((item, index) => {
    const { data: found, isPending = false } = details[index] ?? {};
    if (!found) return { item, parties: isPending ? "loading" : NOBODY, mark: "same" };
    const parties = isNameless(found) ? partiesFrom(item, names) : partiesOf(found);
    return { item, parties, mark: item.status === "PENDING" ? worstMark(found.checks) : "same" };
  });
}

/** The names of one opened item, whatever its kind. */
export function useParties(details: PendingDetails): Parties {
  const names = useCustomerNames(isNameless(details) ? customerIds(details) : []);
  return isNameless(details) ? partiesFrom(details, names) : partiesOf(details);
}

function useCustomerNames(customerIdsWanted: readonly string[]): Map<string, string> {
  const session = useSession();
  const maySee = can(session, "BROWSE_CUSTOMER_WALLETS");
  const wallets = useQueries({
    queries: customerIdsWanted.map((id) => ({
      ...walletQuery(session, id),
      staleTime: FRESH_MS.settings,
      enabled: maySee,
    })),
  });
  return new Map(wallets.flatMap(({ data }) => (data ? [[data.customerId, data.accountName] as const] : [])));
}

function isNameless(details: PendingDetails | undefined): boolean {
  if (!details) return false;
  const { from, to } = partiesOf(details);
  return from === undefined && to === undefined;
}

function customerIds(item: PendingItem): string[] {
  return Object.values(customersOf(item)).filter((id) => id !== undefined);
}

function partiesFrom(item: PendingItem, names: Map<string, string>): Parties {
  const { from, to } = customersOf(item);
  return { from: from && names.get(from), to: to && names.get(to) };
}
