"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { PendingItem, PendingSort } from "../../../contract/approvals.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can, type Session } from "../../../lib/permissions.ts";

const TABS = ["waiting", "mine", "done", "access"] as const;
export const OUTCOMES = ["APPROVED", "DECLINED", "EXPIRED", "FAILED"] as const;
export const SORTS = ["newest", "oldest", "expiry", "amount"] as const satisfies readonly PendingSort[];
// The order of the record is that of the choices; a new kind must be added here.
const kinds: Record<PendingItem["kind"], true> = {
  transfer: true,
  credit: true,
  debit: true,
  reversal: true,
  payout: true,
  batch: true,
  upload: true,
  payout_batch: true,
  batch_reversal: true,
  card_fund: true,
  card_unload: true,
};
export const KINDS = Object.keys(kinds) as PendingItem["kind"][];
type View = (typeof TABS)[number];
/** The lists of requests; `access` shows changes to access instead. */
export type ApprovalsTab = Exclude<View, "access">;
export type Outcome = (typeof OUTCOMES)[number];

/** The open list and row, kept in the address. Dashboard 2.3. */
export function useApprovalsView() {
  const session = useSession();
  const [view, change] = useQueryStates({
    tab: parseAsStringLiteral(TABS),
    outcome: parseAsStringLiteral(OUTCOMES).withDefault("APPROVED"),
    open: parseAsString,
    sort: parseAsStringLiteral(SORTS).withDefault("newest"),
    kind: parseAsStringLiteral(KINDS),
    creator: parseAsString,
  });
  return {
    tab: view.tab ?? firstTab(session),
    outcome: view.outcome,
    open: view.open,
    sort: view.sort,
    kind: view.kind,
    creator: view.creator,
    isFiltered: view.kind !== null || view.creator !== null,
    /** Another order or filter opens its first request. */
    set: (next: Partial<Pick<typeof view, "sort" | "kind" | "creator">>) => void change({ ...next, open: null }),
    showTab: (tab: View) => void change({ tab, open: null, outcome: null, kind: null, creator: null }),
    showOutcome: (outcome: Outcome) => void change({ outcome, open: null }),
    openRow: (open: string | null) => void change({ open }),
  };
}

export type ApprovalsView = ReturnType<typeof useApprovalsView>;

/** Users who only submit start with their own requests; all others with pending ones. Dashboard 2.5. */
function firstTab(session: Session): ApprovalsTab {
  const isSubmitter = can(session, ["MANAGE_TRANSFER", "WALLET_CREDIT_DEBIT", "TRANSFER_TO_BANK"]);
  return isSubmitter && !can(session, "APPROVE_TRANSFER") ? "mine" : "waiting";
}
