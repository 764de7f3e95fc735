import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { Category } from "./transaction-categories.ts";
import { Id, Instant, Kobo, Mode } from "./values.ts";

/** A side of a receipt. `bankName` is null for a wallet of ours, `accountNumber` where the money came from outside the wallets. */
const ReceiptParty = z.object({
  name: z.string(),
  accountNumber: z.string().nullable(),
  bankName: z.string().nullable(),
});

/**
 * What a payer or receiver may see of a payment that moved money: never the internal note. `fee`, `vat` and `duty` were paid by the
 * sender on top of `amount`. `sessionId` names a bank transfer at the banks. REVERSED: the money went back, for a reversal in the
 * books under `reversedBy`. `paidAt` of a payout is the time of the bank's verdict. Decision 0125.
 */
export const Receipt = z
  .object({
    title: z.string(),
    category: Category,
    state: z.enum(["PAID", "REVERSED"]),
    mode: Mode,
    merchantName: z.string(),
    transactionId: Id,
    reference: z.string(),
    sessionId: z.string().nullable(),
    amount: Kobo,
    fee: Kobo,
    vat: Kobo,
    duty: Kobo,
    total: Kobo,
    currency: z.literal("NGN"),
    sender: ReceiptParty,
    recipient: ReceiptParty,
    narration: z.string().nullable(),
    reversedBy: z.string().nullable(),
    paidAt: Instant,
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof Receipt>;

const receipts = {
  tag: "Transactions",
  method: "GET",
  extension: true,
  callers: membersAndKeys,
  permission: "BROWSE_TRANSACTIONS",
  dashboard: true,
  status: 200,
  source: "api 4",
  params: z.object({ reference: z.string().max(100) }),
} as const;

/** Receipts: of a payment that moved money, by the reference of the transaction or payout. API 4, decision 0125. */
export const receiptEndpoints = {
  getReceipt: endpoint({
    ...receipts,
    path: "/transaction/{reference}/receipt",
    summary: "Get the receipt of a payment that moved money",
    reply: success({ receipt: Receipt }),
  }),
  downloadReceipt: endpoint({
    ...receipts,
    path: "/transaction/{reference}/receipt/pdf",
    summary: "Download the receipt of a payment as PDF",
    reply: "pdf",
  }),
};
