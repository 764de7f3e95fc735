import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { TransactionList } from "../../contract/transactions.ts";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request, requestWithHeaders } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** Between two customers; from the merchant wallet to one; from one to the merchant wallet. */
export type MoneyKind = "transfer" | "credit" | "debit";

/** Money as it is asked for: always by customer ID, the amount in kobo. Dashboard 5.7. */
export type PaymentRequest =
  | { kind: "transfer"; fromCustomerId: string; toCustomerId: string; amount: number }
  | { kind: "credit" | "debit"; customerId: string; amount: number };

/** `listed`: what it is called among the customer's own transactions, which see a credit or debit from their side. */
const kinds = {
  transfer: {
    path: "/transfer/wallet",
    category: "WALLET_TO_WALLET_TRANSFER",
    listed: "WALLET_TO_WALLET_TRANSFER",
  },
  credit: { path: "/wallet/credit", category: "CREDIT_CUSTOMER_WALLET", listed: "WALLET_CREDITED_BY_MERCHANT" },
  debit: { path: "/wallet/debit", category: "DEBIT_CUSTOMER_WALLET", listed: "WALLET_DEBITED_BY_MERCHANT" },
} as const;

/** What it would do now, with every reason against it; fresh for 10 s. Moves nothing. Api 4. */
export function moneyPreviewQuery(session: Session, wish: PaymentRequest) {
  return queryOptions({
    queryKey: keyOf(session, "transfers", "preview", JSON.stringify(wish)),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<MovementPreview> => {
      const { kind, ...body } = wish;
      const path = `${kinds[kind].path}/preview` as const;
      type Reply = { data: MovementPreview };
      return (await request<Reply>(session, { method: "POST", path, body, isQuestion: true, signal })).data;
    },
  });
}

export type SubmittedMoney = {
  /** Of the row that waits; `undefined` when the answer did not name it. */
  pendingId: string | undefined;
  /** The service had done it before and gave the first answer again. */
  isReplayed: boolean;
};

/**
 * Submits it for approval; `intentKey` makes a repetition harmless. Refreshes what waits and the wallets. Rejects
 * with a `ServiceError`; after `outcome_unknown` only the same wish with the same key may follow. Spec 4.18, dashboard 5.7.
 */
export function useSubmitMoney() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({
      intentKey,
      kind,
      ...body
    }: PaymentRequest & { intentKey: string }): Promise<SubmittedMoney> => {
      const { path } = kinds[kind];
      const { headers } = await requestWithHeaders(session, { method: "POST", path, body, intentKey });
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
export type SamePayment = { at: string; by: string | null; href: string };

const LOOK_BACK_MS = 60 * 60_000;

/** The newest payment of the same kind and amount between the same two within the last hour; `null` if none. Dashboard 5.7. */
export function samePaymentQuery(session: Session, wish: PaymentRequest) {
  return queryOptions({
    queryKey: keyOf(session, "transfers", "same", JSON.stringify(wish)),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<SamePayment | null> => {
      const since = new Date(Date.now() - LOOK_BACK_MS).toISOString();
      const [waiting, done] = await Promise.all([
        findWaiting(session, wish, since, signal),
        findDone(session, wish, since, signal),
      ]);
      return [waiting, done].filter((found) => found !== null).sort((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
    },
  });
}

async function findWaiting(session: Session, wish: PaymentRequest, since: string, signal: AbortSignal) {
  const { data } = await request<{ data: PendingItem[] }>(session, {
    path: "/transaction/pending",
    query: { status: "PENDING", category: kinds[wish.kind].category, perPage: 100 },
    signal,
  });
  const same = data.find((item) => item.kind === wish.kind && item.createdAt >= since && isBetween(item, wish));
  return same ? { at: same.createdAt, by: same.creatorName, href: `/approvals/${same.id}` } : null;
}

function isBetween({ amount, metadata }: PendingItem, wish: PaymentRequest): boolean {
  if (amount !== wish.amount) return false;
  if (wish.kind !== "transfer") return metadata.customerId === wish.customerId;
  return metadata.fromCustomerId === wish.fromCustomerId && metadata.toCustomerId === wish.toCustomerId;
}

async function findDone(session: Session, wish: PaymentRequest, since: string, signal: AbortSignal) {
  const { transactions } = await request<TransactionList>(session, {
    path: "/transaction/customer",
    query: {
      customerId: wish.kind === "transfer" ? wish.fromCustomerId : wish.customerId,
      type: wish.kind === "credit" ? "CREDIT" : "DEBIT",
      category: kinds[wish.kind].listed,
      status: "success",
      startDate: since,
      perPage: 100,
    },
    signal,
  });
  const same = transactions.find(
    ({ amount, destinationWallet }) =>
      amount === wish.amount && (wish.kind !== "transfer" || destinationWallet?.customerId === wish.toCustomerId),
  );
  return same ? { at: same.createdAt, by: null, href: `/transfers/${encodeURIComponent(same.reference)}` } : null;
}
