import { batchEndpoints } from "../../../contract/batches.ts";
import { transactionEndpoints } from "../../../contract/transactions.ts";
import { sumOf } from "../../domain/batches/batch-item.ts";
import { type BatchBody, type BatchKind, readBatch } from "../../domain/batches/json/batch-request.ts";
import { moveBatch } from "../../domain/batches/json/move-batch.ts";
import { submitBatch } from "../../domain/batches/json/submit-batch.ts";
import { getTransactionBatch, listTransactionBatches } from "../../domain/batches/transaction-batches.ts";
import type { Context } from "../../domain/context.ts";
import type { Answer, Bind } from "../route.ts";
import { moveOrAnswerSubmitted } from "../submitting.ts";

/** Batches of credits and debits in one call, and the references of every batch. Spec 4.2 to 4.5, Wire 5. */
export function jsonBatchRoutes(bind: Bind): void {
  bind(transactionEndpoints.listTransactionBatches, (ctx, { query }) => listTransactionBatches(ctx, query));
  bind(transactionEndpoints.getTransactionBatch, async (ctx, { params }) => ({
    data: await getTransactionBatch(ctx, params),
  }));
  bind(batchEndpoints.batchCreditByCustomer, (ctx, { body }, answer) =>
    run(ctx, { operation: "credit", by: "customer" }, body, answer),
  );
  bind(batchEndpoints.batchDebitByCustomer, (ctx, { body }, answer) =>
    run(ctx, { operation: "debit", by: "customer" }, body, answer),
  );
  bind(batchEndpoints.batchCreditByWallet, (ctx, { body }, answer) =>
    run(ctx, { operation: "credit", by: "wallet" }, body, answer),
  );
  bind(batchEndpoints.batchDebitByWallet, (ctx, { body }, answer) =>
    run(ctx, { operation: "debit", by: "wallet" }, body, answer),
  );
  bind(batchEndpoints.batchTransferFromCustomer, (ctx, { body }, answer) => {
    const { customerId: payer, recipients: transactions, batchReference } = body;
    return run(ctx, { operation: "credit", by: "customer", payer }, { transactions, batchReference }, answer);
  });
}

async function run(ctx: Context, kind: BatchKind, body: BatchBody, answer: Answer): Promise<object> {
  const batch = readBatch(ctx, kind, body);
  const { reference: batchReference, filtered } = batch;
  const data = { batchReference, accepted: [], rejected: [], ...(filtered && { filtered }) };
  return await moveOrAnswerSubmitted(ctx, answer, {
    amount: sumOf(batch.items),
    move: () => moveBatch(ctx, batch),
    submit: (payload) => submitBatch(ctx, batch, payload),
    more: { data },
  });
}
