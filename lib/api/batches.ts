import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PendingItem } from "../../contract/approvals.ts";
import type { Batch, BatchItem, BatchRecord } from "../../contract/batch-records.ts";
import type { Metadata } from "../../contract/envelope.ts";
import type { WalletImport, WalletImportRow } from "../../contract/wallet-creation.ts";
import { can, type Session } from "../permissions.ts";
import { fromPayoutBatch, isPayoutProgress } from "./payout-batches.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { type Read, readAllOf } from "./read.ts";
import { request, requestFile } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** `payout`: bank transfers, which have a page of their own. */
export type BatchKind = "create" | "credit" | "debit" | "payout";
export type BatchStatus = Batch["status"];

/**
 * A batch of any kind. `good` rows are accepted or created (also frozen), `repeated` rows were paid by an earlier batch (`paidBy`), `bad` rows are the
 * others that are rejected or skipped. Amounts in kobo.
 */
export type AnyBatch = {
  kind: BatchKind;
  /** The customer who paid all rows; null where the merchant did. */
  payer: string | null;
  batchId: string;
  reference: string | null;
  /** Of the file that was sent; null where its sender gave none, and for batches sent by API. */
  fileName: string | null;
  status: BatchStatus;
  /** Declined because its own sender withdrew it. */
  withdrawn: boolean;
  total: number;
  good: number;
  bad: number;
  repeated: number;
  /** Of the good rows, those whose wallet was created frozen. */
  frozen: number;
  paidBy: Batch["paidBy"];
  totalAmount: number | null;
  createdBy: string | null;
  pausedUntil: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
};

/** The result of a row, the same for all kinds. */
export type RowResult = "good" | "frozen" | "bad" | "repeated" | "pending" | "cancelled";

/** A row of a batch of any kind, with its customer and its result. */
export type AnyBatchRow = {
  row: number;
  end: RowResult;
  name: string;
  detail: string | null;
  /** Of the wallet that the row created or names; null if unknown. */
  accountNumber: string | null;
  customerId: string | null;
  amount: number | null;
  reference: string | null;
  reason: string | null;
  /** The transaction that a repeated row repeats. */
  duplicateOf: BatchItem["duplicateOf"];
};

type Page<Item> = { items: Item[]; metadata: Metadata };
const PER_PAGE = 20;

/**
 * The last page of the combined list: every page reads all earlier pages of each kind. Beyond it, choose one
 * kind.
 */
export const MAX_MERGED_PAGES = 10;

/** `filesOnly`: without batches that were sent in one API call. */
export type BatchFilter = {
  kind?: BatchKind | undefined;
  status?: BatchStatus | undefined;
  filesOnly?: boolean;
  page: number;
};

/**
 * A page of batches, newest first, of one kind or of all that the member may see. Keeps the previous page while
 * loading. Api 5, dashboard 9.
 */
export function batchesQuery(session: Session, filter: BatchFilter) {
  return queryOptions({
    queryKey: queryKeyOf(
      session,
      "batches",
      filter.filesOnly ? "files" : "list",
      filter.kind ?? "",
      filter.status ?? "",
      filter.page,
    ),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readBatches(session, filter),
  });
}

function readBatches(session: Session, filter: BatchFilter) {
  const { page } = filter;
  const kinds = filter.kind === undefined ? kindsSeenBy(session) : [filter.kind];
  // A merged page needs all earlier pages of each kind.
  const upTo = Array.from({ length: Math.min(page, MAX_MERGED_PAGES) }, (_, index) => index + 1);
  const reads = kinds.flatMap((kind) => (kinds.length > 1 ? upTo : [page]).flatMap((at) => pageOf(kind, filter, at)));
  return readAllOf(
    session,
    reads.map(({ read }) => read),
    (replies: unknown[]): Page<AnyBatch> => {
      const pages = reads.map(({ fromReply }, index) => fromReply(replies[index]));
      return kinds.length > 1 ? mergePages(pages, page) : (pages[0] ?? EMPTY_PAGE);
    },
  );
}

/** `money` stands for credits and debits together. */
type ListKind = BatchKind | "money";

