import { Batch, BatchItem, BatchRecord } from "../../contract/batch-records.ts";
import { WalletImport, WalletImportRow } from "../../contract/wallet-creation.ts";

/** Batch replies of the service, checked against the contract. */

export const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const NOW = "2026-11-19T13:02:11.000Z";

export function anImport(changes: Partial<WalletImport> = {}): WalletImport {
  return WalletImport.parse({
    batchId: id(1),
    status: "processing",
    total: 5_000,
    processed: 1_200,
    created: 1_180,
    frozen: 0,
    skipped: 20,
    fileName: null,
    createdBy: "Chidi Ọbiọra",
    pausedUntil: null,
    createdAt: "2026-11-19T13:00:00.000Z",
    startedAt: "2026-11-19T13:01:11.000Z",
    finishedAt: null,
    ...changes,
  });
}

export function aBatch(changes: Partial<Batch> = {}): Batch {
  return Batch.parse({
    batchId: id(2),
    batchReference: "imp-4c1e9d0b12345b18",
    operation: "credit",
    status: "pending",
    payer: null,
    withdrawn: false,
    fileName: null,
    total: 3,
    processed: 0,
    accepted: 0,
    rejected: 0,
    duplicates: 0,
    paidBy: [],
    totalAmount: 450_000,
    createdAt: "2026-11-19T12:59:00.000Z",
    startedAt: null,
    finishedAt: null,
    ...changes,
  });
}

export function aRecord({ accepted, rejected, ...batch }: Batch): BatchRecord {
  const none = { accepted: [], rejected: [], hasAllItems: false };
  return BatchRecord.parse({ ...batch, ...none, acceptedCount: accepted, rejectedCount: rejected });
}

export const skippedRow = WalletImportRow.parse({
  row: 212,
  status: "skipped",
  name: "Hadiza Ɗanjuma-Abubakar",
  phoneNumber: "08012345678",
  customerId: id(9),
  walletId: null,
  accountNumber: "2204510003",
  reason: "Customer already exist.",
});
export const rejectedItem = BatchItem.parse({
  row: 3,
  status: "rejected",
  customerId: id(9),
  walletId: null,
  accountNumber: "2204673621",
  amount: 450_000,
  reference: "imp-20261119-499ebf43499ebf43",
  narration: null,
  note: null,
  reason: "Post no credit is enabled.",
  duplicateOf: null,
});

export const page = (data: object[], totalRecords = data.length, number = 1) => ({
  body: {
    status: true,
    data,
    metadata: { page: number, perPage: 20, totalRecords, totalPages: Math.ceil(totalRecords / 20) },
  },
});
export const one = (data: object) => ({ body: { status: true, data } });
