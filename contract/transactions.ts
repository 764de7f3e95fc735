import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, Metadata, success } from "./envelope.ts";
import {
  AccountNumber,
  BACKWARD,
  Facts,
  Id,
  Instant,
  isForward,
  Kobo,
  Mode,
  Paging,
  SearchText,
  span,
} from "./values.ts";

/** What a transaction was, seen from the wallet that a list is about (wire 3.3). */
export const Category = z.enum([
  "CREDIT_CUSTOMER_WALLET",
  "WALLET_CREDITED_BY_MERCHANT",
  "DEBIT_CUSTOMER_WALLET",
  "WALLET_DEBITED_BY_MERCHANT",
  "WALLET_TO_WALLET_TRANSFER",
  "MERCHANT_FUND_LOAD",
  "WALLET_RESERVATION",
]);

/** A wallet that a transaction touched. `customerId` is null for the merchant's own. */
const TransactionParty = z.object({
  walletId: Id,
  customerId: Id.nullable(),
  name: z.string(),
  accountNumber: AccountNumber,
});

/**
 * One ledger transaction, shown from one side: `type`, `fee`, `total` and the balances are those of the wallet the list is
 * about, so that `balance_after` is `balance_before` plus or minus `total`. The merchant's list shows the merchant's side, and
 * of a transfer between customers the payer's. `source` and `destination` are wallet IDs; null where sandbox money came from.
 * Balances are null where nothing was posted, and on the merchant's side of a batch, whose items share one ledger entry.
 * `description` of a failed one is the reason.
 */
