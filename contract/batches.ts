import * as z from "zod";
import {
  Batch,
  BatchCreditByCustomerBody,
  BatchCreditByWalletBody,
  BatchDebitByCustomerBody,
  BatchDebitByWalletBody,
  BatchItem,
  BatchItemFilter,
  BatchOrigin,
  BatchRecord,
  BatchResult,
  BatchStatus,
  BatchTransferBody,
  Operation,
  PreflightBody,
  PreflightResult,
} from "./batch-records.ts";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { Metadata, success } from "./envelope.ts";
import { DONE, MovementPreview, SUBMITTED } from "./transfers.ts";
import {
  AmountKobo,
  BACKWARD,
  CsvFile,
  Facts,
  FileName,
  Id,
  isForward,
  Kobo,
  Paging,
  paymentTexts,
  Reference,
  RequestMetadata,
  SearchText,
  span,
} from "./values.ts";

/** The amount follows the rule for batch items: more than 1 kobo. Spec 8, API 3. */
const CreditWalletBody = z.object({
  customerId: Id,
  amount: AmountKobo.refine((value) => value !== 1, "must be greater than 1 kobo").meta({ minimum: 2 }),
  reference: Reference.optional(),
  ...paymentTexts,
  metadata: RequestMetadata.optional(),
});
const DebitWalletBody = CreditWalletBody.extend({ pin: z.string().max(100).optional() });

const SingleMovement = z
  .object({
    amount: Kobo,
    reference: z.string(),
    customer_id: Id,
    customer_wallet_id: Id,
    transaction_fee: Kobo,
    narration: z.string().optional(),
    metadata: Facts,
  })
  .meta({ id: "SingleMovement" });

/** `reference` and `amount` stand at the top too, where existing clients read them. Absent while the request awaits approval. */
const singleReply = success({
  reference: z.string().optional(),
  amount: Kobo.optional(),
  data: SingleMovement.optional(),
});

const BatchQuery = z
  .object({ batchId: Id.optional(), batchReference: z.string().max(100).optional() })
  .refine((query) => query.batchId ?? query.batchReference, {
    error: "is required, or batchReference instead",
    path: ["batchId"],
  })
  .meta({ examples: [{ batchReference: "BATCH-0000000001" }] });

const base = { tag: "Batches", callers: membersAndKeys, status: 200 } as const;
const post = { ...base, method: "POST", permission: "WALLET_CREDIT_DEBIT" } as const;
const move = { ...post, idempotent: true, money: "approval", message: [DONE, SUBMITTED] } as const;
const single = { ...move, extension: true, dashboard: true } as const;
const jsonBatch = {
  ...move,
  extension: false,
  dashboard: false,
  reply: success({ data: BatchResult }),
} as const;
const browse = { ...base, method: "GET", permission: "BROWSE_TRANSACTIONS", dashboard: true } as const;

