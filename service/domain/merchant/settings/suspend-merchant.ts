import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { changeStanding } from "./change-standing.ts";

/**
 * Stops the context's merchant in both modes: sign-in says why, keys, tokens and sessions end, jobs pause, and the ledger posts only
 * money in. `reason` is shown to the merchant; a new one replaces the old. Decision 0074.
 */
export async function suspendMerchant(ctx: Context, reason: string): Promise<void> {
  await changeStanding(
    ctx,
    () => ({ suspendedReason: reason }),
    (before) => ({
      action: "merchant.suspend",
      before: { suspended: before.suspendedReason !== null },
      after: { suspended: true },
      reason,
    }),
  );
}

/**
 * Ends a suspension; paused work goes on where it stopped. A review that is DISABLED keeps the merchant stopped. Returns whether
 * it does. Decision 0074.
 * @throws `merchant_not_suspended`
 */
export async function resumeMerchant(ctx: Context): Promise<{ isStillDisabled: boolean }> {
  const { review } = await changeStanding(
    ctx,
    (before) => {
      if (before.suspendedReason === null) throw new Failure("merchant_not_suspended");
      return { suspendedReason: null };
    },
    (before) => ({
      action: "merchant.resume",
      before: { suspended: true, reason: before.suspendedReason },
      after: { suspended: false },
    }),
  );
  return { isStillDisabled: review === "DISABLED" };
}
