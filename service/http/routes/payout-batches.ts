import { payoutBatchEndpoints } from "../../../contract/payout-batches.ts";
import { SUBMITTED } from "../../../contract/transfers.ts";
import { moveOrSubmit } from "../../domain/approval-fence.ts";
import type { Context } from "../../domain/context.ts";
import { getPayoutBatch } from "../../domain/payouts/batches/get-payout-batch.ts";
import { listPayoutBatches } from "../../domain/payouts/batches/list-payout-batches.ts";
import { preflightItems } from "../../domain/payouts/batches/preflight-items.ts";
import { type ItemRequest, sumOfRequests } from "../../domain/payouts/batches/prepare-items.ts";
import { sendBatch } from "../../domain/payouts/batches/send-batch.ts";
import { submitBatch } from "../../domain/payouts/batches/submit-batch.ts";
import { referenceOf } from "../../domain/transactions/reference.ts";
import type { Answer, Bind } from "../route.ts";

/** Payouts that are sent together. Rails 2. */
export function payoutBatchRoutes(bind: Bind): void {
  bind(payoutBatchEndpoints.sendBankBatch, (ctx, { body, query }, answer) => run(ctx, body, query, answer));
  bind(payoutBatchEndpoints.preflightBankBatch, async (ctx, { body }) => ({ data: await preflightItems(ctx, body) }));
  bind(payoutBatchEndpoints.listPayoutBatches, (ctx, { query }) => listPayoutBatches(ctx, query));
  bind(payoutBatchEndpoints.getPayoutBatch, (ctx, { params, query }) => getPayoutBatch(ctx, { ...params, ...query }));
}

/** A batch counts with its sum, also in the limit of its member. Decision 0072. */
async function run(
  ctx: Context,
  items: readonly ItemRequest[],
  { batchReference, fileName = null }: { batchReference?: string | undefined; fileName?: string | null | undefined },
  answer: Answer,
): Promise<object> {
  const id = ctx.ids.next();
  const batch = { id, reference: batchReference ?? referenceOf(id), fileName, items };
  return await moveOrSubmit(ctx, sumOfRequests(items), {
    move: () => sendBatch(ctx, batch),
    submit: () =>
      submitBatch(ctx, batch, (submitted, data) => {
        answer.header("location", `/v1/transaction/pending/${submitted.id}`);
        return { message: SUBMITTED, data };
      }),
  });
}
