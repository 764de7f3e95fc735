import { batchTexts } from "../../../../contract/texts/batches.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { AuditEntry } from "../../record-audit.ts";
import { overDailyLimit } from "../../transactions/refusal-facts.ts";
import { sumOf } from "../batch-item.ts";
import { referenceExists } from "../batch-view.ts";
import type { DecidedItem } from "../move-items.ts";
import { merchantBalanceTooLow } from "../pending-batch.ts";
import type { JsonBatch } from "./batch-request.ts";

/** The wire payload of a JSON batch. Without rejected items the endpoint's own `message` applies. Spec 4.2, API 5. */
export function answerOf(batch: JsonBatch, items: readonly DecidedItem[]) {
  const accepted = items.filter(({ reason }) => reason === null);
  const rejected = items.filter(({ reason }) => reason !== null);
  const message = batchTexts.partlyCompleted({ accepted: accepted.length, rejected: rejected.length });
  return {
    ...(rejected.length === 0 ? {} : { message }),
    data: {
      batchReference: batch.reference,
      accepted: accepted.map(batch.by === "customer" ? viewOfCustomer : viewOfWallet),
      rejected: rejected.map((item) => ({
        ...(batch.by === "customer" ? { customerId: item.customerId } : { walletId: item.walletId }),
        amount: koboToWire(item.amount),
        reference: item.reference,
        reason: item.reason,
        referenceExists: referenceExists(item),
      })),
      ...(batch.filtered ? { filtered: batch.filtered } : {}),
    },
  };
}

function viewOfCustomer({ customerId, walletId, amount, reference }: DecidedItem) {
  return { customerId, amount: koboToWire(amount), reference, walletId };
}

function viewOfWallet({ walletId, amount, reference }: DecidedItem) {
  return { walletId, amount: koboToWire(amount), reference };
}

/**
 * Checks the refusals that end a JSON batch as a whole, and returns its items. API 5.
 * @throws `merchant_daily_limit_exceeded` when the payable items exceed the merchant's limit; `merchant_balance_too_low` when
 * nothing was paid and the merchant's balance is the reason for at least one item. A customer who pays gets a reason for each item.
 */
export function assertPayable(
  { operation, payer }: Pick<JsonBatch, "operation" | "payer">,
  items: readonly DecidedItem[],
): readonly DecidedItem[] {
  if (operation === "debit" || payer !== null) return items;
  let paid = 0n;
  for (const { outcome, amount } of items) {
    if (outcome?.posted) paid += amount;
    const refusal = outcome && !outcome.posted ? outcome.refusal : null;
    // The ledger's figure includes the items before this one, which are not paid if the batch ends here.
    if (refusal?.code === "ceiling_exceeded") throw overDailyLimit({ ...refusal, spent: refusal.spent - paid });
  }
  if (paid === 0n) assertCovered(items);
  return items;
}

function assertCovered(items: readonly DecidedItem[]): void {
  for (const { outcome } of items) {
    if (outcome && !outcome.posted && outcome.refusal.code === "balance_too_low") {
      throw merchantBalanceTooLow(outcome.refusal);
    }
  }
}

/** The audit entry of a batch whose money moved. */
export function auditOf(
  { id, reference, operation, payer }: Pick<JsonBatch, "id" | "reference" | "operation" | "payer">,
  items: readonly DecidedItem[],
): AuditEntry {
  const accepted = items.filter(({ reason }) => reason === null).length;
  return {
    action: `batch.${operation}`,
    object: { kind: "batch", id },
    after: {
      reference,
      ...(payer === null ? {} : { payer }),
      accepted,
      rejected: items.length - accepted,
      amount: sumOf(items),
    },
  };
}
