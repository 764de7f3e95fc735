import * as z from "zod";
import { anybody, endpoint, members, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, success } from "./envelope.ts";
import {
  AccountNumber,
  AmountKobo,
  amounts,
  BACKWARD,
  Facts,
  Id,
  Instant,
  isForward,
  Kobo,
  Paging,
  Reason,
  SearchText,
  span,
  visibleName,
} from "./values.ts";

/**
 * `suspended`: the money arrived, but no wallet could take it. `returned`: it is on its way back to its sender; if that payout
 * fails, the credit is `suspended` again. Rails 5.
 */
export const BankCreditState = z.enum(["credited", "suspended", "returned"]);
export type BankCreditState = z.infer<typeof BankCreditState>;

/**
 * Why a credit was suspended. `settlement`: it was booked from a settlement file, without a wallet. It stays when the credit is
 * resolved, and is null for a credit that went to its wallet directly.
 */
export const SuspenseReason = z.enum(["post_no_credit", "wallet_frozen", "max_balance_exceeded", "settlement"]);
export type SuspenseReason = z.infer<typeof SuspenseReason>;

/**
 * A bank transfer that arrived for an account number of ours. `wallet` is the wallet of that number; its `customerId` is null for
 * the merchant's own. `transactionReference`
 * names the transaction that credited the wallet, or else the booking in suspense. `sentAt` is the bank's time, `receivedAt` ours. `payoutReference` names the payout that returns the money.
 */
export const BankCredit = z
  .object({
    id: Id,
    state: BankCreditState,
    reason: SuspenseReason.nullable(),
    amount: Kobo,
    accountNumber: AccountNumber.nullable(),
    wallet: z.object({ walletId: Id, customerId: Id.nullable(), name: z.string() }).nullable(),
    sender: z.object({
      name: z.string(),
      bankCode: z.string(),
      bankName: z.string(),
      accountNumber: z.string(),
    }),
    narration: z.string(),
    rail: z.string(),
    sessionId: z.string(),
    transactionId: Id,
    transactionReference: z.string(),
    sentAt: Instant,
    receivedAt: Instant,
    resolvedAt: Instant.nullable(),
    resolvedByName: z.string().nullable(),
    resolution: z.string().nullable(),
    payoutReference: z.string().nullable(),
  })
  .meta({ id: "BankCredit" });
export type BankCredit = z.infer<typeof BankCredit>;

/**
 * One credit with what the caller may do now. `obstacle` says in words why the wallet cannot take it at this moment; null if it can.
 */
export const BankCreditDetails = BankCredit.extend({
  obstacle: z.string().nullable(),
  viewer: z.object({ canCredit: z.boolean(), canReturn: z.boolean() }),
}).meta({ id: "BankCreditDetails" });
export type BankCreditDetails = z.infer<typeof BankCreditDetails>;

const credits = {
  tag: "Bank credits",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
} as const;
const resolve = {
  ...credits,
  method: "POST",
  callers: members,
  permission: "MANAGE_BALANCE_SETTLEMENT",
  stepUp: true,
  idempotent: true,
  money: "direct",
  params: z.object({ id: Id }),
  reply: success({ credit: BankCredit }),
} as const;
const rail = {
  tag: "Bank credits",
  method: "POST",
  extension: true,
  callers: anybody,
  permission: null,
  dashboard: false,
  status: 200,
  params: z.object({ rail: z.string().max(40) }),
  /** The rail's own shape, read after its signature was verified. */
  body: Facts,
} as const;

export const bankCreditEndpoints = {
  listBankCredits: endpoint({
    ...credits,
    method: "GET",
    path: "/bank-credits",
    replica: true,
    summary: "List bank transfers that arrived, newest first, with the number in each state",
    source: "rails 5",
    permission: "BROWSE_TRANSACTIONS",
    query: Paging.extend({
      state: BankCreditState.optional(),
      customerId: Id.optional(),
      walletId: Id.optional(),
      ...amounts,
      /** Part of the sender's name or narration, or a whole account number or session ID. */
      search: SearchText.optional(),
      ...span,
    }).refine(isForward, BACKWARD),
    reply: success({
      credits: z.array(BankCredit),
      counts: z.record(BankCreditState, z.int().min(0)),
      metadata: CappedMetadata,
    }),
  }),
  getBankCredit: endpoint({
    ...credits,
    method: "GET",
    path: "/bank-credits/{id}",
    summary: "Get a bank transfer that arrived",
    source: "rails 5",
    permission: "BROWSE_TRANSACTIONS",
    params: z.object({ id: Id }),
    reply: success({ credit: BankCreditDetails }),
  }),
  creditSuspended: endpoint({
    ...resolve,
    path: "/bank-credits/{id}/credit",
    summary: "Credit the wallet with a suspended bank transfer",
    source: "rails 5",
    message: "The wallet was credited.",
    /** `accountNumber` names another wallet; a credit that was booked from a settlement file needs it. */
    body: z.object({ accountNumber: AccountNumber.optional(), reason: Reason.optional() }),
  }),
  returnSuspended: endpoint({
    ...resolve,
    path: "/bank-credits/{id}/return",
    summary: "Send a suspended bank transfer back to its sender",
    source: "rails 5",
    message: "The money is on its way back to its sender.",
    body: z.object({ reason: Reason }),
  }),
  simulateBankTransfer: endpoint({
    ...credits,
    method: "POST",
    path: "/sandbox/bank-transfer",
    summary: "Send a bank transfer to an account number, as the sandbox bank would",
    source: "rails 2, 7",
    permission: "UPDATE_MERCHANT_DETAIL",
    message: "The sandbox bank sent the transfer. It arrives in a moment.",
    body: z
      .object({
        accountNumber: AccountNumber,
        amount: AmountKobo,
        senderName: visibleName(100).optional(),
        /** The six-digit code of the sender's bank. */
        senderBank: z
          .string()
          .regex(/^\d{6}$/, "must be a bank code of 6 digits from GET /transfer/banks")
          .optional(),
        narration: z.string().trim().min(1).max(100).optional(),
      })
      .meta({ examples: [{ accountNumber: "9900000001", amount: 1500000, senderName: "Ada Obi" }] }),
    reply: success({ transfer: z.object({ sessionId: z.string(), accountNumber: AccountNumber, amount: Kobo }) }),
  }),
  advanceSandboxBank: endpoint({
    ...credits,
    method: "POST",
    path: "/sandbox/bank/advance",
    summary: "Move the clock of the sandbox bank forward, so that what it does later happens now",
    source: "rails 7",
    permission: "UPDATE_MERCHANT_DETAIL",
    body: z
      .object({ seconds: z.int("must be a whole number of seconds").min(1).max(172_800) })
      .meta({ examples: [{ seconds: 120 }] }),
    reply: success({ now: Instant }),
  }),
  receiveRailEvent: endpoint({
    ...rail,
    money: "direct",
    path: "/rails/{rail}/events",
    summary: "Receive a signed event of a bank rail",
    source: "rails 2, 5, 10",
    reply: success({}),
  }),
  answerRailEnquiry: endpoint({
    ...rail,
    path: "/rails/{rail}/enquiry",
    summary: "Answer a bank rail with the name of an account number of ours",
    source: "rails 5, 10",
    reply: success({ accountNumber: AccountNumber, accountName: z.string() }),
  }),
};
