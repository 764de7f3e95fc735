import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { TransactionList } from "../../contract/transactions.ts";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request, requestWithHeaders } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** A transfer as it is asked for: always by customer ID, the amount in kobo. Dashboard 5.7. */
export type TransferWish = { fromCustomerId: string; toCustomerId: string; amount: number };

/** What a transfer would do now, with every reason against it; fresh for 10 s. Moves nothing. Api 4. */
export function transferPreviewQuery(session: Session, wish: TransferWish) {
  return queryOptions({
    queryKey: keyOf(session, "transfers", "preview", wish.fromCustomerId, wish.toCustomerId, wish.amount),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<MovementPreview> => {
      const path = "/transfer/wallet/preview";
      type Reply = { data: MovementPreview };
      return (await request<Reply>(session, { method: "POST", path, body: wish, isQuestion: true, signal })).data;
    },
  });
}

export type SubmittedTransfer = {
  /** Of the row that waits; `undefined` when the answer did not name it. */
  pendingId: string | undefined;
  /** The service had done it before and gave the first answer again. */
  isReplayed: boolean;
};

/**
 * Submits a transfer for approval; `intentKey` makes a repetition harmless. Refreshes what waits and the wallets. Rejects
 * with a `ServiceError`; after `outcome_unknown` only the same wish with the same key may follow. Spec 4.18, dashboard 5.7.
 */
export function useSubmitTransfer() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ intentKey, ...wish }: TransferWish & { intentKey: string }): Promise<SubmittedTransfer> => {
      const path = "/transfer/wallet";
      const { headers } = await requestWithHeaders(session, { method: "POST", path, body: wish, intentKey });
      const pendingId = /\/transaction\/pending\/([^/?]+)$/.exec(headers.get("location") ?? "")?.[1];
      return { pendingId, isReplayed: headers.get("idempotency-replayed") === "true" };
    },
    onSettled: () => {
      for (const noun of ["approvals", "transfers", "transactions", "wallets"]) {
        void queries.invalidateQueries({ queryKey: keyOf(session, noun) });
      }
    },
  });
}

/** A payment just like one that is about to be made: still waiting, or done. */
export type SameTransfer = { at: string; by: string | null; href: string };

const LOOK_BACK_MS = 60 * 60_000;

/** The newest transfer of the same amount between the same two within the last hour; `null` if none. Dashboard 5.7. */
export function sameTransferQuery(session: Session, wish: TransferWish) {
  return queryOptions({
    queryKey: keyOf(session, "transfers", "same", wish.fromCustomerId, wish.toCustomerId, wish.amount),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<SameTransfer | null> => {
      const since = new Date(Date.now() - LOOK_BACK_MS).toISOString();
      const [waiting, done] = await Promise.all([
        findWaiting(session, wish, since, signal),
        findDone(session, wish, since, signal),
      ]);
      return [waiting, done].filter((found) => found !== null).sort((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
    },
  });
}

async function findWaiting(session: Session, wish: TransferWish, since: string, signal: AbortSignal) {
  const { data } = await request<{ data: PendingItem[] }>(session, {
    path: "/transaction/pending",
    query: { status: "PENDING", category: "WALLET_TO_WALLET_TRANSFER", perPage: 100 },
    signal,
  });
  const same = data.find((item) => item.kind === "transfer" && item.createdAt >= since && isBetween(item, wish));
  return same ? { at: same.createdAt, by: same.creatorName, href: `/approvals/${same.id}` } : null;
}

function isBetween({ amount, metadata }: PendingItem, wish: TransferWish): boolean {
  const { fromCustomerId, toCustomerId } = metadata;
  return amount === wish.amount && fromCustomerId === wish.fromCustomerId && toCustomerId === wish.toCustomerId;
}

async function findDone(session: Session, wish: TransferWish, since: string, signal: AbortSignal) {
  const { transactions } = await request<TransactionList>(session, {
    path: "/transaction/customer",
    query: { customerId: wish.fromCustomerId, type: "DEBIT", status: "success", startDate: since, perPage: 100 },
    signal,
  });
  const same = transactions.find(
    ({ amount, destinationWallet }) => amount === wish.amount && destinationWallet?.customerId === wish.toCustomerId,
  );
  return same ? { at: same.createdAt, by: null, href: `/transfers/${encodeURIComponent(same.reference)}` } : null;
}
