import { queryOptions } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { Session } from "../permissions.ts";
import { type AnyBatch, batchesQuery } from "./batches.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";

const EXPIRES_SOON_MS = 48 * 3_600_000;
const RECENT_MS = 14 * 24 * 3_600_000;
const PER_PAGE = 100;

/** Approval requests that expire within 48 hours: their number and their total amount in kobo. */
export type Expiring = { count: number; amount: number };

/**
 * Pending requests that expire soon; fresh for 60 s. Dashboard 2.5.
 */
export function expiringQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "approvals", "expiring"),
    staleTime: FRESH_MS.overview,
    queryFn: async ({ signal }): Promise<Expiring> => {
      const until = Date.now() + EXPIRES_SOON_MS;
      const soon: PendingItem[] = [];
      for (;;) {
        const after = soon.at(-1)?.id;
        const { data } = await request<{ data: PendingItem[] }>(session, {
          path: "/transaction/pending",
          query: { status: "PENDING", sort: "expiry", perPage: PER_PAGE, ...(after !== undefined && { after }) },
          signal,
        });
        const expiring = data.filter(({ expiresAt }) => Date.parse(expiresAt) < until);
        soon.push(...expiring);
        if (expiring.length < PER_PAGE) break;
      }
      return { count: soon.length, amount: soon.reduce((sum, { amount }) => sum + amount, 0) };
    },
  });
}

/** An upload with rejected rows: how many need a correction, and how many were paid before, by which batch and when. */
export type RejectedBatch = Pick<AnyBatch, "batchId" | "kind" | "repeated" | "paidBy"> & { rows: number };

/**
 * Uploads of the last two weeks with rejected rows, newest first, among the newest of each kind; fresh for 60 s.
 * Batches sent in one API call are excluded: their response already lists the rejected items. Dashboard 2.5.
 */
export function rejectedBatchesQuery(session: Session) {
  return queryOptions({
    ...batchesQuery(session, { page: 1, filesOnly: true }),
    staleTime: FRESH_MS.overview,
    refetchInterval: false,
    select: ({ items }): RejectedBatch[] =>
      items
        .filter(({ bad, repeated, createdAt }) => bad + repeated > 0 && Date.parse(createdAt) > Date.now() - RECENT_MS)
        .map(({ batchId, kind, bad, repeated, paidBy }) => ({ batchId, kind, rows: bad, repeated, paidBy })),
  });
}
