import { merchantTexts } from "../../../contract/texts/merchant.ts";
import { findBooks } from "../../db/ledger/accounts.ts";
import { koboFromWire, koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { moveMoney } from "../transactions/move-money.ts";
import { refusalFacts } from "../transactions/refusal-facts.ts";

export type FundMerchantWalletReply = { data: { amount: number; reference: string; availableBalance: number } };

/**
 * Issues sandbox money to the merchant's own wallet. Spec 1, 4.20; Wire 4.20. Returns the wire payload.
 * @throws `sandbox_only` in production; `max_balance_exceeded` where a balance would exceed a safe integer
 */
export async function fundMerchantWallet(ctx: Context, input: { amount: number }): Promise<FundMerchantWalletReply> {
  if (ctx.tenant.mode !== "SANDBOX") throw new Failure("sandbox_only");
  const books = await findBooks(ctx.db, ctx.tenant.id);
  if (!books) throw new Error("the tenant has no books");
  return await moveMoney(ctx, {
    movements: [
      {
        kind: "funding",
        source: books.fundingAccountId,
        destination: books.merchantAccountId,
        amount: koboFromWire(input.amount),
        description: "Sandbox funding",
      },
    ],
    answer([moved]) {
      if (!moved) throw new Error("a movement without an outcome");
      const { outcome, reference } = moved;
      if (outcome.posted) {
        const availableBalance = koboToWire(outcome.destinationBalance);
        return { data: { amount: input.amount, reference, availableBalance } };
      }
      const message = merchantTexts.fundingTooLarge;
      throw new Failure("max_balance_exceeded", { message, errors: refusalFacts(outcome.refusal, message) });
    },
    audit: ([moved]) => [
      {
        action: "merchant.fund_wallet",
        object: { kind: "transaction", id: moved?.id ?? "" },
        after: { amount: input.amount, reference: moved?.reference },
      },
    ],
  });
}
