import { queryOptions } from "@tanstack/react-query";
import type { Batch, BatchRecord, PreflightResult } from "../../contract/batch-records.ts";
import { fileNameOf } from "../../contract/invisible.ts";
import type { PayoutBatchResult, PayoutPreflightResult } from "../../contract/payout-batches.ts";
import type { BankTransferItem, PAYOUT_BATCH_MAX as MOST_PAYOUTS } from "../../contract/payout-records.ts";
import type { WalletPreflightResult } from "../../contract/wallet-creation.ts";
import type { ImportKind } from "../import/rows/columns.ts";
import type { CustomerCells, PreflightItem } from "../import/worker/worker-messages.ts";
import type { Session } from "../permissions.ts";
import { queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { ServiceError } from "./service-error.ts";
import { texts } from "./texts.ts";
import { requestUpload } from "./upload.ts";

/**
 * A file that is ready for upload. `reference`: for money files, derived from the payments, so that the same payments
 * get the same reference. Dashboard 5.6.
 */
export type ImportRequest = {
  kind: ImportKind;
  /** Of the chosen file. */
  name: string;
  content: Blob;
  reference: string | null;
  idempotencyKey: string;
};
/** The most rows of one batch of payouts. Its type is the number of the contract, which only the worker loads. Rails 2. */
export const PAYOUT_BATCH_MAX: typeof MOST_PAYOUTS = 5_000;
/** The largest file that the service accepts. Api 5. */
export const UPLOAD_LIMIT_BYTES = 64 * 1024 * 1024;

type OnProgress = (sentBytes: number, allBytes: number) => void;

export type EarlierBatch = Pick<Batch, "batchId" | "batchReference" | "status" | "createdAt">;

const TOO_LARGE = texts.theReadyRowsMake;

/**
 * Uploads a file and returns its batch. Rejects with a `ServiceError`; retry only with the same upload. Spec 4.1, api
 * 5.
 */
export async function sendImport(
  session: Session,
  upload: ImportRequest,
  onProgress: OnProgress,
): Promise<{ batchId: string }> {
  const { kind, name, content, reference, idempotencyKey } = upload;
  const fileName = fileNameOf(name);
  if (kind === "payout") return await sendPayouts(session, upload);
  const isMoney = kind !== "create";
  // The upload is larger than the chosen file: every payment gets a reference.
  if (content.size > UPLOAD_LIMIT_BYTES)
    throw new ServiceError({ code: "body_too_large", status: 413, message: TOO_LARGE });
  const { data } = await requestUpload<{ data: { batchId: string } }>(session, {
    path: isMoney ? "/wallet/bulk-credit-customer" : "/wallet/bulk-create-customers",
    fields: {
      ...(isMoney && { operation: kind }),
      ...(isMoney && reference && { batchReference: reference }),
      ...(fileName && { fileName }),
    },
    file: { field: isMoney ? "file" : "customers", name: "rows.csv", content },
    idempotencyKey,
    onProgress,
  });
  return data;
}

/** Sends the rows of a file of payouts as one batch. Rejects with a `ServiceError`; retry only with the same key. Rails 2. */
async function sendPayouts(
  session: Session,
  { name, content, reference, idempotencyKey }: ImportRequest,
): Promise<{ batchId: string }> {
  const query = { ...(reference && { batchReference: reference }), fileName: fileNameOf(name) ?? undefined };
  const body: unknown = JSON.parse(await content.text());
  const call = { method: "POST", path: "/transfer/bank/batch", query, body, idempotencyKey } as const;
  return (await request<{ data: PayoutBatchResult }>(session, call)).data;
}

/** The newest batch with the same payments, of this day or an earlier one: only the day at the end of their references differs. Dashboard 5.6. */
export function earlierBatchQuery(session: Session, reference: string | null) {
  return queryOptions({
    queryKey: queryKeyOf(session, "batches", "reference", reference ?? ""),
    staleTime: 0,
    enabled: reference !== null,
    queryFn: async ({ signal }): Promise<EarlierBatch | null> => {
      const search = reference?.replace(/-\d{8}$/, "");
      const query = { search, perPage: 1 };
      const call = { path: "/wallet/bulk-credit-customer-records", query, signal } as const;
      const { data } = await request<{ data: BatchRecord[] }>(session, call);
      return data[0] ?? null;
    },
  });
}

/** The batch of a reference that the service refused as a duplicate. Spec 4.7. */
export async function findBatchByReference(session: Session, batchReference: string): Promise<EarlierBatch> {
  const call = { path: "/wallet/bulk-credit-customer-status", query: { batchReference } } as const;
  return (await request<{ data: Batch }>(session, call)).data;
}

/** Asks the service and the banks about payouts before they are sent: at most 50 in one call, results in order. Moves nothing. Rails 2. */
export async function preflightPayouts(
  session: Session,
  items: readonly BankTransferItem[],
  signal: AbortSignal,
): Promise<PayoutPreflightResult[]> {
  const call = {
    method: "POST",
    path: "/transfer/bank/batch/preflight",
    isReadOnly: true,
    body: items,
    signal,
  } as const;
  return (await request<{ data: PayoutPreflightResult[] }>(session, call)).data;
}

/**
 * Asks the service about rows before they are sent: at most 1,000 in one call, results in order. Moves nothing. Api 5.
 */
export async function preflightRows(
  session: Session,
  kind: ImportKind,
  transactions: readonly PreflightItem[],
  signal: AbortSignal,
): Promise<PreflightResult[]> {
  const call = { method: "POST", path: "/wallet/batch/preflight", isReadOnly: true, signal } as const;
  const body = { operation: kind, transactions };
  return (await request<{ data: PreflightResult[] }>(session, { ...call, body })).data;
}

/** Asks the service about rows of customers before they are sent: at most 1,000 in one call, results in order. Stores nothing. Api 5. */
export async function preflightCustomers(
  session: Session,
  rows: readonly CustomerCells[],
  signal: AbortSignal,
): Promise<WalletPreflightResult[]> {
  const call = { method: "POST", path: "/wallet/bulk-create-customers/preflight", isReadOnly: true, signal } as const;
  const body = { customers: rows.map(({ cells }) => cells) };
  return (await request<{ data: WalletPreflightResult[] }>(session, { ...call, body })).data;
}
