import { merchantTexts } from "../../../contract/texts/merchant.ts";
import { findBooks } from "../../db/ledger/accounts.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { moveMoney } from "../transactions/move-money.ts";
import { refusalFacts } from "../transactions/refusal-facts.ts";

/**
 * Credits the merchant's own production wallet with money that the platform has received for it. `amount` in kobo.
 * With a caller's `reference` it happens once, however often it is requested. API 6.
 * @throws `reference_exists`; `max_balance_exceeded` where a balance would exceed a safe integer
 */
export async function creditMerchantWallet(
  ctx: Context,
  input: { amount: bigint; reference?: string | undefined },
): Promise<{ reference: string; balance: bigint }> {
  if (ctx.tenant.mode !== "PRODUCTION") throw new Error("sandbox money is issued by the merchant itself");
  const books = await findBooks(ctx.db, ctx.tenant.id);
  if (!books) throw new Error("the tenant has no books");
  const { amount, reference } = input;
  return await moveMoney(ctx, {
    movements: [
      {
        kind: "funding",
        source: books.fundingAccountId,
        destination: books.merchantAccountId,
        amount,
        reference,
        description: "Credited by the platform",
      },
    ],
    answer([moved]) {
      if (!moved) throw new Error("a movement without an outcome");
      const { outcome } = moved;
      if (outcome.posted) return { reference: moved.reference, balance: outcome.destinationBalance };
      if (outcome.refusal.code === "duplicate_reference") throw new Failure("reference_exists");
      const message = merchantTexts.balanceTooLarge;
      throw new Failure("max_balance_exceeded", { message, errors: refusalFacts(outcome.refusal, message) });
    },
    audit: ([moved]) => [
      {
        action: "merchant.credit_wallet",
        object: { kind: "transaction", id: moved?.id ?? "" },
        after: { amount, reference: moved?.reference },
      },
    ],
  });
}
