import { findBooks } from "../../db/accounts.ts";
import { findMoneySettings } from "../../db/money-settings.ts";
import type { Context } from "../context.ts";
import { findMovedWallet, moveSingle, type SingleMoveInput, type SingleMoveReply } from "./single-move.ts";

export const CREDIT_DESCRIPTION = "Wallet credited by merchant";

/**
 * Pays from the merchant's wallet into a customer's, with the rules and reasons of a batch of one. Spec 4.2, api 3, wire
 * facts 5. Returns the wire payload.
 * @throws `customer_not_found`, and the refusals of `refusals.ts` with the batch's reason as message.
 */
export async function creditWallet(ctx: Context, input: SingleMoveInput): Promise<SingleMoveReply> {
  const [books, settings, wallet] = await Promise.all([
    findBooks(ctx.db, ctx.tenant.id),
    findMoneySettings(ctx.db, ctx.tenant.id),
    findMovedWallet(ctx, input),
  ]);
  if (!books || !settings) throw new Error("the tenant has no books");
  return await moveSingle(ctx, input, wallet, {
    kind: "credit",
    source: books.merchantAccountId,
    destination: wallet.accountId,
    baseFee: settings.batchItemFee,
    description: input.description ?? CREDIT_DESCRIPTION,
  });
}
