import { koboToWire, koboToWireEdge } from "../../ledger/kobo.ts";
import { Failure } from "../failure.ts";
import type { AuditEntry } from "../record-audit.ts";
import { overCeiling } from "../transactions/over-ceiling.ts";
import { sumOf } from "./batch-item.ts";
import type { JsonBatch } from "./batch-request.ts";
import type { JudgedItem } from "./move-items.ts";
import { isDuplicate } from "./reasons.ts";

/** The wire payload of a JSON batch: `message` is left to the endpoint where every item was accepted. Spec 4.2, api 5. */
export function answerOf(batch: JsonBatch, judged: readonly JudgedItem[]) {
  const accepted = judged.filter(({ reason }) => reason === null);
  const rejected = judged.filter(({ reason }) => reason !== null);
  const message = `${accepted.length} of ${judged.length} transactions completed, ${rejected.length} rejected.`;
  return {
    ...(rejected.length === 0 ? {} : { message }),
    data: {
      batchReference: batch.reference,
      accepted: accepted.map((item) => ({
        ...namedView(batch, item),
        ...(batch.by === "customer" ? { walletId: item.walletId } : {}),
      })),
      rejected: rejected.map((item) => ({
        ...namedView(batch, item),
        reason: item.reason,
        referenceExists: isDuplicate(item.reason),
      })),
      ...(batch.filtered ? { filtered: batch.filtered } : {}),
    },
  };
}

function namedView({ by }: JsonBatch, { customerId, walletId, amount, reference }: JudgedItem) {
  return { ...(by === "customer" ? { customerId } : { walletId }), amount: koboToWire(amount), reference };
}

/**
 * What ends a JSON batch as a whole. Api 5.
 * @throws `merchant_daily_limit_exceeded` where what can be paid would pass the merchant's limit; `merchant_balance_too_low` where
 * nothing was paid, and something only for want of the merchant's balance
 */
export function assertGoes(operation: "credit" | "debit", judged: readonly JudgedItem[]): readonly JudgedItem[] {
  if (operation === "debit") return judged;
  let paid = 0n;
  for (const { outcome, amount } of judged) {
    if (outcome?.posted) paid += amount;
    const refusal = outcome && !outcome.posted ? outcome.refusal : null;
    // The ledger counts the items before it, which are not paid now.
    if (refusal?.code === "ceiling_exceeded") throw overCeiling({ ...refusal, spent: refusal.spent - paid });
  }
  if (paid === 0n) assertCovered(judged);
  return judged;
}

function assertCovered(judged: readonly JudgedItem[]): void {
  for (const { outcome } of judged) {
    if (!outcome || outcome.posted || outcome.refusal.code !== "balance_too_low") continue;
    const { balance, needed } = outcome.refusal;
    const { code, message } = new Failure("merchant_balance_too_low");
    throw new Failure(code, {
      errors: [{ message, balance: koboToWireEdge(balance), needed: koboToWireEdge(needed) }],
    });
  }
}

/** What the audit log says of a batch whose money moved. */
export function auditOf(
  batch: { id: string; reference: string; operation: "credit" | "debit" },
  judged: readonly JudgedItem[],
): AuditEntry {
  const accepted = judged.filter(({ reason }) => reason === null).length;
  return {
    action: `batch.${batch.operation}`,
    object: { kind: "batch", id: batch.id },
    after: {
      reference: batch.reference,
      accepted,
      rejected: judged.length - accepted,
      amount: sumOf(judged),
    },
  };
}
