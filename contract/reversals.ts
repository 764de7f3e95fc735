import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { RelatedTransaction } from "./transactions.ts";
import { DONE, MovementPreview, SUBMITTED } from "./transfers.ts";
import { Id, Kobo, Reason } from "./values.ts";

/** A transaction that took another one back. Decision 0104. */
export const Reversal = z
  .object({
    transactionId: Id,
    reference: z.string(),
    amount: Kobo,
    narration: z.string(),
    reversalOf: RelatedTransaction,
  })
  .meta({ id: "Reversal" });
export type Reversal = z.infer<typeof Reversal>;

const params = z.object({ transactionId: Id });
const body = z.object({ reason: Reason }).meta({ examples: [{ reason: "Paid to the wrong customer" }] });
const reversal = {
  tag: "Transactions",
  method: "POST",
  extension: true,
  callers: membersAndKeys,
  permission: ["MANAGE_TRANSFER", "WALLET_CREDIT_DEBIT"],
  dashboard: true,
  status: 200,
} as const;

/** Reversals: at most one per transaction, of the whole amount, without fees. API 4, decision 0104. */
export const reversalEndpoints = {
  reverseTransaction: endpoint({
    ...reversal,
    path: "/transaction/{transactionId}/reverse",
    summary: "Reverse a credit, debit or transfer: move its amount back, once",
    source: "api 4",
    idempotent: true,
    money: "approval",
    message: [DONE, SUBMITTED],
    params,
    body,
    reply: success({ data: Reversal.optional() }),
  }),
  previewReversal: endpoint({
    ...reversal,
    path: "/transaction/{transactionId}/reverse/preview",
    summary: "Preview a reversal: balances and failed checks",
    source: "api 4",
    params,
    body: body.partial(),
    reply: success({ data: MovementPreview }),
  }),
};
