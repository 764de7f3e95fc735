import { type Review, updateReview } from "../../../db/merchant/merchants.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";

/** Records the result of the platform's review of the context's merchant; only `ENABLED` opens PRODUCTION. API 6. */
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
