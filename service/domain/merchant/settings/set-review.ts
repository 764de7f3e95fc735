import { findMerchantProfile, type Review } from "../../../db/merchant/merchants.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { changeStanding } from "./change-standing.ts";

/**
 * Records the result of the platform's review of the context's merchant: only `ENABLED` opens PRODUCTION, and `DISABLED` stops
 * the merchant as a suspension does. API 6, decision 0074. A merchant whose e-mail is not confirmed cannot be reviewed (decision 0076).
 * @throws `email_unconfirmed`
 */
export async function setReview(ctx: Context, review: Review): Promise<void> {
  const merchant = await findMerchantProfile(ctx.db, ctx.tenant.merchantId);
  if (!merchant?.isEmailConfirmed) throw new Failure("email_unconfirmed");
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
