import * as z from "zod";
import { endpoint, members, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, success } from "./envelope.ts";
import {
  Bank,
  BankTransfer,
  BankTransferBody,
  CustomerBankTransferBody,
  Payout,
  PayoutDetails,
  PayoutPreview,
  PayoutState,
  SortCode,
} from "./payout-records.ts";
import { DONE, SUBMITTED } from "./transfers.ts";
import { AccountNumber, amounts, BACKWARD, Id, isForward, Paging, Reason, SearchText, span } from "./values.ts";

/** The answer while the bank has not given a verdict. It is no failure: the money is held. Rails 2. */
export const PROCESSING = "Transaction is processing.";

const payouts = {
  tag: "Bank transfers",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
} as const;
const send = {
  ...payouts,
  asksBanks: true,
  method: "POST",
  permission: "TRANSFER_TO_BANK",
  idempotent: true,
  money: "approval",
  message: [DONE, PROCESSING, SUBMITTED],
  reply: success({ transfer: BankTransfer.optional() }),
  also: { status: 202, when: "The bank has not answered yet." },
} as const;
const preview = {
  ...payouts,
  asksBanks: true,
  method: "POST",
  permission: "TRANSFER_TO_BANK",
  reply: success({ data: PayoutPreview }),
} as const;

export const payoutEndpoints = {
  listBanks: endpoint({
    ...payouts,
    method: "GET",
    path: "/transfer/banks",
    summary: "List the banks that money can be sent to",
    source: "rails 2",
    permission: "BROWSE_TRANSACTIONS",
    query: z.object({ search: SearchText.optional() }),
    reply: success({ banks: z.array(Bank) }),
  }),
  getBankAccount: endpoint({
    ...payouts,
    method: "GET",
    path: "/transfer/account/details",
    summary: "Get the holder's name of a bank account",
    source: "rails 2",
    permission: "TRANSFER_TO_BANK",
    query: z.object({ sortCode: SortCode, accountNumber: AccountNumber }),
    reply: success({
      account: z.object({
        bankCode: z.string(),
        bankName: z.string(),
        accountName: z.string(),
        accountNumber: AccountNumber,
      }),
    }),
  }),
  sendToBank: endpoint({
    ...send,
    path: "/transfer/bank",
    summary: "Pay from the merchant wallet to a bank account",
    source: "rails 2, 3",
    body: BankTransferBody,
  }),
  sendCustomerToBank: endpoint({
    ...send,
    path: "/transfer/bank/customer",
    summary: "Pay from a customer's wallet to a bank account",
    source: "rails 2, 3",
    body: CustomerBankTransferBody,
  }),
  previewSendToBank: endpoint({
    ...preview,
    path: "/transfer/bank/preview",
    summary: "Preview a payment from the merchant wallet to a bank account",
    source: "rails 2",
    body: BankTransferBody.partial({ narration: true }),
  }),
  previewSendCustomerToBank: endpoint({
    ...preview,
    path: "/transfer/bank/customer/preview",
    summary: "Preview a payment from a customer's wallet to a bank account",
    source: "rails 2",
    body: CustomerBankTransferBody.partial({ narration: true }),
  }),
  listPayouts: endpoint({
    ...payouts,
    method: "GET",
    path: "/transfer/bank",
    replica: true,
    summary: "List payouts, newest first, with the number in each state",
    source: "rails 2",
    permission: "BROWSE_TRANSACTIONS",
    query: Paging.extend({
      state: PayoutState.optional(),
      bank: SortCode.optional(),
      customerId: Id.optional(),
      walletId: Id.optional(),
      batchId: Id.optional(),
      ...amounts,
      /** Only those that have been open for at least this many minutes. */
      openMinutes: z.coerce.number().int().min(0).max(1_000_000).optional(),
      search: SearchText.optional(),
      ...span,
    }).refine(isForward, BACKWARD),
    reply: success({
      payouts: z.array(Payout),
      counts: z.record(PayoutState, z.int().min(0)),
      metadata: CappedMetadata,
    }),
  }),
  getPayout: endpoint({
    ...payouts,
    method: "GET",
    path: "/transfer/bank/{reference}",
    summary: "Get a payout with its history, attempts and entries",
    source: "rails 2",
    permission: "BROWSE_TRANSACTIONS",
    params: z.object({ reference: z.string().max(100) }),
    reply: success({ payout: PayoutDetails }),
  }),
};

/** Endpoints that end a payout or ask about it. */
export const payoutStepEndpoints = {
  cancelPayout: endpoint({
    ...payouts,
    method: "DELETE",
    path: "/transfer/bank/{reference}",
    summary: "Cancel a payout that was not sent yet",
    source: "rails 2",
    permission: "TRANSFER_TO_BANK",
    money: "direct",
    message: "Payout cancelled. The money is back in the wallet.",
    params: z.object({ reference: z.string().max(100) }),
    body: z.object({ reason: Reason.optional() }).optional(),
    reply: success({ payout: Payout }),
  }),
  queryPayout: endpoint({
    ...payouts,
    method: "POST",
    path: "/transfer/bank/{reference}/query",
    summary: "Ask the bank now about a payout, at most once a minute",
    source: "rails 2",
    permission: "TRANSFER_TO_BANK",
    money: "direct",
    params: z.object({ reference: z.string().max(100) }),
    reply: success({ payout: Payout }),
  }),
  resolvePayout: endpoint({
    ...payouts,
    method: "POST",
    path: "/transfer/bank/{reference}/resolve",
    summary: "Decide a payout in review: paid, or returned to the wallet",
    source: "rails 3",
    callers: members,
    permission: "MANAGE_BALANCE_SETTLEMENT",
    stepUp: true,
    money: "direct",
    params: z.object({ reference: z.string().max(100) }),
    body: z.object({ outcome: z.enum(["succeeded", "failed"]), reason: Reason }),
    reply: success({ payout: Payout }),
  }),
  closePayoutCase: endpoint({
    ...payouts,
    method: "POST",
    path: "/transfer/bank/{reference}/case/close",
    summary: "Close the case of a payout about which the bank contradicted itself",
    source: "rails 3",
    callers: members,
    permission: "MANAGE_BALANCE_SETTLEMENT",
    stepUp: true,
    message: "The case is closed.",
    params: z.object({ reference: z.string().max(100) }),
    body: z.object({ note: Reason }),
    reply: success({ payout: Payout }),
  }),
};
