import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PendingDetails, PendingItem } from "../../contract/approvals.ts";
import type { Metadata } from "../../contract/envelope.ts";
import type { Session } from "../permissions.ts";
import type { PendingFilter } from "./badges.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { isOutcomeUnknown, isRefused, ServiceError } from "./service-error.ts";
import { useSession } from "./session-provider.tsx";
import { texts } from "./texts.ts";

const PER_PAGE = 20;

type PendingPage = { data: PendingItem[]; metadata: Metadata };

/**
 * Approval requests by status, newest first, 20 per page; polled every 30 s because other members decide too. Api 4.
 */
export function pendingQuery(session: Session, filter: PendingFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeyOf(session, "approvals", "list", filter.status, filter.scope ?? ""),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      request<PendingPage>(session, {
        path: "/transaction/pending",
        query: { ...filter, page: pageParam, perPage: PER_PAGE },
        signal,
      }),
    getNextPageParam: ({ metadata }) => (metadata.page < metadata.totalPages ? metadata.page + 1 : undefined),
  });
}

/** One approval request with its checks then and now and its history. Fresh for 10 s. Api 4. */
export function pendingDetailsQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "approvals", "one", id),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<PendingDetails> => {
      const path = `/transaction/pending/${encodeURIComponent(id)}` as const;
      return (await request<{ data: PendingDetails }>(session, { path, signal })).data;
    },
  });
}

const RETRY_DELAYS_MS = [2_000, 5_000, 15_000];

export type Approval = { transactionId: string; comment: string; idempotencyKey: string };

/**
 * Approves a request. The idempotency key makes a retry safe. After a lost response the same call is retried three
 * times, with `failureReason` set; then it rejects with `outcome_unknown`, and so does every later retry without a
 * definite response. Invalidates all data about money, unless the caller approves many requests and does so at the
 * end. Dashboard 5.7, 5.8.
 */
export function useApproveTransaction({ invalidates = true } = {}) {
  const session = useSession();
  const invalidate = useInvalidateApprovals();
  return useMutation({
    mutationFn: (approval: Approval) => keepUnknownOutcome(approval.idempotencyKey, () => approve(session, approval)),
    retry: (retries, error) => isOutcomeUnknown(error) && retries < RETRY_DELAYS_MS.length,
    retryDelay: (repeats) => RETRY_DELAYS_MS[repeats] ?? 0,
    onSettled: () => invalidates && invalidate(),
  });
}

function approve(session: Session, { transactionId, comment, idempotencyKey }: Approval) {
  return request<{ message: string }>(session, {
    method: "POST",
    path: "/transaction/approve",
    body: { transactionId, ...(comment !== "" && { comment }) },
    idempotencyKey,
  });
}

/** Idempotency keys in this page whose response was lost. */
const unknownOutcomes = new Set<string>();

/**
 * An error such as "nothing was sent" is true of the retry only: the earlier call may have succeeded, so the outcome
 * stays unknown.
 */
async function keepUnknownOutcome<Reply>(idempotencyKey: string, run: () => Promise<Reply>): Promise<Reply> {
  try {
    const reply = await run();
    unknownOutcomes.delete(idempotencyKey);
    return reply;
  } catch (error) {
    if (isRefused(error)) unknownOutcomes.delete(idempotencyKey);
    if (isOutcomeUnknown(error)) unknownOutcomes.add(idempotencyKey);
    if (!unknownOutcomes.has(idempotencyKey) || (error instanceof ServiceError && error.code === "outcome_unknown"))
      throw error;
    throw new ServiceError({ code: "outcome_unknown", status: 0, message: UNKNOWN });
  }
}

const UNKNOWN = texts.weDoNotKnow;

/** Declines another member's request or withdraws the user's own, with a reason. No money moves. Api 4. */
export function useRemoveTransaction() {
  const session = useSession();
  const invalidate = useInvalidateApprovals();
  return useMutation({
    mutationFn: ({ transactionId, reason }: { transactionId: string; reason: string }) =>
      request<{ message: string }>(session, {
        method: "DELETE",
        path: `/transaction/${encodeURIComponent(transactionId)}`,
        body: { reason },
      }),
    onSettled: invalidate,
  });
}

/** Invalidates everything that an approval changes: the queue and all data about money. */
export function useInvalidateApprovals(): () => void {
  const session = useSession();
  const queries = useQueryClient();
  // After a failure too: a refusal often means that the page shows old data.
  return () => {
    for (const noun of ["approvals", "transactions", "wallets", "merchant"]) {
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
    }
  };
}