function kindsSeenBy(session: Session): ListKind[] {
  if (!can(session, "BROWSE_TRANSACTIONS")) return ["create"];
  return ["money", "payout", ...(can(session, "BROWSE_CUSTOMER_WALLETS") ? (["create"] as const) : [])];
}

/** Merges pages of lists that are sorted newest first, and returns one page of all. */
function mergePages(pages: readonly Page<AnyBatch>[], page: number): Page<AnyBatch> {
  const items = pages.flatMap((one) => one.items);
  items.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const firstPages = pages.filter(({ metadata }) => metadata.page === 1);
  const totalRecords = firstPages.reduce((sum, { metadata }) => sum + metadata.totalRecords, 0);
  const totalPages = Math.ceil(totalRecords / PER_PAGE);
  return {
    items: items.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    metadata: { page, perPage: PER_PAGE, totalRecords, totalPages },
  };
}

const EMPTY_PAGE: Page<AnyBatch> = {
  items: [],
  metadata: { page: 1, perPage: PER_PAGE, totalRecords: 0, totalPages: 0 },
};

type PageRead = { read: Read; fromReply: (reply: unknown) => Page<AnyBatch> };

function pageRead<One>(read: Read, fromOne: (one: One) => AnyBatch): PageRead[] {
  const fromReply = ({ data, metadata }: { data: One[]; metadata: Metadata }) => ({
    items: data.map(fromOne),
    metadata,
  });
  return [{ read, fromReply: fromReply as PageRead["fromReply"] }];
}

const IMPORT_STATUSES: readonly string[] = ["pending", "processing", "completed", "partially_completed", "failed"];

/** A page of one kind: what to read, and what its reply becomes. None for a status that batches of this kind never have. */
function pageOf(kind: ListKind, { status, filesOnly }: BatchFilter, page: number): PageRead[] {
  const asked = { page, perPage: PER_PAGE };
  const origin = filesOnly ? "upload" : undefined;
  if (kind === "create") {
    // Wallet creation batches need no approval and cannot be cancelled.
    if (status !== undefined && !IMPORT_STATUSES.includes(status)) return [];
    return pageRead({ path: IMPORTS, query: { ...asked, status } }, fromImport);
  }
  if (kind === "payout") {
    // Each payout is cancelled by itself.
    if (status !== undefined && !isPayoutProgress(status)) return [];
    return pageRead({ path: "/transfer/bank/batch", query: { ...asked, progress: status, origin } }, fromPayoutBatch);
  }
  const operation = kind === "money" ? undefined : kind;
  const query = { ...asked, status, operation, origin };
  return pageRead(
    { path: "/wallet/bulk-credit-customer-records", query },
    ({ acceptedCount, rejectedCount, ...one }: BatchRecord) =>
      fromMoneyBatch({ ...one, accepted: acceptedCount, rejected: rejectedCount }),
  );
}

const IMPORTS = "/wallet/bulk-create-customers";
const MONEY = "/wallet/bulk-credit-customer";

/** The progress of one batch. The caller sets the polling interval. Spec 4.7, api 5. */
export function batchQuery(session: Session, kind: BatchKind, batchId: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "batches", "one", kind === "create" ? kind : "money", batchId),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<AnyBatch> => {
      if (kind === "create") {
        const path = `${IMPORTS}/${encodeURIComponent(batchId)}` as const;
        return fromImport((await request<{ data: WalletImport }>(session, { path, signal })).data);
      }
      const call = { path: `${MONEY}-status`, query: { batchId }, signal } as const;
      return fromMoneyBatch((await request<{ data: Batch }>(session, call)).data);
    },
  });
}

type RowsInput = { kind: BatchKind; batchId: string; end: RowResult | undefined; page: number; seen: number };

/** A page of rows in file order. A changed `seen` reads it again. Keeps the previous page while loading. Api 5. */
export function batchRowsQuery(session: Session, { kind, batchId, end, page, seen }: RowsInput) {
  return queryOptions({
    queryKey: queryKeyOf(session, "batches", "rows", batchId, end ?? "", page, seen),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<AnyBatchRow[]> => {
      const query = { page, perPage: PER_PAGE, status: end && statusOf(kind, end) };
      const id = encodeURIComponent(batchId);
      if (kind === "create") {
        const path = `${IMPORTS}/${id}/rows` as const;
        return (await request<{ data: WalletImportRow[] }>(session, { path, query, signal })).data.map(fromImportRow);
      }
      const path = `${MONEY}/${id}/items` as const;
      return (await request<{ data: BatchItem[] }>(session, { path, query, signal })).data.map(fromItem);
    },
  });
}

