import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { TransactionList } from "../../contract/transactions.ts";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { request, requestWithHeaders } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** Between two customers, from the merchant wallet to a customer, from a customer to the merchant wallet, or to a bank account. */
export type MoneyKind = "transfer" | "credit" | "debit" | "payout";

/** A payment between wallets: customers by ID, the amount in kobo. Dashboard 5.7. */
export type WalletPayment = PaymentTexts &
  (
    | { kind: "transfer"; fromCustomerId: string; toCustomerId: string; amount: number }
    | { kind: "credit" | "debit"; customerId: string; amount: number }
  );

/** What the customer reads, and what only staff reads. */
export type PaymentTexts = { narration?: string; note?: string };

/** A payment to a bank account, from a customer's wallet or, without a customer, from the merchant wallet. Rails 2. */
export type PayoutRequest = {
  kind: "payout";
  customerId?: string;
  amount: number;
  sortCode: string;
  accountNumber: string;
  accountName?: string;
  narration?: string;
  note?: string;
  allowDuplicate?: true;
};

export type PaymentRequest = WalletPayment | PayoutRequest;

/**
 * `listed`: the category in the customer's transaction list, which shows a credit or debit from the customer's side.
 */
const kinds = {
  transfer: {
    path: "/transfer/wallet",
    category: "WALLET_TO_WALLET_TRANSFER",
    listed: "WALLET_TO_WALLET_TRANSFER",
  },
  credit: { path: "/wallet/credit", category: "CREDIT_CUSTOMER_WALLET", listed: "WALLET_CREDITED_BY_MERCHANT" },
  debit: { path: "/wallet/debit", category: "DEBIT_CUSTOMER_WALLET", listed: "WALLET_DEBITED_BY_MERCHANT" },
} as const;

/** A preview of the effect, with every reason for a refusal; fresh for 10 s. Moves no money. Api 4. */
export function moneyPreviewQuery(session: Session, paymentRequest: WalletPayment) {
  return queryOptions({
    queryKey: queryKeyOf(session, "transfers", "preview", JSON.stringify(paymentRequest)),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<MovementPreview> => {
      const { kind, ...body } = paymentRequest;
      const path = `${kinds[kind].path}/preview` as const;
      type Reply = { data: MovementPreview };
      return (await request<Reply>(session, { method: "POST", path, body, isReadOnly: true, signal })).data;
    },
  });
}

/** The call for a payout from a customer's wallet or from the merchant's. Rails 2. */
export function payoutPath(isFromCustomer: boolean): `/${string}` {
  return isFromCustomer ? "/transfer/bank/customer" : "/transfer/bank";
}

export type SubmittedMoney = {
  /** The ID of the pending request; `undefined` if the response has none. */
  pendingId: string | undefined;
  /** The reference of a payment that needed no approval: it was made immediately. */
  paidReference: string | undefined;
  /** The service replayed the response to an earlier call with the same key. */
  isReplayed: boolean;
};

/**
 * Submits a payment request for approval. The idempotency key makes a retry safe. Invalidates approval requests and
 * wallets. Rejects with a `ServiceError`; after `outcome_unknown`, send only the same request with the same key. Spec
 * 4.18, dashboard 5.7.
 */
export function useSubmitMoney() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({
      idempotencyKey,
      kind,
      ...body
    }: PaymentRequest & { idempotencyKey: string }): Promise<SubmittedMoney> => {
      const path = kind === "payout" ? payoutPath("customerId" in body) : kinds[kind].path;
      const { headers, reply } = await requestWithHeaders<{ data?: { reference?: string } }>(session, {
        method: "POST",
        path,
        body,
        idempotencyKey,
      });
      const pendingId = /\/transaction\/pending\/([^/?]+)$/.exec(headers.get("location") ?? "")?.[1];
      const paidReference = pendingId === undefined ? reply.data?.reference : undefined;
      return { pendingId, paidReference, isReplayed: headers.get("idempotency-replayed") === "true" };
    },
    onSettled: () => {
      for (const noun of ["approvals", "payouts", "transfers", "transactions", "wallets"]) {
        void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
      }
    },
  });
}

/** A recent payment equal to the one in the form: pending or completed. */
export type SamePayment = { at: string; by: string | null; href: string };

const SAME_PAYMENT_WINDOW_MS = 60 * 60_000;

/** Equal payments since this time are pointed out. */
export function sameSince(): string {
  return new Date(Date.now() - SAME_PAYMENT_WINDOW_MS).toISOString();
}

/**
 * The newest payment of the same kind and amount between the same wallets within the last hour; otherwise `null`.
 * Dashboard 5.7.
 */
export function samePaymentQuery(session: Session, paymentRequest: WalletPayment) {
  return queryOptions({
    queryKey: queryKeyOf(session, "transfers", "same", JSON.stringify(paymentRequest)),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<SamePayment | null> => {
      const since = sameSince();
      const [pending, done] = await Promise.all([
        findPending(session, paymentRequest, since, signal),
        findDone(session, paymentRequest, since, signal),
      ]);
      return [pending, done].filter((found) => found !== null).sort((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
    },
  });
}

async function findPending(session: Session, paymentRequest: WalletPayment, since: string, signal: AbortSignal) {
  const { data } = await request<{ data: PendingItem[] }>(session, {
    path: "/transaction/pending",
    query: { status: "PENDING", category: kinds[paymentRequest.kind].category, perPage: 100 },
    signal,
  });
  const same = data.find(
    (item) => item.kind === paymentRequest.kind && item.createdAt >= since && isBetween(item, paymentRequest),
  );
  return same ? { at: same.createdAt, by: same.creatorName, href: `/approvals/${same.id}` } : null;
}

function isBetween({ amount, metadata }: PendingItem, paymentRequest: WalletPayment): boolean {
  if (amount !== paymentRequest.amount) return false;
  if (paymentRequest.kind !== "transfer") return metadata.customerId === paymentRequest.customerId;
  return (
    metadata.fromCustomerId === paymentRequest.fromCustomerId && metadata.toCustomerId === paymentRequest.toCustomerId
  );
}

async function findDone(session: Session, paymentRequest: WalletPayment, since: string, signal: AbortSignal) {
  const { transactions } = await request<TransactionList>(session, {
    path: "/transaction/customer",
    query: {
      customerId: paymentRequest.kind === "transfer" ? paymentRequest.fromCustomerId : paymentRequest.customerId,
      type: paymentRequest.kind === "credit" ? "CREDIT" : "DEBIT",
      category: kinds[paymentRequest.kind].listed,
      status: "success",
      startDate: since,
      perPage: 100,
    },
    signal,
  });
  const same = transactions.find(
    ({ amount, destinationWallet }) =>
      amount === paymentRequest.amount &&
      (paymentRequest.kind !== "transfer" || destinationWallet?.customerId === paymentRequest.toCustomerId),
  );
  return same ? { at: same.createdAt, by: null, href: `/transactions/${encodeURIComponent(same.reference)}` } : null;
}
