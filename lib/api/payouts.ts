import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { Beneficiary } from "../../contract/beneficiaries.ts";
import type { CappedMetadata, Metadata } from "../../contract/envelope.ts";
import type { PayoutBatch, PayoutBatchItem } from "../../contract/payout-batches.ts";
import type { Bank, Payout, PayoutDetails, PayoutPreview, PayoutState } from "../../contract/payout-records.ts";
import type { Session } from "../permissions.ts";
import { newIdempotencyKey } from "./merchant.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { isOutcomeUnknown } from "./service-error.ts";
import { useSession } from "./session-provider.tsx";
import { type PayoutRequest, payoutPath, type SamePayment, sameSince } from "./transfers.ts";

const PER_PAGE = 20;
const BATCH_PER_PAGE = 50;
const OPEN_POLL_MS = 5_000;
const DAY_MS = 86_400_000;

/** The banks that money can be sent to; fresh for a day, as the service reads them once a day. Rails 2. */
export function banksQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "banks"),
    staleTime: DAY_MS,
    ...readOf(session, { path: "/transfer/banks" }, ({ banks }: { banks: Bank[] }) => banks),
  });
}

type BankAccount = { bankCode: string; bankName: string; accountName: string; accountNumber: string };

/** The holder's name that the bank gives for an account. Rejects with `bank_account_not_found` or `rail_unavailable`. Rails 2. */
export function bankAccountQuery(session: Session, account: { sortCode: string; accountNumber: string }) {
  return queryOptions({
    queryKey: queryKeyOf(session, "banks", "account", account.sortCode, account.accountNumber),
    staleTime: FRESH_MS.settings,
    // Show the bank's answer immediately, also a refusal; the person asks again.
    retry: false,
    ...readOf(
      session,
      { path: "/transfer/account/details", query: account },
      ({ account }: { account: BankAccount }) => account,
    ),
  });
}

/** Filters of the payouts. Days are whole days in Lagos; amounts in kobo. */
export type PayoutFilters = {
  state?: PayoutState | undefined;
  bank?: string | undefined;
  customerId?: string | undefined;
  batchId?: string | undefined;
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  openMinutes?: number | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  search?: string | undefined;
};

export type PayoutList = {
  payouts: Payout[];
  counts: Partial<Record<PayoutState, number>>;
  metadata: CappedMetadata;
};

/** A page of payouts, newest first, with the number in each state. Keeps the previous page while loading; polled every 30 s. Rails 2. */
export function payoutsQuery(session: Session, { page, ...filters }: PayoutFilters & { page: number }) {
  return queryOptions({
    queryKey: queryKeyOf(session, "payouts", "list", JSON.stringify(filters), page),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<PayoutList>(session, { path: "/transfer/bank", query: { page, perPage: PER_PAGE, ...filters } }),
  });
}

/** States in which the service or the bank still works on a payout. Rails 3. */
const OPEN_STATES: readonly PayoutState[] = ["held", "submitting", "processing", "unknown"];

/** One payout with its history and attempts; polled every 5 s until it has an end. Rails 2. */
export function payoutQuery(session: Session, reference: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "payouts", "one", reference),
    staleTime: OPEN_POLL_MS,
    ...readOf(
      session,
      { path: `/transfer/bank/${encodeURIComponent(reference)}` },
      ({ payout }: { payout: PayoutDetails }) => payout,
    ),
    refetchInterval: ({ state }) => (state.data && OPEN_STATES.includes(state.data.state) ? OPEN_POLL_MS : false),
  });
}

type PayoutBatchPage = { batch: PayoutBatch; items: PayoutBatchItem[]; metadata: Metadata };

/** A batch of payouts with a page of its rows; polled every 30 s. Rails 2. */
export function payoutBatchQuery(
  session: Session,
  { batchId, ...view }: { batchId: string; page: number; status: PayoutBatchItem["status"] | undefined },
) {
  return queryOptions({
    queryKey: queryKeyOf(session, "payouts", "batch", batchId, JSON.stringify(view)),
    staleTime: OPEN_POLL_MS,
    refetchInterval: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<PayoutBatchPage>(session, {
      path: `/transfer/bank/batch/${encodeURIComponent(batchId)}`,
      query: { perPage: BATCH_PER_PAGE, ...view },
    }),
  });
}

/** Cancels a payout that was not sent; its money goes back to the wallet. Rejects with `payout_sent`. Rails 2. */
export function useCancelPayout(reference: string) {
  const session = useSession();
  const invalidate = useInvalidatePayouts();
  return useMutation({
    mutationFn: (reason: string) =>
      request<{ payout: Payout }>(session, {
        method: "DELETE",
        path: `/transfer/bank/${encodeURIComponent(reference)}`,
        body: reason === "" ? {} : { reason },
      }),
    onSettled: invalidate,
  });
}

/** Asks the bank now about a payout. Rejects with `payout_asked` if that was done in the last minute. Moves no money twice. Rails 2. */
export function useQueryPayout(reference: string) {
  const session = useSession();
  const invalidate = useInvalidatePayouts();
  return useMutation({
    mutationFn: async () => {
      const path = `/transfer/bank/${encodeURIComponent(reference)}/query` as const;
      return (await request<{ payout: Payout }>(session, { method: "POST", path })).payout;
    },
    // A lost answer is no problem here: the query is repeated by the service anyway.
    retry: (count, error) => isOutcomeUnknown(error) && count < 1,
    onSettled: invalidate,
  });
}

