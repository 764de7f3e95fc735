import * as z from "zod";
import { CUSTOMER_COLUMNS, type CustomerColumn } from "./customer-row.ts";
import { Customer } from "./customers.ts";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { Metadata, success } from "./envelope.ts";
import { PREFLIGHT_ITEMS_MAX } from "./money-row.ts";
import {
  AccountNumber,
  CsvFile,
  Day,
  ElevenDigits,
  EmailAddress,
  FileName,
  Id,
  Instant,
  Kobo,
  Mode,
  Paging,
  PersonName,
  PhoneNumber,
  RequestMetadata,
  Tier,
  WalletStatus,
} from "./values.ts";

/**
 * `bvn` or `nin` is required. Wallets start at TIER_1; `tier` raises the new wallet in the same step where its documents are verified, as
 * PATCH /customer/tier does later. Spec 3.3.
 */
const CreateWalletBody = z
  .object({
    firstName: PersonName,
    lastName: PersonName,
    phoneNumber: PhoneNumber,
    dateOfBirth: Day,
    bvn: ElevenDigits.optional(),
    nin: ElevenDigits.optional(),
    email: EmailAddress.optional(),
    address: z.string().trim().max(500).optional(),
    currency: z.literal("NGN").optional(),
    customerId: Id.optional(),
    metadata: RequestMetadata.optional(),
    tier: Tier.optional(),
  })
  .refine((body) => body.bvn ?? body.nin, { error: "is required, or nin instead", path: ["bvn"] })
  .meta({
    examples: [
      {
        firstName: "Chidi",
        lastName: "Okafor",
        phoneNumber: "08012345678",
        dateOfBirth: "1992-05-16",
        bvn: "22212345678",
      },
    ],
  });
export type CreateWalletBody = z.input<typeof CreateWalletBody>;

const CreatedCustomer = Customer.pick({
  id: true,
  bvn: true,
  firstName: true,
  lastName: true,
  BVNFirstName: true,
  BVNLastName: true,
  nameMatch: true,
  dateOfBirth: true,
  phoneNumber: true,
  email: true,
  address: true,
  tier: true,
  metadata: true,
  createdAt: true,
  updatedAt: true,
}).extend({ currency: z.literal("NGN"), mode: Mode, MerchantId: Id });
export type CreatedCustomer = z.infer<typeof CreatedCustomer>;

