import type { PayoutPreview } from "../../../contract/payout-records.ts";
import type { Context } from "../context.ts";
import { type PayoutRequest, preparePayout } from "./prepare-payout.ts";

/**
 * The effects of a payout now: charges, balances, the bank's name of the holder, and every reason against it. Moves nothing. Rails 2.
 * @throws `rail_missing`; `rate_limited` while many look-ups of the merchant wait
 */
export async function previewPayout(ctx: Context, request: PayoutRequest): Promise<PayoutPreview> {
  return (await preparePayout(ctx, request, "look_up")).preview;
}
