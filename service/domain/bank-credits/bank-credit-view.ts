import type { BankCredit } from "../../../contract/bank-credits.ts";
import type { BankCreditRow } from "../../db/bank-credits/bank-credits.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { referenceOf } from "../transactions/reference.ts";

/** A bank credit on the wire. Rails 5. */
export function bankCreditView(row: BankCreditRow): BankCredit {
  const { walletId, walletName } = row;
  const isResolved = row.state !== "suspended";
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    amount: koboToWire(row.amount),
    accountNumber: row.accountNumber,
    wallet: walletId === null ? null : { walletId, customerId: row.customerId, name: walletName ?? "" },
    sender: {
      name: row.senderName,
      bankCode: row.senderBankCode,
      bankName: row.senderBankName,
      accountNumber: row.senderAccountNumber,
    },
    narration: row.narration,
    rail: row.rail,
    sessionId: row.sessionId,
    transactionId: row.creditedBy ?? row.id,
    // The reference of the credit belongs to the booking in suspense, once another transaction has credited the wallet.
    transactionReference: row.creditedBy === null ? row.reference : referenceOf(row.creditedBy),
    sentAt: row.sentAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    resolvedAt: (isResolved && row.resolvedAt?.toISOString()) || null,
    resolvedByName: isResolved ? row.resolvedByName : null,
    resolution: isResolved ? row.resolution : null,
    payoutReference: row.payoutReference,
  };
}
