import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, Metadata, success } from "./envelope.ts";
import { STATEMENT_COLUMNS } from "./statement-columns.ts";
import { Category, CategoryFilter } from "./transaction-categories.ts";
import {
  AccountNumber,
  amounts,
  BACKWARD,
  Facts,
  Id,
  Instant,
  include,
  isForward,
  Kobo,
  Mode,
  Paging,
  SearchText,
  span,
} from "./values.ts";

/** A wallet of a transaction. `customerId` is null for the merchant's own wallet. */
const TransactionParty = z.object({
  walletId: Id,
  customerId: Id.nullable(),
  name: z.string(),
  accountNumber: AccountNumber,
});

/** Another transaction that this one takes back, or that took this one back. Decision 0104. */
export const RelatedTransaction = z.object({ transactionId: Id, reference: z.string() });

/**
 * One ledger transaction, shown from one side: `type`, `fee`, `vat`, `total` and the balances belong to the listed wallet, so
 * `total` is `amount`, `fee` and `vat`, and `balance_after` is `balance_before` plus or minus `total`. The merchant's list shows the merchant's side, or the payer's side of
 * a transfer between customers. `source` and `destination` are wallet IDs; `source` is null for sandbox funding. Balances are null
 * if nothing was posted, and on the merchant's side of a batch, whose items share one ledger entry. The `description` of a failed
 * transaction is the reason. `narration` is what the customer reads, `note` what only the merchant's staff reads. In a list, `metadata` is there with `include=metadata`.
 */
export const LedgerTransaction = z
  .object({
    id: Id,
    reference: z.string(),
    type: z.enum(["CREDIT", "DEBIT"]),
    status: z.enum(["success", "failed", "pending"]),
    amount: Kobo,
    fee: Kobo,
    vat: Kobo,
    total: Kobo,
    currency: z.literal("NGN"),
    category: Category,
    description: z.string().nullable(),
    narration: z.string().nullable(),
    note: z.string().nullable(),
    isReversal: z.boolean(),
    mode: Mode,
    completed: z.boolean(),
    source: Id.nullable(),
    destination: Id.nullable(),
    sourceWallet: TransactionParty.nullable(),
    destinationWallet: TransactionParty.nullable(),
    balance_before: Kobo.nullable(),
    balance_after: Kobo.nullable(),
    metadata: Facts.optional(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Transaction" });
export type LedgerTransaction = z.infer<typeof LedgerTransaction>;

/**
 * The effect of a transaction on one account. `delta` sums to zero over all accounts of the transaction. `balanceAfter` is null if
 * several transactions share one ledger entry: fees, and the merchant's side of a batch. Only wallets have names.
 */
const TransactionEntry = z.object({
  accountKind: z.enum([
    "wallet",
    "merchant",
    "platform_fee",
    "merchant_fee",
    "funding",
    "wallet_fee",
    "payout_hold",
    "payout_review",
    "bank_float",
    "vat_payable",
    "duty_payable",
    "inbound_suspense",
    "receivable",
    "card_account",
    "card_hold",
    "issuer_settlement",
  ]),
  name: z.string().nullable(),
  accountNumber: AccountNumber.nullable(),
  delta: Kobo,
  balanceAfter: Kobo.nullable(),
});

/**
 * One transaction with its ledger entries. A failed transaction has none. `reversal`: the transaction that it takes back (`of`) or that
 * took it back (`by`), the pending request to take it back, and whether one may be made: then only settings and balances can refuse it.
 */
export const TransactionDetails = LedgerTransaction.extend({
  metadata: Facts,
  fee_breakdown: z.object({ base_fee: Kobo, merchant_fee: Kobo, total_fee: Kobo }),
  failureReason: z.string().nullable(),
  actorKind: z.enum(["member", "key", "customer", "job", "platform"]),
  actorName: z.string(),
  batchId: Id.nullable(),
  approvalId: Id.nullable(),
  reversal: z.object({
    of: RelatedTransaction.nullable(),
    by: RelatedTransaction.nullable(),
    pendingId: Id.nullable(),
    isPossible: z.boolean(),
  }),
  entries: z.array(TransactionEntry),
}).meta({ id: "TransactionDetails" });
export type TransactionDetails = z.infer<typeof TransactionDetails>;

/** Totals are exact up to 50,000 (webhooks 4). */
export const TransactionList = z.object({ transactions: z.array(LedgerTransaction), metadata: CappedMetadata });
export type TransactionList = z.infer<typeof TransactionList>;

/** `userId` is the customer of the statement, as existing clients read it. */
const CustomerTransaction = LedgerTransaction.extend({ userId: Id }).meta({ id: "CustomerTransaction" });
export const CustomerTransactionList = TransactionList.extend({ transactions: z.array(CustomerTransaction) });
export type CustomerTransactionList = z.infer<typeof CustomerTransactionList>;

const filters = {
  type: z.enum(["ALL", "CREDIT", "DEBIT"]).default("ALL"),
  category: CategoryFilter.optional(),
  ...amounts,
  ...span,
};
const listFilters = {
  ...Paging.shape,
  ...filters,
  status: z.enum(["success", "failed", "pending"]).optional(),
  search: SearchText.optional(),
  ...include,
};

/**
 * What Insights counts together: money that enters or leaves all wallets of the merchant, payments with cards that draw on wallets, and what
 * of them comes back. Dashboard 9.
 */
export const TransactionGroup = z.enum(["moneyIn", "moneyOut", "cardPayments", "returnedCardPayments"]);
export type TransactionGroup = z.infer<typeof TransactionGroup>;

/** How a download is written: its columns, in their order here, amounts, times in UTC or Lagos time; other than usual always as CSV. Decision 0113. */
const writing = {
  columns: z
    .string()
    .max(500)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(STATEMENT_COLUMNS)).min(1))
    .optional(),
  unit: z.enum(["kobo", "naira"]).default("kobo"),
  zone: z.enum(["UTC", "Lagos"]).default("UTC"),
};

const TransactionQuery = z
  .object({ transactionId: Id.optional(), reference: z.string().max(100).optional() })
  .refine((query) => query.transactionId ?? query.reference, {
    error: "is required, or reference instead",
    path: ["transactionId"],
  })
  .meta({ examples: [{ reference: "REF-0000000001" }] });

/** A batch with the references of its transactions. Not `hasAllReferences`: those of its first items only, of `total`. Wire 4.6. */
const TransactionBatch = z
  .object({
    id: Id,
    type: z.enum(["CREDIT", "DEBIT"]),
    source: z.object({ type: z.enum(["Merchant", "Customer"]), userId: Id, walletId: Id.nullable() }),
    reference: z.string(),
    reversed: z.boolean(),
    all_references: z.array(z.string()),
    passed_references: z.array(z.string()),
    failed_references: z.array(z.string()),
    ...{ total: z.int(), hasAllReferences: z.boolean(), createdAt: Instant, updatedAt: Instant },
  })
  .meta({ id: "TransactionBatch" });

/**
 * The hash chain over all journals and audit rows of the platform. `head` is its newest seal: note it, and a later change of anything
 * before it can be proven. `verifiedThrough` is the last seal that the verifier recomputed. `problems` lists rows of this merchant that
 * do not match, and rows of unknown owner.
 */
export const SealChain = z
  .object({
    head: z.object({ number: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/), sealedAt: Instant }).nullable(),
    verifiedThrough: z.int().min(0),
    verifiedAt: Instant.nullable(),
    problems: z.array(
      z.object({
        seal: z.int(),
        row: z.enum(["seal", "journal", "transaction", "entry", "audit row"]),
        id: z.string(),
        found: z.enum(["changed", "missing", "added", "moved", "unsigned"]),
      }),
    ),
  })
  .meta({ id: "SealChain" });
