import type { Review } from "../../../db/merchant/merchants.ts";
import type { Context } from "../../context.ts";
import { changeStanding } from "./change-standing.ts";

/**
 * Records the result of the platform's review of the context's merchant: only `ENABLED` opens PRODUCTION, and `DISABLED` stops
 * the merchant as a suspension does. API 6, decision 0074.
 */
export async function setReview(ctx: Context, review: Review): Promise<void> {
  await changeStanding(
    ctx,
    () => ({ review }),
    (before, after) => ({
      action: "merchant.review",
      before: { review: before.review },
      after: { review: after.review },
    }),
  );
}
