import * as z from "zod";
import { CustomerFilters } from "./customers.ts";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, success } from "./envelope.ts";
import { AccountNumber, Id, Instant, Kobo, Paging, Pin, Reason, Tier, WalletStatus } from "./values.ts";
import { WalletActivity } from "./wallet-activity.ts";
import { walletCreationEndpoints } from "./wallet-creation.ts";

/** A customer's wallet: the fields of spec 2.1 and of API 3. A limit that is not set is null. */
export const Wallet = z
  .object({
    id: Id,
    customerId: Id,
    accountNumber: AccountNumber,
    accountName: z.string(),
    accountReference: z.string(),
    bankName: z.string(),
    bankCode: z.string(),
    availableBalance: Kobo,
    bookedBalance: Kobo,
    status: WalletStatus,
    reason: z.string().nullable(),
    freezeCause: z.enum(["staff", "identity", "emergency"]).nullable(),
    frozenAt: Instant.nullable(),
    postNoCredit: z.boolean(),
    tags: z.array(z.string()),
    /** Since when, why and by whom credits are blocked; null while they are allowed. */
    postNoCreditAt: Instant.nullable(),
    postNoCreditReason: z.string().nullable(),
    postNoCreditBy: z.string().nullable(),
    tier: Tier,
    dailyLimit: Kobo.nullable(),
    singleLimit: Kobo.nullable(),
    minBalance: Kobo,
    maxBalance: Kobo.nullable(),
    spentToday: Kobo,
    isPinSet: z.boolean(),
    isBVNVerified: z.boolean(),
    isBVNVerificationRequired: z.boolean(),
    isNINVerified: z.boolean(),
    isPhoneVerified: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    address: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Wallet" });
export type Wallet = z.infer<typeof Wallet>;

export const WalletInfo = z
  .object({
    id: Id,
    status: WalletStatus,
    email: z.string(),
    accountName: z.string(),
    availableBalance: Kobo,
    createdAt: Instant,
  })
  .meta({ id: "WalletInfo" });
export type WalletInfo = z.infer<typeof WalletInfo>;

export const FreezeWalletBody = z.object({ customerId: Id, reason: Reason });
export type FreezeWalletBody = z.infer<typeof FreezeWalletBody>;

export const EnableWalletBody = z.object({ customerId: Id, reason: Reason.optional() });
export type EnableWalletBody = z.infer<typeof EnableWalletBody>;

const SetPostNoCreditBody = z.object({ customerId: Id, reason: Reason.optional() });

/** The wallets of one answer without `page` and `perPage`, for existing clients, which cannot page. Decision 0130. */
export const WALLETS_MAX = 10_000;
const WalletQuery = CustomerFilters.extend({
  page: CustomerFilters.shape.page.unwrap().optional(),
  perPage: CustomerFilters.shape.perPage.unwrap().optional(),
});

const wallets = {
  tag: "Wallets",
  extension: false,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
} as const;

// Checked by role, not by permission: a private key gets 403 (spec 4.15).
const byRole = { ...wallets, permission: null, roles: ["MainMerchant", "Admin"] } as const;

export const walletEndpoints = {
  ...walletCreationEndpoints,
  listWallets: endpoint({
    ...wallets,
    extension: true,
    method: "GET",
    path: "/wallet",
    replica: true,
    summary: "List and search wallets, newest first: a page, or up to 10,000 without page and perPage",
    source: "api 3, wire 5",
    permission: "BROWSE_CUSTOMER_WALLETS",
    query: WalletQuery,
    reply: success({
      wallets: z.array(Wallet),
      metadata: CappedMetadata.extend({ perPage: z.int().min(1).max(WALLETS_MAX) }),
    }),
  }),
  downloadWallets: endpoint({
    ...wallets,
    extension: true,
    method: "GET",
    path: "/wallet/download",
    replica: true,
    summary: "Download the wallets that match as CSV, newest first: amounts in naira, times in Lagos",
    source: "dashboard 2.5",
    permission: "BROWSE_CUSTOMER_WALLETS",
    query: CustomerFilters.omit({ page: true, perPage: true }),
    reply: "csv",
  }),
  getWalletByCustomer: endpoint({
    ...wallets,
    method: "GET",
    path: "/wallet/customer",
    summary: "Get a wallet by customer ID",
    source: "spec 4.9",
    permission: "BROWSE_CUSTOMER_WALLETS",
    query: z.object({ customerId: Id }),
    reply: success({ wallet: Wallet }),
  }),
  getWalletByAccount: endpoint({
    ...wallets,
    method: "GET",
    path: "/wallet/customer/account",
    summary: "Get a customer's wallet by account number",
    source: "spec 4.10",
    permission: "BROWSE_CUSTOMER_WALLETS",
    query: z.object({ accountNumber: AccountNumber }),
    reply: success({ wallet: Wallet.safeExtend({ merchantId: Id }) }),
  }),
  getWalletInfo: endpoint({
    ...wallets,
    method: "GET",
    path: "/wallet/info",
    summary: "Get the basic data of a customer's wallet or the merchant's own",
    source: "spec 4.11",
    permission: "BROWSE_CUSTOMER_WALLETS",
    query: z.object({ accountNumber: AccountNumber }),
    reply: success({ data: WalletInfo }),
  }),
  freezeWallet: endpoint({
    ...wallets,
    method: "POST",
    path: "/wallet/close",
    summary: "Freeze a wallet",
    source: "spec 4.12",
    permission: ["ENABLE_DISABLE_WALLET", "FREEZE_WALLET"],
    message: "Customer wallet successfully frozen.",
    body: FreezeWalletBody,
    reply: success({}),
  }),
  enableWallet: endpoint({
    ...wallets,
    method: "POST",
    path: "/wallet/enable",
    summary: "Unfreeze a wallet",
    source: "spec 4.13, api 3",
    permission: "ENABLE_DISABLE_WALLET",
    message: "Customer wallet successfully activated.",
    body: EnableWalletBody,
    reply: success({}),
  }),
  listWalletActivity: endpoint({
    ...wallets,
    extension: true,
    method: "GET",
    path: "/wallet/{customerId}/activity",
    replica: true,
    summary: "List the changes and transactions of a wallet, newest first",
    source: "api 3",
    permission: "BROWSE_CUSTOMER_WALLETS",
    params: z.object({ customerId: Id }),
    query: Paging,
    reply: success({ data: z.array(WalletActivity), metadata: CappedMetadata }),
  }),
  setTransactionPin: endpoint({
    ...wallets,
    method: "PUT",
    path: "/wallet/transaction-pin",
    summary: "Set or replace a wallet's transaction PIN",
    source: "spec 4.14, api 3",
    permission: "SET_TRANSACTION_PIN",
    message: "Wallet transaction PIN successfully set.",
    body: z.object({ customerId: Id, pin: Pin }),
    reply: success({}),
  }),
  enablePostNoCredit: endpoint({
    ...byRole,
    method: "POST",
    path: "/wallet/enable-post-no-credit",
    summary: "Block credits to a wallet",
    source: "spec 4.15",
    message: "Post no credit successfully enabled.",
    body: SetPostNoCreditBody,
    reply: success({}),
  }),
  disablePostNoCredit: endpoint({
    ...byRole,
    method: "POST",
    path: "/wallet/disable-post-no-credit",
    summary: "Allow credits to a wallet again",
    source: "spec 4.16",
    message: "Post no credit successfully disabled.",
    body: SetPostNoCreditBody,
    reply: success({}),
  }),
};
