import type { Context } from "../context.ts";
import { findBatchRules } from "./move-items.ts";
import { findMovedWallet, moveSingle, type SingleMoveInput, type SingleMoveReply } from "./single-move.ts";

export const CREDIT_DESCRIPTION = "Wallet credited by merchant";

/**
 * Pays from the merchant's wallet into a customer's, with the rules and reasons of a batch of one. Spec 4.2, api 3, wire
 * 5. Returns the wire payload.
 * @throws `customer_not_found`, `merchant_daily_limit_exceeded`, and the refusals of `refusals.ts` with the batch's reason as message.
 */
export async function creditWallet(ctx: Context, input: SingleMoveInput): Promise<SingleMoveReply> {
  const [rules, wallet] = await Promise.all([findBatchRules(ctx), findMovedWallet(ctx, input)]);
  return await moveSingle(ctx, input, wallet, {
    kind: "credit",
    source: rules.merchantAccountId,
    destination: wallet.accountId,
    baseFee: rules.settings.batchItemFee,
    ceiling: rules.settings.merchantDailyLimit,
    description: input.description ?? CREDIT_DESCRIPTION,
  });
}