export type SealChain = z.infer<typeof SealChain>;

/**
 * The latest result of the ledger verifier for this account and mode. `total` is the sum of all balances: "0" if the books
 * balance, and text because it has no maximum. `problems` lists up to 20 violated rules with their numbers.
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
    chain: SealChain,
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
const lists = { ...transactions, replica: true } as const;
const batchLists = { ...lists, dashboard: false } as const;

export const transactionEndpoints = {
  listMerchantTransactions: endpoint({
    ...lists,
    path: "/merchant/transactions",
    summary: "List the transactions of all wallets of the merchant, newest first",
    source: "api 4, wire 5, dashboard 9",
    /** `wallet=merchant`: only what moved money of the merchant's own wallet. */
    query: z
      .object({ ...listFilters, wallet: z.literal("merchant").optional(), group: TransactionGroup.optional() })
      .refine(isForward, BACKWARD),
    reply: success(TransactionList.shape),
  }),
  listCustomerTransactions: endpoint({
    ...lists,
    path: "/transaction/customer",
    summary: "List the transactions of a customer's wallet, newest first",
    source: "api 4, wire 5",
    query: z.object({ customerId: Id, ...listFilters }).refine(isForward, BACKWARD),
    reply: success(CustomerTransactionList.shape),
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
    ...batchLists,
    path: "/transaction/batch",
    summary: "List batches with the references of their transactions, newest first",
    source: "wire 4.6, 5",
    query: Paging.extend({
      search: SearchText.optional(),
      category: CategoryFilter.optional(),
      type: z.enum(["ALL", "CREDIT", "DEBIT"]).default("ALL"),
    }),
    reply: success({ data: z.array(TransactionBatch), metadata: Metadata }),
  }),
  getTransactionBatch: endpoint({
    ...batchLists,
    path: "/transaction/batch/{reference}",
    summary: "Get a batch with the references of its transactions",
    source: "wire 4.6, 5",
    params: z.object({ reference: z.string().max(100) }),
    reply: success({ data: TransactionBatch }),
  }),
  downloadMerchantTransactions: endpoint({
    ...lists,
    path: "/transaction/download/merchant",
    summary: "Download the merchant's transactions as CSV, or as JSON if `Accept` names it first",
    source: "api 4, wire 5",
    query: z.object({ ...filters, ...writing }).refine(isForward, BACKWARD),
    reply: "csv",
    jsonRow: LedgerTransaction,
  }),
  downloadCustomerTransactions: endpoint({
    ...lists,
    path: "/transaction/download/customer",
    summary: "Download a customer's transactions as CSV, or as JSON if `Accept` names it first",
    source: "api 4, wire 5",
    query: z.object({ customerId: Id, ...filters, ...writing }).refine(isForward, BACKWARD),
    reply: "csv",
    jsonRow: CustomerTransaction,
  }),
  getTrialBalance: endpoint({
    ...lists,
    path: "/ledger/trial-balance",
    summary: "Get the trial balance: all entries sum to zero, and every balance is the sum of its entries",
    source: "api 4",
    reply: success({ data: TrialBalance }),
  }),
};
