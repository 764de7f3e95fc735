import type { TransactionGroup, TransactionList } from "../../../contract/transactions.ts";
import { findMerchantTransactions } from "../../db/transactions/merchant-transactions.ts";
import type { TransactionKind } from "../../db/transactions/transaction-line.ts";
import type { Context } from "../context.ts";
import { amountsOf, kindsOf, spanOf, type TransactionFilters } from "./transaction-filters.ts";
import { type PageInput, pageView, sliceOf } from "./transaction-page.ts";
import { resolveSearch } from "./transaction-search.ts";

export type ListMerchantTransactionsInput = TransactionFilters &
  PageInput & { search?: string | undefined; wallet?: "merchant" | undefined; group?: TransactionGroup | undefined };

/** The kinds that change the balance of the merchant's own wallet. */
const OF_MERCHANT_WALLET: ReadonlySet<TransactionKind> = new Set([
  "credit",
  "debit",
  "funding",
  "reservation",
  "merchant_payout",
  "merchant_payout_return",
  "merchant_bank_credit",
]);

/** The kinds that Insights counts together. */
const OF_GROUP: Record<TransactionGroup, ReadonlySet<TransactionKind>> = {
  moneyIn: new Set([
    "funding",
    "payout_return",
    "merchant_payout_return",
    "bank_credit",
    "merchant_bank_credit",
    "card_release",
    "card_refund",
    "card_unload",
  ]),
  moneyOut: new Set([
    "reservation",
    "payout",
    "merchant_payout",
    "card_hold",
    "card_increment",
    "card_payment",
    "card_recovery",
    "card_fund",
  ]),
  cardPayments: new Set(["card_hold", "card_increment", "card_payment", "card_recovery"]),
  returnedCardPayments: new Set(["card_release", "card_refund"]),
};

/**
 * Lists a page of the transactions of all the merchant's wallets, newest first, each once: from the side of the merchant's wallet,
 * or, for a transfer between customers, from the payer's. Api 4, wire 3.3 and 5. Returns the wire payload.
 * @throws `validation_failed` for a page beyond the bound, and for a search that matches too much.
 */
export async function listMerchantTransactions(
  ctx: Context,
  input: ListMerchantTransactionsInput,
): Promise<TransactionList> {
  const matches = await resolveSearch(ctx, input.search);
  const { wallet, group } = input;
  const kinds = kindsOf("merchant", input).filter(
    (kind) =>
      (wallet === undefined || OF_MERCHANT_WALLET.has(kind)) && (group === undefined || OF_GROUP[group].has(kind)),
  );
  const filter = { kinds, status: input.status ?? null, amounts: amountsOf(input), ...spanOf(input) };
  const found = await findMerchantTransactions(ctx.db, ctx.tenant.id, filter, { ...sliceOf(input), matches });
  return pageView(ctx, "merchant", input, found);
}
