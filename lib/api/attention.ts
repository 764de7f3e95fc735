import { queryOptions } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { Metadata } from "../../contract/envelope.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request } from "./request.ts";

const SOON_MS = 48 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const MOST = 100;

/** How many approvals end within 48 hours undecided, and how much they move. Kobo. */
export type Expiring = { count: number; amount: number };

/** What waits for approval and expires soon; fresh for 60 s. The oldest stand on the last page. Dashboard 2.5. */
export function expiringQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "approvals", "expiring"),
    staleTime: FRESH_MS.overview,
    queryFn: async ({ signal }): Promise<Expiring> => {
      const read = (page: number) =>
        request<{ data: PendingItem[]; metadata: Metadata }>(session, {
          path: "/transaction/pending",
          query: { status: "PENDING", page, perPage: MOST },
          signal,
        });
      const first = await read(1);
      const { totalPages } = first.metadata;
      const items = totalPages > 1 ? [...(await read(totalPages)).data, ...first.data] : first.data;
      const until = Date.now() + SOON_MS;
      const soon = items.filter(({ expiresAt }) => Date.parse(expiresAt) < until);
      return { count: soon.length, amount: soon.reduce((sum, { amount }) => sum + amount, 0) };
    },
  });
}

type Counted = { metadata: { totalRecords: number } };

/** How many deliveries of the last 24 hours failed for good; fresh for 60 s. Webhooks 4. */
export function failedDeliveriesQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "webhooks", "failed-count"),
    staleTime: FRESH_MS.overview,
    queryFn: async ({ signal }): Promise<number> => {
      const startDate = new Date(Date.now() - DAY_MS).toISOString();
      const query = { status: "failed", startDate, page: 1, perPage: 1 };
      const path = "/merchant/webhook/deliveries";
      return (await request<Counted>(session, { path, query, signal })).metadata.totalRecords;
    },
  });
}

/** The newest upload whose rows were not all taken, and how many of its rows were not; fresh for 60 s. Api 5. */
export type RejectedUpload = { batchId: string; kind: "create" | "credit" | "debit"; rows: number } | null;

/** Among the uploads of customers. */
export function rejectedImportQuery(session: Session) {
  type Import = { batchId: string; skipped: number };
  return uploadQuery<Import>(session, "/wallet/bulk-create-customers", ({ batchId, skipped }) => ({
    batchId,
    kind: "create",
    rows: skipped,
  }));
}

/** Among the uploads of credits and debits. */
export function rejectedBatchQuery(session: Session) {
  type Batch = { batchId: string; operation: "credit" | "debit"; rejected: number };
  return uploadQuery<Batch>(session, "/wallet/bulk-credit-customer-records", ({ batchId, operation, rejected }) => ({
    batchId,
    kind: operation,
    rows: rejected,
  }));
}

function uploadQuery<Upload>(
  session: Session,
  path: `/${string}`,
  look: (upload: Upload) => NonNullable<RejectedUpload>,
) {
  return queryOptions({
    queryKey: keyOf(session, "batches", "rejected", path),
    staleTime: FRESH_MS.overview,
    queryFn: async ({ signal }): Promise<RejectedUpload> => {
      const query = { page: 1, perPage: 20 };
      const { data } = await request<{ data: Upload[] }>(session, { path, query, signal });
      return data.map(look).find(({ rows }) => rows > 0) ?? null;
    },
  });
}

/** How many webhook subscriptions there are; fresh for 5 min. In `LEGACY` mode they get nothing. Webhooks 2. */
export function subscriptionCountQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "webhooks", "subscription-count"),
    staleTime: FRESH_MS.settings,
    queryFn: async ({ signal }): Promise<number> => {
      const path = "/merchant/webhook/subscriptions";
      return (await request<{ data: unknown[] }>(session, { path, signal })).data.length;
    },
  });
}

/** How many of `what` a merchant has, for the first steps; fresh for 60 s. */
export function countQuery(session: Session, what: keyof typeof COUNTED) {
  return queryOptions({
    queryKey: keyOf(session, ...COUNTED[what].key),
    staleTime: FRESH_MS.overview,
    queryFn: async ({ signal }): Promise<number> => {
      const { path, query } = COUNTED[what];
      return (await request<Counted>(session, { path, query: { ...query, page: 1, perPage: 1 }, signal })).metadata
        .totalRecords;
    },
  });
}

const COUNTED = {
  wallets: { key: ["wallets", "count"], path: "/wallet", query: {} },
  transfers: {
    key: ["transactions", "transfer-count"],
    path: "/merchant/transactions",
    query: { category: "WALLET_TO_WALLET_TRANSFER" },
  },
  members: { key: ["team", "member-count"], path: "/team/members", query: {} },
  invitations: { key: ["team", "invitation-count"], path: "/team/invitations", query: {} },
} as const;
