import * as z from "zod";
import { CHANGE_SUBMITTED } from "./access-changes.ts";
import { Review, WalletFreeze } from "./auth.ts";
import { endpoint, members, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, DEFAULT_MESSAGE, success } from "./envelope.ts";
import {
  BACKWARD,
  Facts,
  Id,
  Instant,
  isForward,
  Kobo,
  Mode,
  Paging,
  Reason,
  SearchText,
  span,
  Tier,
  WebhookMode,
  WebhookUrl,
} from "./values.ts";

/** The merchant's profile, without secrets. Limits are per tier, in kobo. Wire 5. */
const MerchantProfile = z
  .object({
    id: Id,
    slug: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    callbackURL: z.string().nullable(),
    sandboxCallbackURL: z.string().nullable(),
    businessName: z.string(),
    businessType: z.string(),
    review: Review,
    walletReservationCharge: Kobo,
    walletToWalletTransfer: Kobo,
    /** The fee of a credit to a customer's wallet. */
    baseCustomerWalletCredit: Kobo,
    /** The fee of a bank transfer: up to ₦5,000, up to ₦50,000, and above. */
    transferCharges: z.object({ max5000: Kobo, max50000: Kobo, min50000: Kobo }),
    mode: Mode,
    tier_1_daily_limit: Kobo.nullable(),
    tier_1_min_balance: Kobo,
    tier_2_daily_limit: Kobo.nullable(),
    tier_2_min_balance: Kobo,
    tier_3_daily_limit: Kobo.nullable(),
    tier_3_min_balance: Kobo,
    canLogin: z.boolean(),
    sendEmail: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "MerchantProfile" });

/** The limits of one tier. Kobo; null: no limit. */
const TierLimits = z.object({
  tier: Tier,
  dailyLimit: Kobo.nullable(),
  singleLimit: Kobo.nullable(),
  minBalance: Kobo,
  maxBalance: Kobo.nullable(),
});

/**
 * The limits of the current mode, of the merchant and of the caller. `approvalLimit`: the largest amount that this member approves, and
 * moves without approval; null for keys and members without one. Kobo; null: no limit. Wire 5.
 */
const MerchantLimits = z
  .object({
    mode: Mode,
    currency: z.literal("NGN"),
    tiers: z.array(TierLimits),
    merchantDailyLimit: Kobo.nullable(),
    noApprovalBelow: Kobo.nullable(),
    twoApproversFrom: Kobo.nullable(),
    caller: z.object({ approvalLimit: Kobo.nullable(), requestsPerMinute: z.int() }),
  })
  .meta({ id: "MerchantLimits" });
export type MerchantLimits = z.output<typeof MerchantLimits>;

/** Fees, limits and flags of the current mode. Only the platform sets the fields that PATCH does not accept. API 4, 6. */
const MerchantSettings = z
  .object({
    mode: Mode,
    review: Review,
    fees: z.object({ transferBaseFee: Kobo, merchantFee: Kobo, batchItemFee: Kobo, walletCreationFee: Kobo }),
    tiers: z.array(TierLimits),
    merchantDailyLimit: Kobo.nullable(),
    requirePinForDebit: z.boolean(),
    requireTwoFactor: z.boolean(),
    membersMayMoveMoney: z.boolean(),
    /** A member's request below this amount needs no approval; null: every request of the dashboard needs one. Decision 0117. */
    noApprovalBelow: Kobo.nullable(),
    /** A member's request from this amount needs two approvers other than its initiator; null: one is enough. Decision 0117. */
    twoApproversFrom: Kobo.nullable(),
    canDebitCustomer: z.boolean(),
    internalTransfers: z.boolean(),
    /** Requests a minute with one key or session, and of all callers of the merchant, to one service process. Decision 0086. */
    rateLimits: z.object({ perKey: z.int(), perMerchant: z.int() }),
    webhookMode: WebhookMode,
    callbackURL: z.string().nullable(),
    sandboxCallbackURL: z.string().nullable(),
    /** Whether the MainMerchants get the newest hash of the chain by mail every day; the same in both modes. Decision 0093. */
    mailChainHead: z.boolean(),
    walletFreeze: WalletFreeze.nullable(),
  })
  .meta({ id: "MerchantSettings" });
export type MerchantSettings = z.output<typeof MerchantSettings>;

/**
 * The merchant may change `canDebitCustomer` and `internalTransfers` in SANDBOX only. Only a MainMerchant changes
 * `membersMayMoveMoney`, `noApprovalBelow` and `twoApproversFrom`. API 6.
 */
const UpdateSettingsBody = z
  .object({
    merchantFee: z.int().min(0),
    merchantDailyLimit: z.int().min(1).nullable(),
    requirePinForDebit: z.boolean(),
    requireTwoFactor: z.boolean(),
    membersMayMoveMoney: z.boolean(),
    noApprovalBelow: z.int().min(1).nullable(),
    twoApproversFrom: z.int().min(1).nullable(),
    canDebitCustomer: z.boolean(),
    internalTransfers: z.boolean(),
    webhookMode: WebhookMode,
    callbackURL: WebhookUrl.nullable(),
    sandboxCallbackURL: WebhookUrl.nullable(),
    mailChainHead: z.boolean(),
  })
  .partial()
  .meta({ examples: [{ merchantFee: 500, requirePinForDebit: true }] });

