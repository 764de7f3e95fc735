import type { Reversal } from "../../../contract/reversals.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { moveMoney } from "../transactions/move-money.ts";
import { failureOfReversal, type PreparedReversal, prepareReversal, type ReversalInput } from "./prepare-reversal.ts";

/**
 * Takes a prepared transaction back. The index of reversals makes it happen once, also when several callers try together. Returns the wire
 * payload. Decision 0104.
 * @throws the first failure of the settings and of the ledger; `transaction_reversed`
 */
export async function reverseTransaction(ctx: Context, reversal: PreparedReversal): Promise<{ data: Reversal }> {
  const { transactionId, reversed, reason, kind, movement, narration } = reversal;
  const [failure] = reversal.failures;
  if (failure) throw failure;
  try {
    return await moveMoney(ctx, {
      movements: [movement],
      answer([moved]) {
        if (!moved) throw new Error("a movement without an outcome");
        if (!moved.outcome.posted) throw failureOfReversal(kind)(moved.outcome.refusal);
        const { id, reference } = moved;
        const reversalOf = { transactionId, reference: reversed };
        return { data: { transactionId: id, reference, amount: koboToWire(movement.amount), narration, reversalOf } };
      },
      audit: ([moved]) => [
        {
          action: "transaction.reverse",
          object: { kind: "transaction", id: transactionId },
          after: { reversal: moved?.id, reference: moved?.reference, of: reversed, amount: movement.amount },
          reason,
        },
      ],
    });
  } catch (error) {
    if (isUniqueViolation(error, { constraint: "transactions_reversal" })) throw new Failure("transaction_reversed");
    throw error;
  }
}

/** Takes a transaction back after approval. @throws as `prepareReversal` and `reverseTransaction` */
export async function reverseApproved(ctx: Context, request: ReversalInput): Promise<object> {
  return await reverseTransaction(ctx, await prepareReversal(ctx, request, { isSubmitted: true }));
}