export const ROWS_PER_PAGE = PER_PAGE;

/**
 * Opens the rows of a batch as a CSV stream with `_row,_status,_reason`. @throws {ServiceError} when the service
 * refuses. Dashboard 9.
 */
export function openBatchRows(
  session: Session,
  { kind, batchId, end }: { kind: BatchKind; batchId: string; end: RowResult },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const base = kind === "create" ? IMPORTS : MONEY;
  const path = `${base}/${encodeURIComponent(batchId)}/rows.csv` as const;
  return requestFile(session, { path, query: { status: statusOf(kind, end) }, signal });
}

/** The approval request of a batch; `null` if it is not among the newest of that status. Api 4. */
export function approvalOfBatchQuery(session: Session, batchId: string, status: "PENDING" | "DECLINED" | "FAILED") {
  return queryOptions({
    queryKey: queryKeyOf(session, "approvals", "of-batch", batchId, status),
    staleTime: FRESH_MS.list,
    queryFn: async ({ signal }): Promise<PendingItem | null> => {
      const query = { status, perPage: 100 };
      const call = { path: "/transaction/pending", query, signal } as const;
      const { data } = await request<{ data: PendingItem[] }>(session, call);
      return data.find((item) => item.batchId === batchId) ?? null;
    },
  });
}

/** Cancels a credit or debit batch that has not started. No money moves. Rejects with a `ServiceError`. Spec 4.8. */
export function useCancelBatch() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (batchId: string) =>
      request<{ message: string }>(session, { method: "DELETE", path: `${MONEY}/${encodeURIComponent(batchId)}` }),
    // After a failure too: a refusal means that the page shows old data.
    onSettled: () => {
      for (const noun of ["batches", "approvals"])
        void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
    },
  });
}

const MONEY_STATUSES = { good: "accepted", frozen: "accepted", bad: "failed", repeated: "duplicate" };
const CREATE_STATUSES = { good: "created", frozen: "frozen", bad: "skipped", repeated: "skipped" };

function statusOf(kind: BatchKind, end: RowResult): string {
  if (end === "pending" || end === "cancelled") return end;
  return (kind === "create" ? CREATE_STATUSES : MONEY_STATUSES)[end];
}

function fromMoneyBatch(batch: Omit<Batch, "processed">): AnyBatch {
  const { operation, batchReference, accepted, rejected, duplicates, ...one } = batch;
  return {
    ...one,
    kind: operation,
    reference: batchReference,
    good: accepted,
    bad: rejected - duplicates,
    repeated: duplicates,
    frozen: 0,
    createdBy: null,
    pausedUntil: null,
  };
}

function fromImport({ created, skipped, ...one }: WalletImport): AnyBatch {
  const none = { payer: null, reference: null, totalAmount: null, withdrawn: false, repeated: 0, paidBy: [] };
  return { ...one, ...none, kind: "create", good: created, bad: skipped };
}

function fromItem({ row, status, customerId, accountNumber, walletId, ...one }: BatchItem): AnyBatchRow {
  const { amount, reference, reason, duplicateOf } = one;
  const ends = { accepted: "good", rejected: duplicateOf ? "repeated" : "bad" } as const;
  const end = status === "pending" || status === "cancelled" ? status : ends[status];
  const name = accountNumber ?? customerId ?? walletId ?? "—";
  return { row, end, name, detail: one.narration, accountNumber, customerId, amount, reference, reason, duplicateOf };
}

function fromImportRow({ row, status, name, phoneNumber: detail, ...one }: WalletImportRow): AnyBatchRow {
  const { customerId, accountNumber, reason } = one;
  // A created row has a reason only if its wallet was frozen.
  const ends = { pending: "pending", created: reason === null ? "good" : "frozen", skipped: "bad" } as const;
  const end = ends[status];
  const money = { amount: null, reference: null, duplicateOf: null };
  return { row, end, name, detail, customerId, accountNumber, reason, ...money };
}
