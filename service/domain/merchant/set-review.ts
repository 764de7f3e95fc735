import { type Review, updateReview } from "../../db/merchant/merchants.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";

/** Records what the platform's review of the context's merchant came to; only `ENABLED` opens PRODUCTION. Api 6. */
export async function setReview(ctx: Context, review: Review): Promise<void> {
  const { merchantId } = ctx.tenant;
  await inTransaction(ctx.db, async (tx) => {
    const before = await updateReview(tx, merchantId, review, ctx.clock.now());
    await recordAudit(tx, ctx, {
      action: "merchant.review",
      object: { kind: "merchant", id: merchantId },
      before: { review: before },
      after: { review },
    });
  });
}
