import type { Receipt } from "../../../../contract/receipts.ts";
import { paymentTitles, receiptTexts } from "../../../../contract/texts/receipts.ts";
import { type BankCreditRow, findBankCredit } from "../../../db/bank-credits/bank-credits.ts";
import { findMerchantProfile } from "../../../db/merchant/merchants.ts";
import { findPayoutById, type PayoutRow } from "../../../db/payouts/payout-lists.ts";
import {
  findTransactionByReference,
  type TransactionDetailsRow,
} from "../../../db/transactions/transaction-details.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { isOfWallets, transactionView } from "../transaction-view.ts";

/**
 * Gets the receipt of a payment that moved money, without the internal note. API 4, decision 0125. Returns the wire payload.
 * @throws `transaction_not_found`, also for a transaction of another merchant or mode; `receipt_pending` while the bank has not
 * confirmed; `receipt_not_paid` for a payment that failed or was cancelled
 */
export async function getReceipt(ctx: Context, { reference }: { reference: string }): Promise<Receipt> {
  const { db, tenant } = ctx;
  const row = await findTransactionByReference(db, tenant.id, reference);
  if (!row || !isOfWallets(row.kind)) throw new Failure("transaction_not_found");
  if (row.status === "pending") throw new Failure("receipt_pending");
  if (row.status === "failed") throw new Failure("receipt_not_paid");
  const [merchant, payout, credit] = await Promise.all([
    findMerchantProfile(db, tenant.merchantId),
    isPayout(row) ? findPayoutById(db, tenant.id, row.id) : undefined,
    isBankCredit(row) ? findBankCredit(db, tenant.id, creditIdOf(row)) : undefined,
  ]);
  if (payout) assertPaid(payout);
  const { category, isReversal, narration, description } = transactionView(row, "merchant", tenant.mode);
  const { fee, vat, duty } = payout ?? { fee: row.baseFee + row.merchantFee, vat: 0n, duty: 0n };
  const title = paymentTitles[category];
  return {
    title: isReversal ? receiptTexts.reversalOf(title) : title,
    category,
    state: payout?.state === "reversed" || row.reversalReference !== null ? "REVERSED" : "PAID",
    mode: tenant.mode,
    merchantName: merchant?.businessName ?? "",
    transactionId: row.id,
    reference: row.reference,
    sessionId: payout?.sessionId ?? credit?.sessionId ?? null,
    amount: koboToWire(row.amount),
    fee: koboToWire(fee),
    vat: koboToWire(vat),
    duty: koboToWire(duty),
    total: koboToWire(row.amount + fee + vat + duty),
    currency: "NGN",
    sender: senderOf(row, credit),
    recipient: recipientOf(row, payout),
    narration: narration ?? payout?.narration ?? credit?.narration ?? description,
    reversedBy: row.reversalReference,
    paidAt: (payout?.endedAt ?? row.at).toISOString(),
  };
}

const isPayout = ({ kind }: TransactionDetailsRow) => kind === "payout" || kind === "merchant_payout";
const isBankCredit = ({ kind }: TransactionDetailsRow) => kind === "bank_credit" || kind === "merchant_bank_credit";

/** A credit that was suspended first has an ID of its own, any other the one of its transaction. */
function creditIdOf({ id, metadata }: TransactionDetailsRow): string {
  return typeof metadata?.bankCreditId === "string" ? metadata.bankCreditId : id;
}

/** The hold of a payout is posted immediately; the state of the payout says whether the money arrived. */
function assertPaid({ state }: PayoutRow): void {
  if (state === "succeeded" || state === "reversed") return;
  throw new Failure(state === "failed" || state === "cancelled" ? "receipt_not_paid" : "receipt_pending");
}

function senderOf(row: TransactionDetailsRow, credit: BankCreditRow | undefined): Receipt["sender"] {
  if (credit) {
    return { name: credit.senderName, accountNumber: credit.senderAccountNumber, bankName: credit.senderBankName };
  }
  const isReturn = row.kind === "payout_return" || row.kind === "merchant_payout_return";
  const outside = isReturn ? receiptTexts.returnedByTheBank : receiptTexts.outsideTheWallets;
  return { name: row.sourceName ?? outside, accountNumber: row.sourceNumber, bankName: null };
}

function recipientOf(row: TransactionDetailsRow, payout: PayoutRow | undefined): Receipt["recipient"] {
  if (payout) return { name: payout.accountName, accountNumber: payout.accountNumber, bankName: payout.bankName };
  return { name: row.destinationName ?? receiptTexts.platform, accountNumber: row.destinationNumber, bankName: null };
}