/** `walletId` repeats `id`, and `updated` says that nothing has changed since: existing clients read both. Decision 0130. */
const CreatedWallet = z.object({
  id: Id,
  walletId: Id,
  updated: z.boolean(),
  customerId: Id,
  walletType: z.literal("Customers"),
  mode: Mode,
  email: z.string(),
  currency: z.literal("NGN"),
  bankName: z.string(),
  bankCode: z.string(),
  accountName: z.string(),
  accountNumber: AccountNumber,
  accountReference: z.string(),
  bookedBalance: Kobo,
  availableBalance: Kobo,
  status: WalletStatus,
  reason: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type CreatedWallet = z.infer<typeof CreatedWallet>;

export const ImportStatus = z.enum(["pending", "processing", "completed", "partially_completed", "failed"]);
export const ImportRowStatus = z.enum(["pending", "created", "skipped"]);
/** `created` includes `frozen`. */
export const ImportRowFilter = z.enum([...ImportRowStatus.options, "frozen"]);

/** An uploaded file of customers to create. `frozen`: how many of the created wallets are frozen because their BVN check failed. API 5, dashboard 9. */
export const WalletImport = z
  .object({
    batchId: Id,
    status: ImportStatus,
    total: z.int(),
    processed: z.int(),
    created: z.int(),
    frozen: z.int(),
    skipped: z.int(),
    fileName: z.string().nullable(),
    createdBy: z.string(),
    /** The next attempt, while the identity registry does not respond. */
    pausedUntil: Instant.nullable(),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
  })
  .meta({ id: "WalletImport" });
export type WalletImport = z.infer<typeof WalletImport>;

/** For a skipped row, `customerId` and `accountNumber` are those of the customer who already has the phone number, BVN or NIN. For a created one, `reason` is the reason of its freeze. */
export const WalletImportRow = z
  .object({
    row: z.int().min(1),
    status: ImportRowStatus,
    name: z.string(),
    phoneNumber: z.string(),
    customerId: Id.nullable(),
    walletId: Id.nullable(),
    accountNumber: AccountNumber.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: "WalletImportRow" });
export type WalletImportRow = z.infer<typeof WalletImportRow>;

const Cell = z.string().max(1_000).optional();
const PreflightCells = z
  .object(Object.fromEntries(CUSTOMER_COLUMNS.map((column) => [column, Cell])) as Record<CustomerColumn, typeof Cell>)
  .meta({
    examples: [
      {
        first_name: "Ngozi",
        last_name: "Eze",
        phone_number: "08012345678",
        date_of_birth: "1990-05-16",
        bvn: "22212345678",
      },
    ],
  });
/** Rows of a customer file as text, by the columns of spec 2.3. */
export const WalletPreflightBody = z.object({ customers: z.array(PreflightCells).min(1).max(PREFLIGHT_ITEMS_MAX) });

/**
 * What would happen to a row now. `reason`: why it would be skipped. `existing`: the customer who has its phone number, BVN, NIN or e-mail;
 * an e-mail alone is no reason. `tier`: the one it gets; `documentsTier`: the highest that its documents allow once they are confirmed.
 */
export const WalletPreflightResult = z
  .object({
    reason: z.string().nullable(),
    existing: z
      .object({
        customerId: Id,
        name: z.string(),
        accountNumber: AccountNumber,
        by: z.enum(["phone_number", "bvn", "nin", "email"]),
      })
      .nullable(),
    tier: Tier.nullable(),
    documentsTier: Tier.nullable(),
  })
  .meta({ id: "WalletPreflightResult" });
export type WalletPreflightResult = z.infer<typeof WalletPreflightResult>;

const base = { tag: "Wallets", callers: membersAndKeys, dashboard: true } as const;
const browse = {
  ...base,
  method: "GET",
  extension: true,
  permission: "BROWSE_CUSTOMER_WALLETS",
  status: 200,
} as const;

export const walletCreationEndpoints = {
  createWallet: endpoint({
    ...base,
    extension: false,
    method: "POST",
    path: "/wallet",
    summary: "Create a customer with a wallet",
    source: "spec 4.20, api 3, wire 4.20",
    permission: "CREATE_CUSTOMER_WALLET",
    status: 201,
    idempotent: true,
    money: "direct",
    body: CreateWalletBody,
    reply: success({ customer: CreatedCustomer, wallet: CreatedWallet }),
  }),
  bulkCreateCustomers: endpoint({
    ...base,
    method: "POST",
    path: "/wallet/bulk-create-customers",
    summary: "Create many customers and wallets from a CSV",
    source: "spec 4.1, api 5",
    extension: false,
    permission: "CREATE_CUSTOMER_WALLET",
    status: 201,
    idempotent: true,
    upload: true,
    message: "Wallet processing is in progress. Please check back soon",
    body: z.object({ customers: CsvFile, fileName: FileName.optional() }),
    reply: success({ data: z.object({ batchId: Id, rows: z.int() }) }),
  }),
  preflightWalletImport: endpoint({
    ...base,
    method: "POST",
    path: "/wallet/bulk-create-customers/preflight",
    summary: "Check rows of a customer file before it is sent: reasons, existing customers, tiers",
    source: "api 5, dashboard 9",
    extension: true,
    permission: "CREATE_CUSTOMER_WALLET",
    status: 200,
    body: WalletPreflightBody,
    reply: success({ data: z.array(WalletPreflightResult) }),
  }),
  listWalletImports: endpoint({
    ...browse,
    path: "/wallet/bulk-create-customers",
    replica: true,
    summary: "List customer uploads, newest first",
    source: "dashboard 9",
    query: Paging.extend({ status: ImportStatus.optional() }),
    reply: success({ data: z.array(WalletImport), metadata: Metadata }),
  }),
  getWalletImport: endpoint({
    ...browse,
    path: "/wallet/bulk-create-customers/{batchId}",
    summary: "Get the progress of a customer upload",
    source: "api 5",
    params: z.object({ batchId: Id }),
    reply: success({ data: WalletImport }),
  }),
  listWalletImportRows: endpoint({
    ...browse,
    path: "/wallet/bulk-create-customers/{batchId}/rows",
    replica: true,
    summary: "List the rows of an upload with their results",
    source: "api 5",
    params: z.object({ batchId: Id }),
    query: Paging.extend({ status: ImportRowFilter.optional() }),
    reply: success({ data: z.array(WalletImportRow), metadata: Metadata }),
  }),
  downloadWalletImportRows: endpoint({
    ...browse,
    path: "/wallet/bulk-create-customers/{batchId}/rows.csv",
    replica: true,
    summary: "Download the rows of an upload with status and reason",
    source: "dashboard 9",
    params: z.object({ batchId: Id }),
    query: z.object({ status: ImportRowFilter.optional() }),
    reply: "csv",
  }),
};