/** Decides a payout in review. Rejects with `payout_not_in_review`. Asks for a proof of identity. Rails 3. */
export function useResolvePayout(reference: string) {
  const session = useSession();
  const invalidate = useInvalidatePayouts();
  return useMutation({
    mutationFn: (body: { outcome: "succeeded" | "failed"; reason: string }) =>
      request<{ payout: Payout }>(session, {
        method: "POST",
        path: `/transfer/bank/${encodeURIComponent(reference)}/resolve`,
        body,
      }),
    onSettled: invalidate,
  });
}

/** Closes the case of a payout. Rejects with `payout_case_closed`. Asks for a proof of identity. Rails 3. */
export function useClosePayoutCase(reference: string) {
  const session = useSession();
  const invalidate = useInvalidatePayouts();
  return useMutation({
    mutationFn: (note: string) =>
      request<{ payout: Payout }>(session, {
        method: "POST",
        path: `/transfer/bank/${encodeURIComponent(reference)}/case/close`,
        body: { note },
      }),
    onSettled: invalidate,
  });
}

function useInvalidatePayouts(): () => void {
  const session = useSession();
  const queries = useQueryClient();
  return () => {
    for (const noun of ["payouts", "transactions", "wallets", "merchant"]) {
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
    }
  };
}

/** The effect of a payout if it were sent now, with every reason against it; fresh for 10 s. Moves no money. Rails 2. */
export function payoutPreviewQuery(session: Session, { kind: _, ...body }: PayoutRequest) {
  return queryOptions({
    queryKey: queryKeyOf(session, "payouts", "preview", JSON.stringify(body)),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<PayoutPreview> => {
      const path = `${payoutPath("customerId" in body)}/preview` as const;
      type Reply = { data: PayoutPreview };
      return (await request<Reply>(session, { method: "POST", path, body, isReadOnly: true, signal })).data;
    },
  });
}

/** The newest payout of this amount to this account in the last hour, sent or waiting for approval; otherwise `null`. Dashboard 5.7. */
export function samePayoutQuery(session: Session, { amount, accountNumber, sortCode }: PayoutRequest) {
  return queryOptions({
    queryKey: queryKeyOf(session, "payouts", "same", sortCode, accountNumber, amount),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<SamePayment | null> => {
      const since = sameSince();
      const [pending, sent] = await Promise.all([
        request<{ data: PendingItem[] }>(session, {
          path: "/transaction/pending",
          query: { status: "PENDING", category: "BANK_TRANSFER", perPage: 100 },
          signal,
        }),
        request<PayoutList>(session, {
          path: "/transfer/bank",
          query: { bank: sortCode, search: accountNumber, minAmount: amount, maxAmount: amount, perPage: 20 },
          signal,
        }),
      ]);
      const waiting = pending.data.find(
        (item) => item.createdAt >= since && item.amount === amount && item.target?.accountNumber === accountNumber,
      );
      if (waiting) return { at: waiting.createdAt, by: waiting.creatorName, href: `/approvals/${waiting.id}` };
      const same = sent.payouts.find(
        (payout) => payout.createdAt >= since && payout.accountNumber === accountNumber && isPaid(payout.state),
      );
      return same
        ? { at: same.createdAt, by: same.actorName, href: `/payouts/${encodeURIComponent(same.reference)}` }
        : null;
    },
  });
}

/** Whether the receiver has or may get the money. */
function isPaid(state: PayoutState): boolean {
  return state !== "failed" && state !== "cancelled" && state !== "reversed";
}

const MOST_SAVED = 50;

/** The saved bank accounts of a customer, or the merchant's own, by name; fresh for 5 min. Rails 2. */
export function beneficiariesQuery(session: Session, customerId: string | undefined) {
  return queryOptions({
    queryKey: queryKeyOf(session, "beneficiaries", customerId ?? ""),
    staleTime: FRESH_MS.settings,
    ...readOf(
      session,
      { path: "/beneficiary", query: { customerId, perPage: MOST_SAVED } },
      ({ beneficiaries }: { beneficiaries: Beneficiary[] }) => beneficiaries,
    ),
  });
}

/** Saves a bank account for a customer or the merchant, with the bank's name. Rails 2. */
export function useAddBeneficiary(customerId: string | undefined) {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (account: { sortCode: string; accountNumber: string }) =>
      request<{ beneficiary: Beneficiary }>(session, {
        method: "POST",
        path: "/beneficiary",
        body: customerId === undefined ? account : { ...account, customerId },
        // One account is saved once, however often it is sent.
        idempotencyKey: newIdempotencyKey(),
      }),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "beneficiaries") }),
  });
}

/** Removes a saved bank account. Payouts to it stay as they are. Rails 2. */
export function useRemoveBeneficiary() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<object>(session, { method: "DELETE", path: `/beneficiary/${id}` }),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "beneficiaries") }),
  });
}
