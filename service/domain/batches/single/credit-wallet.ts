import type { Context } from "../../context.ts";
import type { SingleMoveReply } from "../../transactions/answers/single-move-reply.ts";
import { findBatchRules } from "../batch-rules.ts";
import { DESCRIPTIONS } from "../move-items.ts";
import { findMovedWallet, moveSingle, type SingleMoveInput } from "./single-move.ts";

/**
 * Credits a customer's wallet from the merchant's wallet, with the rules and reasons of a batch of one. Spec 4.2, API 3, Wire 5.
 * Returns the wire payload.
 * @throws `customer_not_found`, `merchant_daily_limit_exceeded`, and the failures of `refusals.ts`.
 */
export async function creditWallet(ctx: Context, input: SingleMoveInput): Promise<SingleMoveReply> {
  const [rules, wallet] = await Promise.all([findBatchRules(ctx), findMovedWallet(ctx, input)]);
  return await moveSingle(ctx, input, wallet, {
    kind: "credit",
    source: rules.merchantAccountId,
    destination: wallet.accountId,
    baseFee: rules.settings.batchItemFee,
    ceiling: rules.settings.merchantDailyLimit,
    description: input.narration ?? input.description ?? DESCRIPTIONS.credit,
  });
}
