import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PendingDetails, PendingItem, PendingSort } from "../../contract/approvals.ts";
import type { Metadata } from "../../contract/envelope.ts";
import type { Session } from "../permissions.ts";
import type { PendingFilter } from "./badges.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf, readPagesOf } from "./read.ts";
import { request } from "./request.ts";
import { isOutcomeUnknown, isRefused, ServiceError } from "./service-error.ts";
import { useSession } from "./session-provider.tsx";
import { texts } from "./texts.ts";

const PER_PAGE = 20;

type PendingPage = { data: PendingItem[]; metadata: Metadata };

/** How a list of requests is sorted and narrowed. */
export type PendingView = { sort: PendingSort; kind?: PendingItem["kind"]; creator?: string };

/**
 * Approval requests by status, 20 per page, each page behind the last request of the one before; polled every 30 s because other members
 * decide too. Api 4.
 */
export function pendingQuery(session: Session, filter: PendingFilter & PendingView) {
  return infiniteQueryOptions({
    queryKey: queryKeyOf(session, "approvals", "list", JSON.stringify(filter)),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    ...readPagesOf<PendingPage, string | undefined>(session, undefined, (after) => ({
      path: "/transaction/pending",
      query: { ...filter, perPage: PER_PAGE, after },
    })),
    getNextPageParam: ({ data }, pages) => {
      const read = pages.reduce((sum, page) => sum + page.data.length, 0);
      return data.length === PER_PAGE && read < (pages[0]?.metadata.totalRecords ?? 0) ? data.at(-1)?.id : undefined;
    },
  });
}

/** The members who have submitted requests, for the filter; fresh for 5 min. Api 4. */
export function requestersQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "approvals", "requesters"),
    staleTime: FRESH_MS.settings,
    ...readOf(
      session,
      { path: "/transaction/requesters" },
      ({ data }: { data: { id: string; name: string }[] }) => data,
    ),
  });
}

/** One approval request with its checks then and now and its history. Fresh for 10 s. Api 4. */
export function pendingDetailsQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "approvals", "one", id),
    staleTime: FRESH_MS.wallet,
    ...readOf(
      session,
      { path: `/transaction/pending/${encodeURIComponent(id)}` },
      ({ data }: { data: PendingDetails }) => data,
    ),
  });
}

const RETRY_DELAYS_MS = [2_000, 5_000, 15_000];

/** `firstApprover`: the first of two approvers as the page shows it; null for none. */
export type Approval = {
  transactionId: string;
  comment: string;
  firstApprover: string | null;
  idempotencyKey: string;
};

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

function approve(session: Session, { transactionId, comment, firstApprover, idempotencyKey }: Approval) {
  return request<{ message: string }>(session, {
    method: "POST",
    path: "/transaction/approve",
    body: { transactionId, firstApprover, ...(comment !== "" && { comment }) },
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