const UpdateProfileBody = z
  .object({
    callbackURL: WebhookUrl.nullable(),
    sandboxCallbackURL: WebhookUrl.nullable(),
    // Nothing switches sign-in off, so `false` is refused instead of being stored without effect.
    canLogin: z.literal(true, { error: "cannot be switched off: remove the members, or end their sessions" }),
    sendEmail: z.boolean(),
  })
  .partial();

const AuditLogLine = z
  .object({
    id: Id,
    at: Instant,
    actor: z.object({
      kind: z.enum(["member", "key", "customer", "job", "platform"]),
      id: z.string(),
      name: z.string(),
    }),
    action: z.string(),
    object: z.object({ kind: z.string(), id: z.string() }),
    before: Facts.nullable(),
    after: Facts.nullable(),
    reason: z.string().nullable(),
    address: z.string().nullable(),
    requestId: z.string(),
  })
  .meta({ id: "AuditLogLine" });

const AuditLogFilters = z.object({
  actor: SearchText.optional(),
  action: SearchText.optional(),
  /** A noun of actions to leave out, such as `session`. */
  without: SearchText.optional(),
  objectKind: SearchText.optional(),
  objectId: SearchText.optional(),
  ...span,
});

const base = {
  tag: "Merchant",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
} as const;

// Checked by role: an Admin or a stolen key must not stop or restart all customers.
const emergency = { ...base, callers: members, method: "POST", permission: null, roles: ["MainMerchant"] } as const;

export const merchantSettingsEndpoints = {
  getMerchantProfile: endpoint({
    ...base,
    method: "GET",
    path: "/merchant/profile",
    summary: "Get the merchant's profile",
    source: "api 6, wire 5",
    permission: null,
    reply: success({ data: MerchantProfile }),
  }),
  updateMerchantProfile: endpoint({
    ...base,
    method: "PATCH",
    path: "/merchant/profile",
    summary: "Change the merchant's profile",
    source: "api 6, wire 5",
    permission: "UPDATE_MERCHANT_DETAIL",
    message: "Profile successfully updated",
    body: UpdateProfileBody,
    reply: success({ data: MerchantProfile }),
  }),
  getSettings: endpoint({
    ...base,
    method: "GET",
    path: "/merchant/settings",
    summary: "Get fees, limits and flags of the current mode",
    source: "api 6, dashboard 9",
    permission: null,
    reply: success({ data: MerchantSettings }),
  }),
  getLimits: endpoint({
    ...base,
    method: "GET",
    path: "/merchant/limits",
    summary: "Get the limits of the tiers, the merchant and the caller",
    source: "wire 5",
    permission: null,
    dashboard: false,
    reply: success({ data: MerchantLimits }),
  }),
  updateSettings: endpoint({
    ...base,
    method: "PATCH",
    path: "/merchant/settings",
    summary: "Change the settings that the merchant controls",
    source: "api 6",
    permission: "UPDATE_MERCHANT_DETAIL",
    stepUp: true,
    message: [DEFAULT_MESSAGE, CHANGE_SUBMITTED],
    body: UpdateSettingsBody,
    reply: success({ data: MerchantSettings }),
  }),
  freezeAllWallets: endpoint({
    ...emergency,
    path: "/merchant/wallets/freeze-all",
    summary: "Freeze all wallets of the current mode in an emergency",
    source: "api 3",
    message: "All wallets are frozen.",
    body: z.object({ reason: Reason }),
    reply: success({}),
  }),
  releaseAllWallets: endpoint({
    ...emergency,
    path: "/merchant/wallets/release-all",
    summary: "End the emergency freeze of all wallets",
    source: "api 3",
    message: "The wallets are released.",
    stepUp: true,
    body: z.object({ reason: Reason.optional() }),
    reply: success({}),
  }),
  listAuditLog: endpoint({
    ...base,
    method: "GET",
    path: "/merchant/audit-log",
    replica: true,
    summary: "List audit log entries, newest first",
    source: "api 6",
    permission: "BROWSE_AUDIT_LOG",
    query: AuditLogFilters.extend({ id: Id.optional(), ...Paging.shape }).refine(isForward, BACKWARD),
    reply: success({
      data: z.array(AuditLogLine),
      metadata: CappedMetadata,
    }),
  }),
  downloadAuditLog: endpoint({
    ...base,
    method: "GET",
    path: "/merchant/audit-log/download",
    replica: true,
    summary: "Download the audit log as CSV, newest first",
    source: "dashboard 5.11",
    permission: "BROWSE_AUDIT_LOG",
    query: AuditLogFilters.refine(isForward, BACKWARD),
    reply: "csv",
  }),
};