export const LedgerTransaction = z
  .object({
    id: Id,
    reference: z.string(),
    type: z.enum(["CREDIT", "DEBIT"]),
    status: z.enum(["success", "failed", "pending"]),
    amount: Kobo,
    fee: Kobo,
    vat: z.literal(0),
    total: Kobo,
    currency: z.literal("NGN"),
    category: Category,
    description: z.string().nullable(),
    mode: Mode,
    completed: z.boolean(),
    source: Id.nullable(),
    destination: Id.nullable(),
    sourceWallet: TransactionParty.nullable(),
    destinationWallet: TransactionParty.nullable(),
    balance_before: Kobo.nullable(),
    balance_after: Kobo.nullable(),
    metadata: Facts,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Transaction" });
export type LedgerTransaction = z.infer<typeof LedgerTransaction>;

/**
 * What a transaction did to one account; over all its accounts `delta` sums to zero. `balanceAfter` is null where the ledger
 * keeps one entry for several transactions: fees, and the merchant's side of a batch. Names are null but for wallets.
 */
const TransactionEntry = z.object({
  accountKind: z.enum(["wallet", "merchant", "platform_fee", "merchant_fee", "funding", "wallet_fee"]),
  name: z.string().nullable(),
  accountNumber: AccountNumber.nullable(),
  delta: Kobo,
  balanceAfter: Kobo.nullable(),
});

/** One transaction with all that the ledger knows of it; a failed one has no entries. */
export const TransactionDetails = LedgerTransaction.extend({
  fee_breakdown: z.object({ base_fee: Kobo, merchant_fee: Kobo, total_fee: Kobo }),
  failureReason: z.string().nullable(),
  actorKind: z.enum(["member", "key", "customer", "job", "platform"]),
  actorName: z.string(),
  batchId: Id.nullable(),
  approvalId: Id.nullable(),
  entries: z.array(TransactionEntry),
}).meta({ id: "TransactionDetails" });
export type TransactionDetails = z.infer<typeof TransactionDetails>;

/** Totals are exact up to 50,000 (webhooks 4). */
export const TransactionList = z.object({ transactions: z.array(LedgerTransaction), metadata: CappedMetadata });
export type TransactionList = z.infer<typeof TransactionList>;

const filters = {
  type: z.enum(["ALL", "CREDIT", "DEBIT"]).default("ALL"),
  category: Category.optional(),
  ...span,
};
const listFilters = {
  ...Paging.shape,
  ...filters,
  status: z.enum(["success", "failed", "pending"]).optional(),
  search: SearchText.optional(),
};

const TransactionQuery = z
  .object({ transactionId: Id.optional(), reference: z.string().max(100).optional() })
  .refine((query) => query.transactionId ?? query.reference, {
    error: "is required, or reference instead",
    path: ["transactionId"],
  })
  .meta({ examples: [{ reference: "REF-0000000001" }] });

/** A batch as the list of transactions groups it (wire 4.6). */
const TransactionBatch = z
  .object({
    id: Id,
    type: z.enum(["CREDIT", "DEBIT"]),
    source: z.object({ type: z.string(), userId: Id.nullable(), walletId: Id.nullable() }),
    reference: z.string(),
    reversed: z.boolean(),
    all_references: z.array(z.string()),
    passed_references: z.array(z.string()),
    failed_references: z.array(z.string()),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "TransactionBatch" });

/**
 * What the verifier found last about the books of this account and mode: `total` is the sum of all balances, "0" when the
 * books are right, as text because it may be of any length. `problems` names up to 20 broken rules with their numbers.
 */
export const TrialBalance = z
  .object({
    checkedAt: Instant,
    balanced: z.boolean(),
    accounts: z.int().min(0),
    entries: z.int().min(0),
    newEntries: z.int().min(0),
    total: z.string().regex(/^-?\d+$/),
    problems: z.array(z.object({ rule: z.string(), detail: z.record(z.string(), z.unknown()) })),
  })
  .meta({ id: "TrialBalance" });
export type TrialBalance = z.infer<typeof TrialBalance>;

const transactions = {
  tag: "Transactions",
  method: "GET",
  extension: true,
  callers: membersAndKeys,
  permission: "BROWSE_TRANSACTIONS",
  dashboard: true,
  status: 200,
} as const;

export const transactionEndpoints = {
  listMerchantTransactions: endpoint({
    ...transactions,
    path: "/merchant/transactions",
    summary: "List the transactions of all wallets of the merchant, newest first",
    source: "api 4, wire 5, dashboard 9",
    query: z.object(listFilters).refine(isForward, BACKWARD),
    reply: success(TransactionList.shape),
  }),
  listCustomerTransactions: endpoint({
    ...transactions,
    path: "/transaction/customer",
    summary: "List the transactions of a customer's wallet, newest first",
    source: "api 4, wire 5",
    query: z.object({ customerId: Id, ...listFilters }).refine(isForward, BACKWARD),
    reply: success(TransactionList.shape),
  }),
  getTransaction: endpoint({
    ...transactions,
    path: "/transaction/info",
    summary: "Get a transaction by ID or reference",
    source: "api 4, wire 5",
    query: TransactionQuery,
    reply: success({ transaction: TransactionDetails }),
  }),
  getTransactionByReference: endpoint({
    ...transactions,
    dashboard: false,
    path: "/merchant/transaction/{reference}",
    summary: "Get a transaction by reference",
    source: "wire 5",
    params: z.object({ reference: z.string().max(100) }),
    reply: success({ transaction: TransactionDetails }),
  }),
  listTransactionBatches: endpoint({
    ...transactions,
    dashboard: false,
    path: "/transaction/batch",
    summary: "List batches with the references of their transactions, newest first",
    source: "wire 4.6, 5",
    query: Paging.extend({
      search: SearchText.optional(),
      category: Category.optional(),
      type: z.enum(["ALL", "CREDIT", "DEBIT"]).default("ALL"),
    }),
    reply: success({ data: z.array(TransactionBatch), metadata: Metadata }),
  }),
  getTransactionBatch: endpoint({
    ...transactions,
    dashboard: false,
    path: "/transaction/batch/{reference}",
    summary: "Get a batch with the references of its transactions",
    source: "wire 4.6, 5",
    params: z.object({ reference: z.string().max(100) }),
    reply: success({ data: TransactionBatch }),
  }),
  downloadMerchantTransactions: endpoint({
    ...transactions,
    path: "/transaction/download/merchant",
    summary: "Download the merchant's transactions as CSV",
    source: "api 4, wire 5",
    query: z.object(filters).refine(isForward, BACKWARD),
    reply: "csv",
  }),
  downloadCustomerTransactions: endpoint({
    ...transactions,
    path: "/transaction/download/customer",
    summary: "Download a customer's transactions as CSV",
    source: "api 4, wire 5",
    query: z.object({ customerId: Id, ...filters }).refine(isForward, BACKWARD),
    reply: "csv",
  }),
  getTrialBalance: endpoint({
    ...transactions,
    path: "/ledger/trial-balance",
    summary: "Prove that all entries sum to zero and every balance is the sum of its entries",
    source: "api 4",
    reply: success({ data: TrialBalance }),
  }),
};
