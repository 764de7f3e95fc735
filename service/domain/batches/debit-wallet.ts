import { findBooks } from "../../db/accounts.ts";
import { findMoneySettings } from "../../db/money-settings.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { moveSingle, type SingleMoveInput, type SingleMoveReply } from "./single-move.ts";

/**
 * Pays from a customer's wallet into the merchant's, with the rules and reasons of a batch of one. Spec 4.3, api 3, wire
 * facts 5. Returns the wire payload.
 * @throws `customer_debit_off`, `customer_not_found`, and the refusals of `refusals.ts` with the batch's reason as message.
 */
export async function debitWallet(ctx: Context, input: SingleMoveInput): Promise<SingleMoveReply> {
  const [books, settings] = await Promise.all([
    findBooks(ctx.db, ctx.tenant.id),
    findMoneySettings(ctx.db, ctx.tenant.id),
  ]);
  if (!books || !settings) throw new Error("the tenant has no books");
  if (!settings.canDebitCustomer) throw new Failure("customer_debit_off");
  return await moveSingle(ctx, input, (wallet) => ({
    kind: "debit",
    source: wallet.accountId,
    destination: books.merchantAccountId,
    baseFee: settings.batchItemFee,
    description: input.description ?? "Wallet debited by merchant",
  }));
}