export const batchEndpoints = {
  creditWallet: endpoint({
    ...single,
    path: "/wallet/credit",
    summary: "Credit one wallet from the merchant wallet",
    source: "api 3, wire 5",
    body: CreditWalletBody,
    reply: singleReply,
  }),
  debitWallet: endpoint({
    ...single,
    path: "/wallet/debit",
    summary: "Debit one wallet to the merchant wallet",
    source: "api 3, wire 5",
    body: DebitWalletBody,
    reply: singleReply,
  }),
  previewCredit: endpoint({
    ...post,
    extension: true,
    dashboard: true,
    path: "/wallet/credit/preview",
    summary: "Preview a credit: fees, balances and failed checks",
    source: "dashboard 9",
    body: CreditWalletBody,
    reply: success({ data: MovementPreview }),
  }),
  previewDebit: endpoint({
    ...post,
    extension: true,
    dashboard: true,
    path: "/wallet/debit/preview",
    summary: "Preview a debit: fees, balances and failed checks",
    source: "dashboard 9",
    body: DebitWalletBody,
    reply: success({ data: MovementPreview }),
  }),
  batchCreditByCustomer: endpoint({
    ...jsonBatch,
    path: "/wallet/batch-credit-customer-wallet",
    summary: "Credit many wallets by customer ID",
    source: "spec 4.2, api 5",
    body: BatchCreditByCustomerBody,
  }),
  batchDebitByCustomer: endpoint({
    ...jsonBatch,
    path: "/wallet/batch-debit-customer-wallet",
    summary: "Debit many wallets by customer ID",
    source: "spec 4.3, api 5",
    body: BatchDebitByCustomerBody,
  }),
  batchCreditByWallet: endpoint({
    ...jsonBatch,
    path: "/wallet/batch-credit-customer-via-wallet-id",
    summary: "Credit many wallets by wallet ID",
    source: "spec 4.4, api 5",
    body: BatchCreditByWalletBody,
  }),
  batchDebitByWallet: endpoint({
    ...jsonBatch,
    path: "/wallet/batch-debit-customer-via-wallet-id",
    summary: "Debit many wallets by wallet ID",
    source: "spec 4.5, api 5",
    body: BatchDebitByWalletBody,
  }),
  batchTransferFromCustomer: endpoint({
    ...jsonBatch,
    permission: "MANAGE_TRANSFER",
    path: "/wallet/customer-batch-credit-customer-wallet",
    summary: "Transfer from one customer's wallet to many",
    source: "wire 5, api 5",
    extension: true,
    body: BatchTransferBody,
  }),
  preflightBatch: endpoint({
    ...post,
    extension: true,
    dashboard: true,
    path: "/wallet/batch/preflight",
    summary: "Check items of a batch before it is sent: names, reasons, payments that exist already",
    source: "api 5, dashboard 9",
    body: PreflightBody,
    reply: success({ data: z.array(PreflightResult) }),
  }),
  uploadBatch: endpoint({
    ...post,
    extension: true,
    dashboard: true,
    idempotent: true,
    money: "approval",
    status: 202,
    upload: true,
    path: "/wallet/bulk-credit-customer",
    summary: "Upload a CSV of credits or debits",
    source: "api 5",
    body: z.object({
      file: CsvFile,
      operation: Operation,
      batchReference: Reference.optional(),
      fileName: FileName.optional(),
    }),
    reply: success({
      data: z.object({ batchId: Id, batchReference: z.string(), status: BatchStatus, rows: z.int() }),
    }),
  }),
  listBatches: endpoint({
    ...browse,
    extension: false,
    path: "/wallet/bulk-credit-customer-records",
    replica: true,
    summary: "List batches of credits and debits, newest first",
    source: "spec 4.6, api 5, dashboard 9",
    query: Paging.extend({
      operation: Operation.optional(),
      status: BatchStatus.optional(),
      origin: BatchOrigin.optional(),
      /** The beginning of the reference. */
      search: SearchText.optional(),
      ...span,
    }).refine(isForward, BACKWARD),
    reply: success({ data: z.array(BatchRecord), metadata: Metadata }),
  }),
  getBatchStatus: endpoint({
    ...browse,
    extension: false,
    path: "/wallet/bulk-credit-customer-status",
    summary: "Get the progress of a batch",
    source: "spec 4.7, api 5",
    query: BatchQuery,
    reply: success({ data: Batch }),
  }),
  listBatchItems: endpoint({
    ...browse,
    extension: true,
    path: "/wallet/bulk-credit-customer/{batchId}/items",
    replica: true,
    summary: "List the items of a batch with their results",
    source: "api 5",
    params: z.object({ batchId: Id }),
    query: Paging.extend({ status: BatchItemFilter.optional() }),
    reply: success({ data: z.array(BatchItem), metadata: Metadata }),
  }),
  downloadBatchRows: endpoint({
    ...browse,
    extension: true,
    path: "/wallet/bulk-credit-customer/{batchId}/rows.csv",
    replica: true,
    summary: "Download the rows of an uploaded batch with status and reason",
    source: "dashboard 9",
    params: z.object({ batchId: Id }),
    query: z.object({ status: BatchItemFilter.optional() }),
    reply: "csv",
  }),
  cancelBatch: endpoint({
    ...base,
    method: "DELETE",
    // A batch that a customer pays is made of transfers. The domain function decides which is needed.
    permission: ["WALLET_CREDIT_DEBIT", "MANAGE_TRANSFER"],
    dashboard: true,
    extension: false,
    message: "Batch successfully cancelled.",
    path: "/wallet/bulk-credit-customer/{batchId}",
    summary: "Cancel a batch that has not started",
    source: "spec 4.8, api 5",
    params: z.object({ batchId: Id }),
    reply: success({}),
  }),
};
