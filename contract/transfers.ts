import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { AccountNumber, AmountKobo, Id, Kobo, paymentTexts, Tier, WalletStatus } from "./values.ts";

const FeeBreakdown = z.object({ base_fee: Kobo, merchant_fee: Kobo, total_fee: Kobo });

/** The reply of an executed transfer. A transfer that is pending approval has none. `narration` is there if it was given. Spec 4.18. */
export const Transfer = z
  .object({
    amount: Kobo,
    reference: z.string(),
    total: Kobo,
    transaction_fee: Kobo,
    fee_breakdown: FeeBreakdown,
    source_customer_id: Id,
    target_customer_id: Id,
    source_customer_wallet: Id,
    target_customer_wallet: Id,
    description: z.string(),
    narration: z.string().optional(),
  })
  .meta({ id: "Transfer" });

const PreviewSide = z.object({
  customerId: Id.nullable(),
  name: z.string(),
  account: AccountNumber,
  status: WalletStatus,
  postNoCredit: z.boolean(),
  tier: Tier.nullable(),
  balance: Kobo,
  balanceAfter: Kobo,
  dailyLimit: Kobo.nullable(),
  spentToday: Kobo,
  dailyRemaining: Kobo.nullable(),
});

/**
 * The effects of a movement if it were made now, and every check that fails. A side is null if the merchant has no such wallet.
 * `dailyRemaining` is the rest of the daily limit before the movement. `approval` says whether it would need approval, of how many members, and of whom.
 * API 4, dashboard 5.8, 9.
 */
export const MovementPreview = z
  .object({
    amount: Kobo,
    transaction_fee: Kobo,
    fee_breakdown: FeeBreakdown,
    total: Kobo,
    source: PreviewSide.nullable(),
    target: PreviewSide.nullable(),
    allowed: z.boolean(),
    // Reasons carry their numbers next to the text, such as `limit` and `spent`.
    reasons: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    approval: z.object({ required: z.boolean(), needed: z.int().min(0).max(2), approvers: z.array(z.string()) }),
  })
  .meta({ id: "MovementPreview" });
export type MovementPreview = z.output<typeof MovementPreview>;

const TransferBody = z.object({ fromCustomerId: Id, toCustomerId: Id, amount: AmountKobo, ...paymentTexts }).meta({
  examples: [
    {
      fromCustomerId: "0190a000-0000-7000-8000-000000000001",
      toCustomerId: "0190a000-0000-7000-8000-000000000002",
      amount: 1500000,
    },
  ],
});
const AccountTransferBody = z
  .object({ fromWalletId: AccountNumber, toWalletId: AccountNumber, amount: AmountKobo, ...paymentTexts })
  .meta({ examples: [{ fromWalletId: "9900000001", toWalletId: "9900000002", amount: 1500000 }] });

export const DONE = "Transaction successfully completed.";
export const SUBMITTED = "Transaction successfully submitted for approval.";

const transfer = {
  tag: "Transfers",
  method: "POST",
  callers: membersAndKeys,
  permission: "MANAGE_TRANSFER",
  status: 200,
} as const;

export const transferEndpoints = {
  transferBetweenCustomers: endpoint({
    ...transfer,
    path: "/transfer/wallet",
    summary: "Transfer between two customers",
    source: "spec 4.18, api 4",
    extension: false,
    dashboard: true,
    idempotent: true,
    money: "approval",
    message: [DONE, SUBMITTED],
    body: TransferBody,
    reply: success({ data: Transfer.optional() }),
  }),
  previewTransfer: endpoint({
    ...transfer,
    path: "/transfer/wallet/preview",
    summary: "Preview a transfer between two customers: fees, balances and failed checks",
    source: "api 4",
    extension: true,
    dashboard: true,
    body: TransferBody,
    reply: success({ data: MovementPreview }),
  }),
  transferBetweenAccounts: endpoint({
    ...transfer,
    path: "/transfer/wallet-to-wallet",
    summary: "Transfer between two account numbers",
    source: "spec 4.19, api 4",
    extension: false,
    dashboard: false,
    idempotent: true,
    money: "approval",
    message: [DONE, SUBMITTED],
    body: AccountTransferBody,
    reply: success({ data: Transfer.omit({ fee_breakdown: true }).optional() }),
  }),
  previewAccountTransfer: endpoint({
    ...transfer,
    path: "/transfer/wallet-to-wallet/preview",
    summary: "Preview a transfer between two account numbers",
    source: "api 4",
    extension: true,
    dashboard: false,
    body: AccountTransferBody,
    reply: success({ data: MovementPreview }),
  }),
};
