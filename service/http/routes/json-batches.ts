import { batchEndpoints } from "../../../contract/batches.ts";
import { type BatchBody, type BatchKind, readBatch } from "../../domain/batches/batch-request.ts";
import { moveBatch } from "../../domain/batches/move-batch.ts";
import type { Context } from "../../domain/context.ts";
import type { Answer, Bind } from "../route.ts";

/** Credits and debits, many in one call. Spec 4.2 to 4.5. */
export function jsonBatchRoutes(bind: Bind): void {
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
}

async function run(ctx: Context, kind: BatchKind, body: BatchBody, _answer: Answer): Promise<object> {
  return await moveBatch(ctx, readBatch(ctx, kind, body));
}
